/** Sampling parameters of a request: the model's own, changed by what people set explicitly. */
import type { SamplingOverrides } from '#domain/sampling';
import type { CompletionSamplers, NativePreset } from '../profiles/profile.ts';

/** Which parameters belong to which sampler of the native `order` list; every other parameter always applies. */
const NATIVE_SAMPLERS: readonly { readonly id: number; readonly parameters: readonly string[] }[] = [
	{ id: 0, parameters: ['temperature'] },
	{ id: 1, parameters: ['top_k'] },
	{ id: 2, parameters: ['top_p'] },
	{ id: 3, parameters: ['tail_free_sampling'] },
	{ id: 4, parameters: ['top_a'] },
	{ id: 5, parameters: ['typical_p'] },
	{ id: 6, parameters: ['cfg_scale'] },
	{ id: 7, parameters: ['top_g'] },
	{ id: 8, parameters: ['mirostat_tau', 'mirostat_lr'] },
	{ id: 9, parameters: ['math1_temp', 'math1_quad', 'math1_quad_entropy_scale'] },
	{ id: 10, parameters: ['min_p'] },
];

/** The API rejects 0 here or takes it for something else than "off", so a 0 is left out. */
const OMITTED_WHEN_ZERO: readonly string[] = ['repetition_penalty_range', 'repetition_penalty_slope'];

/** The lowest temperature that the native API takes. */
const nativeTemperatureMin = 0.1;

/** The parameters of `/oa/v1/completions`; a field that nobody set is left to the API. */
export function completionParameters(
	base: CompletionSamplers,
	overrides: SamplingOverrides,
): Readonly<Record<string, number>> {
	return {
		temperature: overrides.temperature ?? base.temperature,
		top_k: overrides.topK ?? base.topK,
		top_p: overrides.topP ?? base.topP,
		...(overrides.minP !== undefined && { min_p: overrides.minP }),
		...(overrides.frequencyPenalty !== undefined && { frequency_penalty: overrides.frequencyPenalty }),
		...(overrides.presencePenalty !== undefined && { presence_penalty: overrides.presencePenalty }),
	};
}

/** What people set, by the native API's names. */
function nativeOverrides(overrides: SamplingOverrides): Readonly<Record<string, number>> {
	const { temperature, topP, topK, minP, frequencyPenalty, presencePenalty } = overrides;
	return {
		...(temperature !== undefined && { temperature: Math.max(nativeTemperatureMin, temperature) }),
		...(topK !== undefined && { top_k: topK }),
		...(topP !== undefined && { top_p: topP }),
		...(minP !== undefined && { min_p: minP }),
		...(frequencyPenalty !== undefined && { repetition_penalty_frequency: frequencyPenalty }),
		...(presencePenalty !== undefined && { repetition_penalty_presence: presencePenalty }),
	};
}

/**
 * The native parameters of a preset. `order` is the preset's; parameters of samplers that it leaves out are dropped,
 * unless somebody set one: then the sampler is appended, so that an edit always acts (ruling N6).
 */
export function nativeParameters(
	preset: NativePreset,
	overrides: SamplingOverrides,
): Readonly<Record<string, number | string | readonly number[]>> {
	const explicit = nativeOverrides(overrides);
	const order = [...preset.order];
	const idle = new Set<string>();
	for (const { id, parameters } of NATIVE_SAMPLERS) {
		if (order.includes(id)) continue;
		if (parameters.some((name) => name in explicit)) order.push(id);
		else for (const name of parameters) idle.add(name);
	}
	const active = Object.entries({ ...preset.parameters, ...explicit }).filter(
		([name, value]) => !idle.has(name) && !(value === 0 && OMITTED_WHEN_ZERO.includes(name)),
	);
	return { ...Object.fromEntries(active), order };
}
