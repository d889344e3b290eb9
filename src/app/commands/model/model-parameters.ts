/** `/model parameters`: changes samplers, length, thinking and stop strings of a scope. */
import { everyLocale } from '#core/i18n/translate';
import { providerOf } from '#domain/provider-name';
import type { StopStringLimits } from '#domain/sampling';
import type { AutocompleteQuery, CommandAnswer, CommandInvocation, Subcommand, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { choiceOf, keysOf, type ModelScope, modelOfScope, modelScope } from '../model-scope.ts';
import { nearerChoice } from '../nearer-choice.ts';
import { scopeOption } from '../scope-option.ts';
import { type ChangeRefusal, changedChoice } from './changed-choice.ts';
import { describeChoice } from './describe-choice.ts';
import { knownTiers } from './known-tiers.ts';
import { outputWarning } from './output-warning.ts';
import { DEFAULT_VALUE, OUTPUT_PARAMETER, SAMPLER_PARAMETERS, THINKING_LEVELS } from './parameter-values.ts';
import { CLEAR_STOPS, removalOf, shownStop } from './stop-strings.ts';

const DESCRIPTIONS = {
	temperature: 'command.model.parameters.temperature',
	top_p: 'command.model.parameters.top-p',
	top_k: 'command.model.parameters.top-k',
	min_p: 'command.model.parameters.min-p',
	frequency: 'command.model.parameters.frequency',
	presence: 'command.model.parameters.presence',
	max_output_tokens: 'command.model.parameters.max-output-tokens',
} as const;

const THINKING_LABELS = {
	auto: 'command.thinking.auto',
	none: 'command.thinking.none',
	low: 'command.thinking.low',
	medium: 'command.thinking.medium',
	high: 'command.thinking.high',
} as const;

/** The subcommand. */
export function modelParameters(ports: CommandPorts): Subcommand {
	const numbers = [...SAMPLER_PARAMETERS, OUTPUT_PARAMETER].map(({ option }) => ({
		name: option,
		description: everyLocale(DESCRIPTIONS[option as keyof typeof DESCRIPTIONS]),
		kind: 'string' as const,
		required: false,
		lengthMax: 16,
	}));
	return {
		name: 'parameters',
		description: everyLocale('command.model.parameters.description'),
		answer: 'private',
		options: [
			...numbers,
			{
				name: 'thinking',
				description: everyLocale('command.model.parameters.thinking'),
				kind: 'string',
				required: false,
				choices: THINKING_LEVELS.map((value) => ({ value, label: everyLocale(THINKING_LABELS[value]) })),
			},
			{
				name: 'stop',
				description: everyLocale('command.model.parameters.stop'),
				kind: 'string',
				required: false,
				autocomplete: (query) => suggestStops(query, ports),
			},
			scopeOption(everyLocale('command.model.parameters.scope')),
		],
		run: (invocation) => setParameters(invocation, ports),
	};
}

/** What was typed comes first, so that choosing it adds it. */
async function suggestStops(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const scene = await CommandScene.open(query.place, ports, 'private');
	const stops = scene.settings.stopStrings;
	const typed = query.text === '' ? [] : [{ name: query.text, value: query.text }];
	const removals = stops.map((stop) => {
		return { name: scene.say('answer.stop-remove', { stop: shownStop(stop) }), value: removalOf(stop) };
	});
	const clear = stops.length > 0 ? [{ name: scene.say('answer.stop-clear'), value: CLEAR_STOPS }] : [];
	return [...typed, ...clear, ...removals];
}

async function setParameters(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return scene.answer('answer.needs-manage');
	const preset = (await ports.presets.listPresets()).find((one) => one.name === scope.row.presetName) ?? null;
	const change = changedChoice(
		{
			choice: choiceOf(scope),
			preset,
			inheritedStops: scope.effective.stopStrings,
			stopLimits: ports.stopStringLimits,
		},
		invocation.values,
	);
	if (!change.ok) return refusal(change.error, ports.stopStringLimits, scene);
	const { modelCodename } = scope.effective;
	const keepsInheritedModel = scope.row.modelCodename === null;
	const use = { ...change.value, modelCodename, keepsInheritedModel };
	await ports.settings.writeModel(scope.key, providerOf(modelCodename), use);
	const warning = await lengthWarning(
		{ scope, scene, invocation, maxOutputTokens: change.value.maxOutputTokens },
		ports,
	);
	const lines = [scene.say('answer.parameters-saved'), await nearerChoice(scope, scene, ports), warning];
	return {
		text: lines.filter((line) => line !== null).join('\n'),
		card: { title: scene.say('answer.parameters-title'), fields: describeChoice(change.value, scene) },
	};
}

interface LengthQuestion {
	readonly scope: ModelScope;
	readonly scene: CommandScene;
	readonly invocation: CommandInvocation;
	readonly maxOutputTokens: number | null;
}

async function lengthWarning(question: LengthQuestion, ports: CommandPorts): Promise<string | null> {
	const { scope, scene, invocation, maxOutputTokens } = question;
	if (!invocation.values.has(OUTPUT_PARAMETER.option)) return null;
	const model = await modelOfScope(scope, ports);
	if (model === undefined || model.publishedOutputs.length === 0) return null;
	const keys = await keysOf({ scope, provider: providerOf(model.codename) }, scene, ports);
	const tiers = await knownTiers(keys, ports.model, invocation.signal);
	return outputWarning({ maxOutputTokens, model, tiers }, scene);
}

function refusal(why: ChangeRefusal, limits: StopStringLimits, scene: CommandScene): CommandAnswer {
	switch (why.kind) {
		case 'nothing-given':
			return scene.answer('answer.parameters-none');
		case 'number': {
			const { option, min, max, isWhole } = why.parameter;
			const range = { name: option, min, max, default: DEFAULT_VALUE };
			return scene.answer(isWhole ? 'answer.parameter-range-whole' : 'answer.parameter-range', range);
		}
		case 'thinking':
			return scene.answer('answer.parameter-thinking', { levels: THINKING_LEVELS.join(', ') });
		case 'stop':
			return scene.answer(STOP_REFUSALS[why.reason], {
				characters: limits.stopStringCharactersMax,
				count: limits.stopStringsMax,
			});
	}
}

const STOP_REFUSALS = {
	blank: 'answer.stop-blank',
	'too-long': 'answer.stop-too-long',
	'too-many': 'answer.stop-too-many',
	unknown: 'answer.stop-unknown',
} as const;
