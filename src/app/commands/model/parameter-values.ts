/** Reads the values of `/model parameters`. */
import type { ThinkingLevel } from '#domain/sampling';
import type { SamplerName } from '#domain/settings';
import { err, ok, type Result } from '#lib/result';

/** A number that may be set: its option and its range. */
export interface NumberParameter {
	readonly option: string;
	readonly min: number;
	readonly max: number;
	readonly isWhole: boolean;
}

/** Samplers by their settings' name. */
export const SAMPLER_PARAMETERS: readonly (NumberParameter & { readonly sampler: SamplerName })[] = [
	{ option: 'temperature', sampler: 'temperature', min: 0, max: 2, isWhole: false },
	{ option: 'top_p', sampler: 'topP', min: 0, max: 1, isWhole: false },
	{ option: 'top_k', sampler: 'topK', min: 0, max: 1000, isWhole: true },
	{ option: 'min_p', sampler: 'minP', min: 0, max: 1, isWhole: false },
	{ option: 'frequency', sampler: 'frequencyPenalty', min: -2, max: 2, isWhole: false },
	{ option: 'presence', sampler: 'presencePenalty', min: -2, max: 2, isWhole: false },
];

/** Tokens of a reply. */
export const OUTPUT_PARAMETER: NumberParameter = {
	option: 'max_output_tokens',
	min: 1,
	max: 131_072,
	isWhole: true,
};

/** The thinking levels that may be chosen. */
export const THINKING_LEVELS = ['auto', 'none', 'low', 'medium', 'high'] as const satisfies readonly ThinkingLevel[];

/** What takes a value back, so that it comes from the preset or the model again. */
export const DEFAULT_VALUE = 'default';

const NUMBER = /^[+-]?(?:\d{1,7}(?:[.,]\d{1,6})?|[.,]\d{1,6})$/;

/** The number, or null for `default`; a comma is read like a point. Fails when it is no number of the range. */
export function readNumber(text: string, parameter: NumberParameter): Result<number | null, NumberParameter> {
	const trimmed = text.trim();
	if (trimmed.toLowerCase() === DEFAULT_VALUE) return ok(null);
	const value = NUMBER.test(trimmed) ? Number(trimmed.replace(',', '.')) : Number.NaN;
	const isInside = value >= parameter.min && value <= parameter.max;
	return isInside && (!parameter.isWhole || Number.isInteger(value)) ? ok(value) : err(parameter);
}

/** The level, or null for anything else. */
export function readThinkingLevel(text: string): ThinkingLevel | null {
	return THINKING_LEVELS.find((level) => level === text) ?? null;
}
