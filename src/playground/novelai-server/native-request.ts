/** The body of `POST /ai/generate` and `/ai/generate-stream`, field by field; anything else is refused. */

import { z } from 'zod';

const tokenId = z.int().nonnegative();
const tokenSequence = z.array(tokenId).min(1);
const share = z.number().min(0).max(1);
const additivePenalty = z.number().min(-16).max(16);
const prefix = z.enum([
	'vanilla',
	'special_instruct',
	'special_proseaugmenter',
	'special_openings',
	'theme_textadventure',
]);
const samplerIdMax = 10;

const parametersSchema = z.strictObject({
	use_string: z.boolean(),
	max_length: z.int().min(1).max(2048),
	min_length: z.int().min(1).max(2048).optional(),
	temperature: z.number().min(0.1).max(100).optional(),
	top_k: z.int().min(0).optional(),
	top_p: share.optional(),
	top_a: share.optional(),
	typical_p: share.optional(),
	tail_free_sampling: share.optional(),
	min_p: share.optional(),
	top_g: z.number().min(0).max(65_536).optional(),
	mirostat_tau: z.number().min(0).optional(),
	mirostat_lr: share.optional(),
	math1_temp: z.number().optional(),
	math1_quad: z.number().optional(),
	math1_quad_entropy_scale: z.number().optional(),
	repetition_penalty: z.number().positive().optional(),
	repetition_penalty_range: z.int().min(0).max(8192).optional(),
	repetition_penalty_slope: z.number().min(0).max(10).optional(),
	repetition_penalty_frequency: additivePenalty.optional(),
	repetition_penalty_presence: additivePenalty.optional(),
	repetition_penalty_whitelist: z.array(tokenId).optional(),
	phrase_rep_pen: z.enum(['off', 'very_light', 'light', 'medium', 'aggressive', 'very_aggressive']).optional(),
	cfg_scale: z.number().min(0).optional(),
	cfg_uc: z.string().optional(),
	order: z
		.array(z.int().min(0).max(samplerIdMax))
		.refine((order) => new Set(order).size === order.length, 'a sampler is listed twice')
		.optional(),
	stop_sequences: z.array(tokenSequence).max(1024).optional(),
	bad_words_ids: z.array(tokenSequence).max(2048).optional(),
	logit_bias_exp: z
		.array(
			z.strictObject({
				sequence: tokenSequence,
				bias: z.number().min(-2).max(2),
				ensure_sequence_finish: z.boolean(),
				generate_once: z.boolean(),
			}),
		)
		.max(1024)
		.optional(),
	generate_until_sentence: z.boolean().optional(),
	num_logprobs: z.int().min(0).max(30).optional(),
	prefix: prefix.optional(),
	bracket_ban: z.boolean().optional(),
	eos_token_id: tokenId.optional(),
	line_start_ids: z.array(tokenId).optional(),
	valid_first_tokens: z.array(tokenId).optional(),
	/** Legacy fields that clients still send, always false. */
	use_cache: z.literal(false).optional(),
	return_full_text: z.literal(false).optional(),
});

/** Unknown fields, wrong types and values out of bounds fail. */
export const nativeRequestSchema = z.strictObject({
	input: z.string().max(100_000),
	model: z.string(),
	parameters: parametersSchema,
	prefix: prefix.optional(),
	n_samples: z.literal(1).optional(),
});

/** A body that passed. */
export type NativeRequest = z.infer<typeof nativeRequestSchema>;

/** Every token id that the body names, with the field it stands in, to be held against the vocabulary. */
export function namedTokenIds(request: NativeRequest): readonly { readonly field: string; readonly id: number }[] {
	const { parameters } = request;
	const named = (field: string, ids: readonly number[] | undefined) => (ids ?? []).map((id) => ({ field, id }));
	return [
		...named('stop_sequences', parameters.stop_sequences?.flat()),
		...named('bad_words_ids', parameters.bad_words_ids?.flat()),
		...named(
			'logit_bias_exp',
			parameters.logit_bias_exp?.flatMap((entry) => entry.sequence),
		),
		...named('repetition_penalty_whitelist', parameters.repetition_penalty_whitelist),
		...named('valid_first_tokens', parameters.valid_first_tokens),
	];
}
