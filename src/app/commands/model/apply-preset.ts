/** What a preset, or none, makes of a scope's samplers. */
import type { PresetParameters, StoredPreset } from '#domain/preset';
import type { SamplingOverrides } from '#domain/sampling';
import { type ModelChoice, PRESET_SAMPLERS, type PresetSampler } from '#domain/settings';

/** The provider's names of the samplers that every preset sets. */
const PARAMETER_NAMES: Readonly<Record<PresetSampler, string>> = {
	temperature: 'temperature',
	topK: 'top_k',
	topP: 'top_p',
	minP: 'min_p',
};

type SamplerChoice = Pick<ModelChoice, 'presetName' | 'sampling' | 'enabledSamplers' | 'editedSamplers'>;

/**
 * Resets the four common samplers to the preset's values and enables them; edits end (ruling N6). Null clears
 * everything, so that the model's own defaults serve. The output length is no part of it: the configured one stays.
 */
export function samplersOfPreset(preset: StoredPreset | null): SamplerChoice {
	if (preset === null) return { presetName: null, sampling: {}, enabledSamplers: [], editedSamplers: [] };
	return {
		presetName: preset.name,
		sampling: presetSampling(preset.parameters),
		enabledSamplers: PRESET_SAMPLERS,
		editedSamplers: [],
	};
}

/** A preset's values of the four common samplers; one that it does not name is left to the model. */
export function presetSampling(parameters: PresetParameters): SamplingOverrides {
	const values = PRESET_SAMPLERS.map((sampler) => [sampler, parameters[PARAMETER_NAMES[sampler]]] as const);
	return Object.fromEntries(values.filter(([, value]) => typeof value === 'number'));
}
