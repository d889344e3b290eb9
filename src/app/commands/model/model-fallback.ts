/** `/model fallback`: the models that are tried, in order, when the chosen one fails. */
import { everyLocale } from '#core/i18n/translate';
import { NOVELAI_PROVIDER } from '#domain/provider-name';
import type { AutocompleteQuery, CommandAnswer, CommandInvocation, Subcommand, Suggestion } from '#ports/command';
import type { ModelDescription } from '#ports/text-model';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { gateRefusal } from '../model-gate.ts';
import { keysOf, modelScope } from '../model-scope.ts';
import { scopeOption } from '../scope-option.ts';
import { offeredModels } from './offered-models.ts';
import { suggestOffered } from './suggest-models.ts';

/** The options, in the order in which their models are tried. */
const PLACES = [
	{ name: 'first', description: 'command.model.fallback.first' },
	{ name: 'second', description: 'command.model.fallback.second' },
	{ name: 'third', description: 'command.model.fallback.third' },
] as const;

/** What empties the list. */
const NO_FALLBACK = 'none';

/** The subcommand. */
export function modelFallback(ports: CommandPorts): Subcommand {
	return {
		name: 'fallback',
		description: everyLocale('command.model.fallback.description'),
		answer: 'private',
		options: [
			...PLACES.map(({ name, description }) => ({
				name,
				description: everyLocale(description),
				kind: 'string' as const,
				required: false,
				autocomplete: (query: AutocompleteQuery) => suggestFallbacks(query, ports),
			})),
			scopeOption(everyLocale('command.model.set.scope')),
		],
		run: (invocation) => setFallback(invocation, ports),
	};
}

async function suggestFallbacks(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	return [...(await suggestOffered(query, ports)), { name: NO_FALLBACK, value: NO_FALLBACK }];
}

async function setFallback(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return scene.answer('answer.needs-manage');
	const given = PLACES.flatMap(({ name }) => invocation.values.get(name)?.trim().toLowerCase() ?? []);
	const models = await offeredModels(scope.owner, ports);
	if (given.length === 0) return listed(scope.effective.fallbackModels, scene, models);
	const wanted = [...new Set(given)].filter((codename) => codename !== NO_FALLBACK);
	const known = models.map((model) => model.codename);
	const unknown = wanted.find((codename) => !known.includes(codename));
	if (unknown !== undefined) return scene.failure({ code: 'model-unknown', model: unknown.slice(0, 50) });
	const fallbacks = wanted.filter((codename) => codename !== scope.effective.modelCodename);
	const keys = await keysOf({ scope, provider: NOVELAI_PROVIDER }, scene, ports);
	const refusal = await gateRefusal({ codenames: fallbacks, keys, signal: invocation.signal }, ports.model);
	if (refusal) return scene.failure(refusal);
	await ports.settings.writeScope(scope.key, { fallbackModels: fallbacks });
	return listed(fallbacks, scene, models);
}

function listed(fallbacks: readonly string[], scene: CommandScene, models: readonly ModelDescription[]): CommandAnswer {
	if (fallbacks.length === 0) return scene.answer('answer.fallback-none');
	const names = fallbacks.map((codename) => {
		const model = models.find((one) => one.codename === codename);
		if (!model) return codename;
		return model.available ? model.displayName : `${model.displayName} (${scene.say('answer.model-no-tokenizer')})`;
	});
	return scene.answer('answer.fallback-list', { models: names.join(' → ') });
}
