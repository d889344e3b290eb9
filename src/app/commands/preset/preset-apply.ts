/** `/preset apply`: makes a scope's samplers those of a preset. */
import { everyLocale } from '#core/i18n/translate';
import type { StoredPreset } from '#domain/preset';
import { providerOf } from '#domain/provider-name';
import type { AutocompleteQuery, CommandAnswer, CommandInvocation, Subcommand, Suggestion } from '#ports/command';
import type { ModelDescription } from '#ports/text-model';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { samplersOfPreset } from '../model/apply-preset.ts';
import { gateRefusal } from '../model-gate.ts';
import { choiceOf, keysOf, modelOfScope, modelScope, scopeOf } from '../model-scope.ts';
import { nearerChoice } from '../nearer-choice.ts';
import { scopeOption } from '../scope-option.ts';
import { findPreset, suggestPresets } from './find-preset.ts';

/** The subcommand. */
export function presetApply(ports: CommandPorts): Subcommand {
	return {
		name: 'apply',
		description: everyLocale('command.preset.apply.description'),
		answer: 'private',
		options: [
			{
				name: 'name',
				description: everyLocale('command.preset.name'),
				kind: 'string',
				required: true,
				autocomplete: (query) => suggestFitting(query, ports),
			},
			scopeOption(everyLocale('command.model.set.scope')),
		],
		run: (invocation) => applyPreset(invocation, ports),
	};
}

/** Presets of the models in use here, personally or by the server; all when those take none. */
async function suggestFitting(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const scene = await CommandScene.open(query.place, ports, 'private');
	const presets = await ports.presets.listPresets();
	const models = await Promise.all(
		(['personal', 'server'] as const).map((kind) => modelOfScope(scopeOf(scene, kind), ports)),
	);
	const targets = models.map((model) => model?.presetTarget);
	const fitting = presets.filter((preset) => targets.includes(preset.target));
	return suggestPresets(fitting.length > 0 ? fitting : presets, query.text);
}

async function applyPreset(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return scene.answer('answer.needs-manage');
	const wanted = invocation.values.get('name') ?? '';
	const preset = findPreset(await ports.presets.listPresets(), wanted);
	if (!preset) return scene.answer('answer.preset-unknown', { preset: wanted.slice(0, 100) });
	const model = await modelOfScope(scope, ports);
	if (!model || model.presetTarget !== preset.target) return misfit({ preset, model, scene }, ports);
	const provider = providerOf(model.codename);
	const keys = await keysOf({ scope, provider }, scene, ports);
	const question = { codenames: [model.codename], keys, signal: invocation.signal };
	const refusal = await gateRefusal(question, ports.model);
	if (refusal) return scene.failure(refusal);
	// The scope's own model from now on: its preset must not follow a model that another scope may change.
	const change = { ...choiceOf(scope), ...samplersOfPreset(preset), modelCodename: model.codename };
	await ports.settings.writeModel(scope.key, provider, change);
	const applied = scene.say('answer.preset-applied', { preset: preset.name, model: model.displayName });
	const nearer = await nearerChoice(scope, scene, ports);
	return { text: nearer === null ? applied : `${applied}\n${nearer}` };
}

interface Misfit {
	readonly preset: StoredPreset;
	readonly model: ModelDescription | undefined;
	readonly scene: CommandScene;
}

function misfit({ preset, model, scene }: Misfit, ports: CommandPorts): CommandAnswer {
	const fitting = ports.model.models().filter((one) => one.presetTarget === preset.target);
	return scene.answer('answer.preset-misfit', {
		preset: preset.name,
		fitting: fitting.map((one) => one.displayName).join(', ') || preset.target,
		model: model?.displayName ?? '?',
	});
}
