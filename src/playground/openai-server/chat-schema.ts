/** The body of `POST /v1/chat/completions`, field by field; anything else is refused. */

import { z } from 'zod';

const finite = z.number();
const penalty = finite.min(-2).max(2);
const textPart = z.strictObject({ type: z.literal('text'), text: z.string() });

const message = z.strictObject({
	role: z.enum(['system', 'user', 'assistant']),
	content: z.union([z.string(), z.array(textPart).min(1)]),
	name: z.string().min(1).optional(),
});

/** Unknown fields, wrong types and values out of bounds fail. */
export const chatRequestSchema = z.strictObject({
	model: z.string().min(1),
	messages: z.array(message),
	max_tokens: z.int().positive().optional(),
	max_completion_tokens: z.int().positive().optional(),
	temperature: finite.min(0).max(2).optional(),
	top_p: finite.min(0).max(1).optional(),
	frequency_penalty: penalty.optional(),
	presence_penalty: penalty.optional(),
	stop: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(4)]).optional(),
	stream: z.boolean().optional(),
	stream_options: z.strictObject({ include_usage: z.boolean().optional() }).optional(),
	seed: z.int().optional(),
	n: z.literal(1).optional(),
	user: z.string().optional(),
});

/** A body that passed. */
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** A message with its content in one text. */
export interface SentMessage {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string;
}

/** The messages in their order. */
export function messagesOf({ messages }: ChatRequest): readonly SentMessage[] {
	return messages.map(({ role, content }) => ({
		role,
		content: typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
	}));
}
