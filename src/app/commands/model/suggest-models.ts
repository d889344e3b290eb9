/** Models as suggestions, each with what it can do, which plans serve it, and whether it can be counted. */
import { translate } from '#core/i18n/translate';
import type { Locale } from '#domain/locale';
import type { AutocompleteQuery, Suggestion } from '#ports/command';
import type { ModelDescription } from '#ports/text-model';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { offeredModels } from './offered-models.ts';

/** The models that the asker may choose for themselves, and for the server where they manage one; each codename once. */
export async function suggestOffered(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const scene = await CommandScene.find(query.place, ports);
	if (scene === null) return suggestModels(query, ports.model.models());
	const own = await offeredModels({ kind: 'personal', userId: scene.userId }, ports);
	const shared = query.place.canManage
		? await offeredModels({ kind: 'server', serverId: scene.workspace.id }, ports)
		: [];
	const models = new Map([...own, ...shared].map((model) => [model.codename, model]));
	return suggestModels(query, [...models.values()]);
}

/** The models whose name holds what was typed. */
export function suggestModels(query: AutocompleteQuery, models: readonly ModelDescription[]): readonly Suggestion[] {
	const typed = query.text.trim().toLowerCase();
	const locale = query.place.userLocale ?? query.place.guildLocale ?? 'en';
	return models
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
	return [capabilities(model, locale), tiers(model, locale), ...missing];
}

/** The plans that serve a model, or its window where there are no plans. */
function tiers(model: ModelDescription, locale: Locale): string {
	return model.windows.map(({ tier, tokens }) => tier ?? tokens.toLocaleString(locale)).join('/');
}
