/** The body of `POST /oa/v1/completions`, field by field; anything else is refused. */

import { z } from 'zod';

const finite = z.number();
const tokenId = z.int().nonnegative();
const penalty = finite.min(-2).max(2);

/** Unknown fields, wrong types and values out of bounds fail. */
export const completionRequestSchema = z.strictObject({
	model: z.string(),
	prompt: z.union([z.string(), z.array(z.string()).min(1), z.array(tokenId).min(1), z.array(z.array(tokenId)).min(1)]),
	max_tokens: z.int().positive().optional(),
	temperature: finite.min(0).max(2).optional(),
	top_p: finite.min(0).max(1).optional(),
	top_k: z.int().min(0).optional(),
	min_p: finite.min(0).max(1).optional(),
	frequency_penalty: penalty.optional(),
	presence_penalty: penalty.optional(),
	stop: z.union([z.string().min(1), z.array(z.string().min(1))]).optional(),
	stream: z.boolean().optional(),
	seed: z.int().optional(),
	n: z.literal(1).optional(),
	best_of: z.literal(1).optional(),
	echo: z.literal(false).optional(),
	logprobs: z.int().nonnegative().optional(),
	logit_bias: z.record(z.string().regex(/^\d+$/), finite.min(-100).max(100)).optional(),
	user: z.string().optional(),
	suffix: z.string().optional(),
	enable_thinking: z.boolean().optional(),
	generation_prefix: z.string().optional(),
	unified_linear: finite.optional(),
	unified_quadratic: finite.optional(),
	unified_cubic: finite.optional(),
	unified_increase_linear_with_entropy: finite.optional(),
});

/** A body that passed. */
export type CompletionRequest = z.infer<typeof completionRequestSchema>;
