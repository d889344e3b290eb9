/** A scope's choice after the edits that `/model parameters` was given. */
import type { StoredPreset } from '#domain/preset';
import type { SamplingOverrides, StopStringLimits } from '#domain/sampling';
import { type ModelChoice, PRESET_SAMPLERS, type SamplerName } from '#domain/settings';
import { err, ok, type Result } from '#lib/result';
import { presetSampling } from './apply-preset.ts';
import {
	type NumberParameter,
	OUTPUT_PARAMETER,
	readNumber,
	readThinkingLevel,
	SAMPLER_PARAMETERS,
} from './parameter-values.ts';
import { changeStops, type StopRefusal } from './stop-strings.ts';

/** What is edited. */
export interface EditedScope {
	readonly choice: ModelChoice;
	/** The scope's preset, whose values an edit of `default` brings back. */
	readonly preset: StoredPreset | null;
	/** What a list that the scope has not written begins with. */
	readonly inheritedStops: readonly string[];
	readonly stopLimits: StopStringLimits;
}

/** Why nothing was changed. */
export type ChangeRefusal =
	| { readonly kind: 'nothing-given' }
	| { readonly kind: 'number'; readonly parameter: NumberParameter }
	| { readonly kind: 'thinking' }
	| { readonly kind: 'stop'; readonly reason: StopRefusal };

const OPTIONS = [...SAMPLER_PARAMETERS.map(({ option }) => option), OUTPUT_PARAMETER.option, 'thinking', 'stop'];

/** Everything or nothing: one value out of range leaves the choice as it is. At least one value has to be given. */
export function changedChoice(
	scope: EditedScope,
	values: ReadonlyMap<string, string>,
): Result<ModelChoice, ChangeRefusal> {
	if (!OPTIONS.some((option) => values.has(option))) return err({ kind: 'nothing-given' });
	let choice = scope.choice;
	for (const { sampler, ...parameter } of SAMPLER_PARAMETERS) {
		const text = values.get(parameter.option);
		if (text === undefined) continue;
		const value = readNumber(text, parameter);
		if (!value.ok) return err({ kind: 'number', parameter: value.error });
		choice = withSampler(choice, scope.preset, { sampler, value: value.value });
	}
	const length = values.get(OUTPUT_PARAMETER.option);
	if (length !== undefined) {
		const value = readNumber(length, OUTPUT_PARAMETER);
		if (!value.ok) return err({ kind: 'number', parameter: value.error });
		choice = { ...choice, maxOutputTokens: value.value };
	}
	return withTexts(choice, scope, values);
}

function withTexts(
	choice: ModelChoice,
	{ inheritedStops, stopLimits }: EditedScope,
	values: ReadonlyMap<string, string>,
): Result<ModelChoice, ChangeRefusal> {
	const thinking = values.get('thinking');
	const thinkingLevel = thinking === undefined ? choice.thinkingLevel : readThinkingLevel(thinking);
	if (thinking !== undefined && thinkingLevel === null) return err({ kind: 'thinking' });
	const stop = values.get('stop');
	if (stop === undefined) return ok({ ...choice, thinkingLevel });
	const stopStrings = changeStops(choice.stopStrings ?? inheritedStops, stop, stopLimits);
	if (!stopStrings.ok) return err({ kind: 'stop', reason: stopStrings.error });
	return ok({ ...choice, thinkingLevel, stopStrings: stopStrings.value });
}

/** An edit of a sampler; without a value the preset's own comes back, or the model's. */
function withSampler(
	choice: ModelChoice,
	preset: StoredPreset | null,
	edit: { readonly sampler: SamplerName; readonly value: number | null },
): ModelChoice {
	const { sampler, value } = edit;
	const others = choice.editedSamplers.filter((name) => name !== sampler);
	const { [sampler]: _replaced, ...rest } = choice.sampling;
	const original = preset === null ? undefined : presetSampling(preset.parameters)[sampler];
	const kept = value ?? original;
	const sampling: SamplingOverrides = kept === undefined ? rest : { ...rest, [sampler]: kept };
	const isEnabled = (name: SamplerName) =>
		name === sampler ? kept !== undefined : choice.enabledSamplers.some((each) => each === name);
	return {
		...choice,
		sampling,
		enabledSamplers: PRESET_SAMPLERS.filter(isEnabled),
		editedSamplers: value === null ? others : [...others, sampler],
	};
}
