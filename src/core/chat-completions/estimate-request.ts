/** What a body that is about to be sent takes, estimated in the same way as its pieces were. */
import { approximateTokens } from './approximate-tokens.ts';
import { framingTokens } from './candidates.ts';
import { conversationTokens } from './fit-messages.ts';

/** In tokens; null where it shows something, of which every server makes another number. */
export function estimateRequest(body: Readonly<Record<string, unknown>>): number | null {
	const { messages, tools } = body;
	if (!Array.isArray(messages)) return null;
	let tokens = conversationTokens + (tools === undefined ? 0 : approximateTokens(JSON.stringify(tools)));
	for (const message of messages) {
		const text = textOf(message);
		if (text === null) return null;
		tokens += approximateTokens(text) + framingTokens;
	}
	return tokens;
}

function textOf(message: unknown): string | null {
	const { content, tool_calls: calls } = Object(message);
	const called = calls === undefined ? '' : JSON.stringify(calls);
	if (content === null || content === undefined) return called;
	return typeof content === 'string' ? content + called : null;
}
