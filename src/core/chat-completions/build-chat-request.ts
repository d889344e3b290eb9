/** The JSON body of a chat completion. */
import type { SamplingSelection } from '#domain/sampling';
import { STOP_STRING_LIMITS } from '#domain/sampling';
import type { ToolDefinition } from '#domain/tool-call';
import type { ChatMessage } from './chat-message.ts';

/** Endpoints refuse longer lists; the rest of the strings still end the reply here, when they are seen. */
const stopStringsMax = 4;

/** What a body is made of. */
export interface ChatRequestOptions {
	/** As the endpoint knows it. */
	readonly model: string;
	readonly messages: readonly ChatMessage[];
	readonly outputTokens: number;
	/** Null takes the endpoint's own defaults. */
	readonly sampling: SamplingSelection | null;
	readonly stopStrings: readonly string[];
	/** What may be called in fields of the reply; empty leaves the field out. */
	readonly tools: readonly ToolDefinition[];
}

/** Tools as the body lists them. */
export function chatTools(tools: readonly ToolDefinition[]): readonly object[] {
	return tools.map(({ name, description, parameters }) => ({
		type: 'function',
		function: { name, description, parameters },
	}));
}

/** The body; what nobody set is left to the endpoint, and the fields that only some servers know are among that. */
export function buildChatRequest(options: ChatRequestOptions): Readonly<Record<string, unknown>> {
	const { model, messages, outputTokens, sampling, stopStrings, tools } = options;
	const edits = sampling?.edits ?? {};
	const stop = stopStrings
		.filter((text) => text !== '' && text.length <= STOP_STRING_LIMITS.stopStringCharactersMax)
		.slice(0, stopStringsMax);
	const set: Readonly<Record<string, number | undefined>> = {
		temperature: edits.temperature,
		top_p: edits.topP,
		frequency_penalty: edits.frequencyPenalty,
		presence_penalty: edits.presencePenalty,
		top_k: edits.topK,
		min_p: edits.minP,
	};
	return {
		model,
		messages,
		stream: true,
		max_tokens: outputTokens,
		...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)),
		...(stop.length === 0 ? {} : { stop }),
		...(tools.length === 0 ? {} : { tools: chatTools(tools) }),
	};
}
