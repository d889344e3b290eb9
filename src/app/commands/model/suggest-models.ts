/** Models as suggestions, each with what it can do, which plans serve it, and whether it can be counted. */
import { translate } from '#core/i18n/translate';
import type { Locale } from '#domain/locale';
import type { AutocompleteQuery, Suggestion } from '#ports/command';
import type { ModelDescription, TextModel } from '#ports/text-model';

/** The models whose name holds what was typed. */
export function suggestModels(query: AutocompleteQuery, model: TextModel): readonly Suggestion[] {
	const typed = query.text.trim().toLowerCase();
	const locale = query.place.userLocale ?? query.place.guildLocale ?? 'en';
	return model
		.models()
		.filter((one) => `${one.displayName} ${one.codename}`.toLowerCase().includes(typed))
		.map((one) => ({
			name: [`${one.displayName} (${one.codename})`, ...details(one, locale)].join(' · '),
			value: one.codename,
		}));
}

/** What a model can do, in a few words. */
export function capabilities(model: ModelDescription, locale: Locale): string {
	const style = translate(locale, model.style === 'chat' ? 'answer.model-style-chat' : 'answer.model-style-story');
	return model.thinks ? `${style}, ${translate(locale, 'answer.model-thinks')}` : style;
}

function details(model: ModelDescription, locale: Locale): readonly string[] {
	const missing = model.available ? [] : [translate(locale, 'answer.model-no-tokenizer')];
	return [capabilities(model, locale), tiers(model), ...missing];
}

/** The plans that serve a model. */
function tiers(model: ModelDescription): string {
	return model.windows.map((window) => window.tier).join('/');
}
