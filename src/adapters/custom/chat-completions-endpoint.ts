/** `POST /v1/chat/completions`: one choice per chunk, as OpenAI and those who follow it send it. */
import type { TextEndpoint, WireEvent } from '#core/reply/text-endpoint';

type JsonObject = Readonly<Record<string, unknown>>;

/** Where servers put reasoning, beside the reply. */
const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const;

/**
 * Reads the first choice's `delta`, or `message` where a server answers in one piece: reasoning, text, and the finish
 * reason; all may come in one chunk, and so may pieces of calls of tools. Chunks without choices, such as those with `usage`, say nothing.
 */
export const CHAT_COMPLETIONS_ENDPOINT: TextEndpoint = {
	path: '/chat/completions',
	sentinel: '[DONE]',
	read(payload) {
		const choices = payload['choices'];
		const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
		if (!isObject(choice)) return [];
		const words = [choice['delta'], choice['message']].find(isObject);
		return [...(words === undefined ? [] : wordsOf(words)), ...finishOf(choice['finish_reason'])];
	},
};

function wordsOf(words: JsonObject): readonly WireEvent[] {
	const reasoning = REASONING_FIELDS.map((field) => words[field]).find(isWords);
	return [
		...(reasoning === undefined ? [] : [{ kind: 'thinking', text: reasoning } as const]),
		...contentOf(words['content']),
		...callsOf(words['tool_calls']),
	];
}

/** Pieces of calls; arguments are a text, of which some servers make an object. */
function callsOf(calls: unknown): readonly WireEvent[] {
	if (!Array.isArray(calls)) return [];
	return calls.filter(isObject).flatMap((call): readonly WireEvent[] => {
		const { index, id } = call;
		const called = isObject(call['function']) ? call['function'] : {};
		const { name, arguments: given } = called;
		const piece = {
			index: typeof index === 'number' ? index : null,
			id: isWords(id) ? id : null,
			name: isWords(name) ? name : null,
			argumentsText: typeof given === 'string' ? given : isObject(given) ? JSON.stringify(given) : '',
		};
		return [{ kind: 'call', piece }];
	});
}

/** A text, or a list of parts, among which may be reasoning. */
function contentOf(content: unknown): readonly WireEvent[] {
	if (isWords(content)) return [{ kind: 'text', text: content }];
	if (!Array.isArray(content)) return [];
	return content.filter(isObject).flatMap((part): readonly WireEvent[] => {
		const { type, text, thinking } = part;
		if (type === 'thinking') {
			const inner = Array.isArray(thinking) ? contentOf(thinking) : contentOf(thinking ?? text);
			return inner.flatMap((event) => ('text' in event ? [{ kind: 'thinking', text: event.text } as const] : []));
		}
		return isWords(text) ? [{ kind: 'text', text }] : [];
	});
}

function finishOf(reason: unknown): readonly WireEvent[] {
	if (!isWords(reason)) return [];
	if (reason === 'content_filter') return [{ kind: 'withheld' }];
	return [{ kind: 'end', reason: reason === 'length' ? 'length' : 'stop' }];
}

function isWords(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
