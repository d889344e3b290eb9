/** `/model set`: chooses the model for the server or for oneself. */
import { everyLocale } from '#core/i18n/translate';
import type { Credential } from '#domain/credential';
import type { StoredPreset } from '#domain/preset';
import { providerOf } from '#domain/provider-name';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { ModelDescription } from '#ports/text-model';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import type { GivenChange } from '../key/key-set.ts';
import { gateRefusal } from '../model-gate.ts';
import { choiceOf, keysOf, type ModelScope, modelScope } from '../model-scope.ts';
import { nearerChoice } from '../nearer-choice.ts';
import { scopeOption } from '../scope-option.ts';
import { samplersOfPreset } from './apply-preset.ts';
import { knownTiers } from './known-tiers.ts';
import { offeredModels } from './offered-models.ts';
import { outputWarning } from './output-warning.ts';
import { suggestOffered } from './suggest-models.ts';

/** The subcommand. */
export function modelSet(ports: CommandPorts): Subcommand {
	return {
		name: 'set',
		description: everyLocale('command.model.set.description'),
		answer: 'private',
		options: [
			{
				name: 'model',
				description: everyLocale('command.model.set.model'),
				kind: 'string',
				required: true,
				autocomplete: (query) => suggestOffered(query, ports),
			},
			scopeOption(everyLocale('command.model.set.scope')),
		],
		run: async (invocation) => (await setModel(invocation, ports)).answer,
	};
}

const refused = (answer: CommandAnswer): GivenChange => ({ isSaved: false, answer });

/** Chooses the model of the invocation's values for its scope. */
export async function setModel(invocation: CommandInvocation, ports: CommandPorts): Promise<GivenChange> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return refused(scene.answer('answer.needs-manage'));
	const wanted = (invocation.values.get('model') ?? '').trim();
	const chosen = (await offeredModels(scope.owner, ports)).find((model) => model.codename === wanted.toLowerCase());
	if (!chosen) return refused(scene.failure({ code: 'model-unknown', model: wanted.slice(0, 50) }));
	const keys = await keysOf({ scope, provider: providerOf(chosen.codename) }, scene, ports);
	const { signal } = invocation;
	const refusal = await gateRefusal({ codenames: [chosen.codename], keys, signal }, ports.model);
	if (refusal) return refused(scene.failure(refusal));
	const preset = await switchModel({ scope, chosen }, ports);
	const tiers = chosen.publishedOutputs.length === 0 ? [] : await knownTiers(keys, ports.model, signal);
	const warning = outputWarning({ maxOutputTokens: scope.effective.maxOutputTokens, model: chosen, tiers }, scene);
	const nearer = await nearerChoice(scope, scene, ports);
	const text = answerText({ scene, scope, chosen, preset, keys, notes: [nearer, warning] });
	return { isSaved: true, answer: { text } };
}

/** Writes the choice; choosing the same model again is no switch, so that edits and preset stay. */
async function switchModel(
	{ scope, chosen }: { readonly scope: ModelScope; readonly chosen: ModelDescription },
	ports: CommandPorts,
): Promise<StoredPreset | null> {
	const choice = choiceOf(scope);
	const modelCodename = chosen.codename;
	const provider = providerOf(modelCodename);
	if (scope.row.modelCodename === modelCodename) {
		await ports.settings.writeModel(scope.key, provider, { ...choice, modelCodename });
		return null;
	}
	const presets = await ports.presets.listPresets();
	const preset = presets.find((one) => one.target === chosen.presetTarget && one.isDefault) ?? null;
	await ports.settings.writeModel(scope.key, provider, { ...choice, ...samplersOfPreset(preset), modelCodename });
	return preset;
}

interface Switched {
	readonly scene: CommandScene;
	readonly scope: ModelScope;
	readonly chosen: ModelDescription;
	readonly preset: StoredPreset | null;
	readonly keys: readonly Credential[];
	readonly notes: readonly (string | null)[];
}

function answerText({ scene, scope, chosen, preset, keys, notes }: Switched): string {
	const waits = scope.kind === 'personal' && scene.workspace.kind === 'guild' && keys.length === 0;
	return [
		scene.say(chosen.available ? 'answer.model-saved' : 'answer.model-saved-unavailable', {
			model: chosen.displayName,
		}),
		preset ? scene.say('answer.preset-loaded', { preset: preset.name }) : null,
		waits ? scene.say('answer.model-waits-for-key') : null,
		...notes,
	]
		.filter((line) => line !== null)
		.join('\n');
}
