/** The body of `POST /v1/chat/completions`, field by field; anything else is refused. */

import { z } from 'zod';

const finite = z.number();
const penalty = finite.min(-2).max(2);
const address = z.strictObject({ url: z.string().min(1), detail: z.enum(['auto', 'low', 'high']).optional() });
const part = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('text'), text: z.string().regex(/\S/, 'no piece may be empty') }),
	z.strictObject({ type: z.literal('image_url'), image_url: address }),
	z.strictObject({ type: z.literal('video_url'), video_url: address.omit({ detail: true }) }),
]);

const content = z.union([z.string(), z.array(part).min(1)]);
const name = z.string().min(1).optional();
const toolName = z.string().regex(/^[\w-]{1,64}$/);

const toolCall = z.strictObject({
	id: z.string().min(1),
	type: z.literal('function'),
	function: z.strictObject({ name: toolName, arguments: z.string().refine(isObjectText, 'must be a JSON object') }),
});

const message = z.discriminatedUnion('role', [
	z.strictObject({ role: z.enum(['system', 'user']), content, name }),
	z
		.strictObject({
			role: z.literal('assistant'),
			content: content.nullable(),
			name,
			tool_calls: z.array(toolCall).min(1).optional(),
		})
		.refine((given) => given.content !== null || given.tool_calls !== undefined, 'content is missing'),
	z.strictObject({ role: z.literal('tool'), content: z.string(), tool_call_id: z.string().min(1) }),
]);

const tool = z.strictObject({
	type: z.literal('function'),
	function: z.strictObject({
		name: toolName,
		description: z.string().min(1).optional(),
		parameters: z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()) }),
	}),
});

function isObjectText(text: string): boolean {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value);
	} catch {
		return false;
	}
}

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
	tools: z.array(tool).min(1).optional(),
	tool_choice: z.enum(['auto', 'none']).optional(),
	user: z.string().optional(),
});

/** A body that passed. */
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** Something that a message shows. */
export interface ShownPart {
	readonly kind: 'image' | 'video';
	readonly url: string;
}

/** A message with its words in one text. */
export interface SentMessage {
	readonly role: 'system' | 'user' | 'assistant' | 'tool';
	readonly content: string;
	/** The ids of what an assistant called; absent where it called nothing. */
	readonly calls?: readonly string[];
	/** What a tool answers. */
	readonly callId?: string;
	/** Absent where nothing is shown. */
	readonly shown?: readonly ShownPart[];
}

type Content = ChatRequest['messages'][number]['content'];

/** The messages in their order. */
export function messagesOf({ messages }: ChatRequest): readonly SentMessage[] {
	return messages.map((message) => {
		const { role, content } = message;
		const calls = message.role === 'assistant' ? message.tool_calls?.map(({ id }) => id) : undefined;
		const callId = message.role === 'tool' ? message.tool_call_id : undefined;
		const shown = content === null || typeof content === 'string' ? [] : content.flatMap(shownPart);
		return {
			role,
			content: wordsOf(content),
			...(shown.length === 0 ? {} : { shown }),
			...(calls && { calls }),
			...(callId && { callId }),
		};
	});
}

function wordsOf(content: Content): string {
	if (content === null || typeof content === 'string') return content ?? '';
	return content.map((each) => (each.type === 'text' ? each.text : '')).join('');
}

function shownPart(each: z.infer<typeof part>): readonly ShownPart[] {
	if (each.type === 'image_url') return [{ kind: 'image', url: each.image_url.url }];
	return each.type === 'video_url' ? [{ kind: 'video', url: each.video_url.url }] : [];
}
