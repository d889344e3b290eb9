/** Which sampling parameters a request carries: the model's own or a preset's, changed by what people set since. */
import type { SamplingOverrides, SamplingSelection } from '#domain/sampling';
import type { Samplers } from '../presets/preset.ts';
import { presetOf } from '../presets/preset-catalog.ts';
import type { Profile } from '../profiles/profile.ts';

/** What the parameters follow from. */
export interface SamplerQuestion {
	readonly profile: Profile;
	/** Of the scope whose key serves. */
	readonly selection: SamplingSelection;
	readonly isFallbackAttempt: boolean;
}

/** Parameters by the API's names, as the body holds them. */
export type SamplerParameters = Readonly<Record<string, number | string | readonly number[]>>;

type ActiveOverrides = readonly (readonly [name: string, value: number])[];

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

/** The native API rejects 0 here or takes it for something else than "off", so a 0 is left out. */
const OMITTED_WHEN_ZERO: readonly string[] = ['repetition_penalty_range', 'repetition_penalty_slope'];

/** Values at which a sampler does nothing. */
const OFF: Readonly<Record<string, number>> = { top_k: 0, top_p: 1, min_p: 0 };

/** The lowest temperature that the native API takes. */
const nativeTemperatureMin = 0.1;

/**
 * The parameters of one request. A preset that is unknown or made for other models contributes nothing, and a fallback
 * attempt takes nothing that was chosen for the model it stands in for: in both cases the model's own defaults serve.
 */
export function resolveSamplers(question: SamplerQuestion): SamplerParameters {
	const { profile, isFallbackAttempt } = question;
	const selection = isFallbackAttempt ? { presetName: null, edits: {} } : question.selection;
	const base = baseOf(profile, selection.presetName);
	switch (profile.transport.kind) {
		case 'completion':
			return { ...base.parameters, ...Object.fromEntries(completionOverrides(selection.edits)) };
		case 'native':
			return nativeParameters(base, nativeOverrides(selection.edits));
	}
}

/** The samplers that the edits change. */
function baseOf(profile: Profile, presetName: string | null): Samplers {
	const preset = presetName === null ? null : presetOf(presetName);
	return preset !== null && preset.target === profile.presetTarget ? preset : profile.baseSamplers;
}

function set(names: Readonly<Record<string, number | undefined>>): ActiveOverrides {
	return Object.entries(names).filter((entry): entry is [string, number] => entry[1] !== undefined);
}

/** What people set, by the names of the completion API; a field that nobody set is left to the base. */
function completionOverrides(edits: SamplingOverrides): ActiveOverrides {
	return set({
		temperature: edits.temperature,
		top_k: edits.topK,
		top_p: edits.topP,
		min_p: edits.minP,
		frequency_penalty: edits.frequencyPenalty,
		presence_penalty: edits.presencePenalty,
	});
}

/** What people set, by the names of the native API. */
function nativeOverrides(edits: SamplingOverrides): ActiveOverrides {
	const { temperature } = edits;
	return set({
		temperature: temperature === undefined ? undefined : Math.max(nativeTemperatureMin, temperature),
		top_k: edits.topK,
		top_p: edits.topP,
		min_p: edits.minP,
		repetition_penalty_frequency: edits.frequencyPenalty,
		repetition_penalty_presence: edits.presencePenalty,
	});
}

/**
 * `order` is the preset's, and parameters of samplers that it leaves out are dropped. An edit of such a sampler appends
 * it, and an edit that turns a sampler off takes it out, so that an edit always acts (ruling N6).
 */
function nativeParameters(base: Samplers, overrides: ActiveOverrides): SamplerParameters {
	const edited = new Map(overrides);
	const isOff = (name: string) => edited.has(name) && edited.get(name) === OFF[name];
	const isRunning = ({ id, parameters }: (typeof NATIVE_SAMPLERS)[number]) =>
		!parameters.some(isOff) && (base.order.includes(id) || parameters.some((name) => edited.has(name)));
	const running = NATIVE_SAMPLERS.filter(isRunning);
	const idle = new Set(NATIVE_SAMPLERS.filter((sampler) => !isRunning(sampler)).flatMap((one) => one.parameters));
	const runningIds = running.map(({ id }) => id);
	const order = [
		...base.order.filter((id) => runningIds.includes(id)),
		...runningIds.filter((id) => !base.order.includes(id)),
	];
	const active = Object.entries({ ...base.parameters, ...Object.fromEntries(overrides) }).filter(
		([name, value]) => !idle.has(name) && !(value === 0 && OMITTED_WHEN_ZERO.includes(name)),
	);
	return { ...Object.fromEntries(active), order };
}
