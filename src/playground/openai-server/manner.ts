/** What servers of several makes do not take, in their own words. */

import { openaiError } from './openai-error.ts';

/** Whose words are used for a prompt that is too long. */
export type OverflowWords = 'openai' | 'llama.cpp' | 'vllm' | 'lm-studio' | 'wordless';

/** How a server refuses what others take. */
export interface Manner {
	/** Default `openai`, where a client is expected to know better, so that it counts as a violation. */
	readonly overflow?: OverflowWords;
	/** Fields that it refuses wherever they stand, as OpenAI's models with reasoning do. */
	readonly refusedFields?: readonly string[];
}

/** What was asked for, in tokens. */
export interface AskedSize {
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly windowTokens: number;
}

/** The refusal of a prompt that is too long. */
export function overflowError(words: OverflowWords, size: AskedSize): Response {
	const { inputTokens, outputTokens, windowTokens } = size;
	const total = inputTokens + outputTokens;
	switch (words) {
		case 'openai': {
			const message = `This model's maximum context length is ${windowTokens} tokens. However, you requested ${total} tokens (${inputTokens} in the messages, ${outputTokens} in the completion). Please reduce the length of the messages or completion.`;
			return openaiError(400, message, { code: 'context_length_exceeded', param: 'messages' });
		}
		case 'llama.cpp': {
			const message = `request (${inputTokens} tokens) exceeds the available context size (${windowTokens} tokens), try increasing it`;
			const sizes = { n_prompt_tokens: inputTokens, n_ctx: windowTokens };
			return Response.json(
				{ error: { code: 400, message, type: 'exceed_context_size_error', ...sizes } },
				{ status: 400 },
			);
		}
		case 'vllm': {
			const message = `This model's maximum context length is ${windowTokens} tokens. However, your request has ${inputTokens} input tokens. Please reduce the length of the input messages.`;
			return Response.json(
				{ object: 'error', message, type: 'BadRequestError', param: null, code: 400 },
				{ status: 400 },
			);
		}
		case 'lm-studio': {
			const message = `Trying to keep the first ${inputTokens} tokens when context the overflows. However, the model is loaded with context length of only ${windowTokens} tokens, which is not enough.`;
			const event = `event: error\ndata: ${JSON.stringify({ error: { message } })}\n\n`;
			return new Response(event, { headers: { 'content-type': 'text/event-stream' } });
		}
		case 'wordless':
			return openaiError(400, 'Please reduce the length of the messages.', { code: 'context_length_exceeded' });
	}
}

/** The refusal of a field, or null where the body has none that is refused. */
export function fieldError(body: unknown, { refusedFields = [] }: Manner): Response | null {
	const sent = typeof body === 'object' && body !== null ? Object.keys(body) : [];
	const field = sent.find((name) => refusedFields.includes(name));
	if (field === undefined) return null;
	const advice = field === 'max_tokens' ? " Use 'max_completion_tokens' instead." : '';
	const message = `Unsupported parameter: '${field}' is not supported with this model.${advice}`;
	return openaiError(400, message, { param: field, code: 'unsupported_parameter' });
}
