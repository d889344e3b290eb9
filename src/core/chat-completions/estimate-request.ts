/** What the words of a body take that is about to be sent. */
import { approximateTokens } from './approximate-tokens.ts';

/**
 * In tokens; null where it shows something, of which every server makes another number. What stands around messages is
 * not among it, so that a count held against it is rather too high than too low for prompts of any other length.
 */
export function estimateRequest(body: Readonly<Record<string, unknown>>): number | null {
	const { messages, tools } = body;
	if (!Array.isArray(messages)) return null;
	let tokens = tools === undefined ? 0 : approximateTokens(JSON.stringify(tools));
	for (const message of messages) {
		const text = textOf(message);
		if (text === null) return null;
		tokens += approximateTokens(text);
	}
	return tokens;
}

function textOf(message: unknown): string | null {
	const { content, tool_calls: calls } = Object(message);
	const called = calls === undefined ? '' : JSON.stringify(calls);
	if (content === null || content === undefined) return called;
	return typeof content === 'string' ? content + called : null;
}
