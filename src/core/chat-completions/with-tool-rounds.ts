/** A chat that goes on after its tools were called. */
import { renderSystemNote } from '#core/text/system-note';
import type { PreparedPrompt } from '#domain/fitting';
import { TOOL_LIMITS, type ToolRound } from '#domain/tool-call';
import { approximateTokens } from './approximate-tokens.ts';
import type { CalledMessage, ChatMessage } from './chat-message.ts';
import { neutraliseMarkers } from './neutralise-markers.ts';

type SentMessage = ChatMessage | CalledMessage;

/** What is kept free for calls and their results: a part of the window, and never more than this, in tokens. */
const toolRoomShare = 8;
const toolRoomTokensMax = 2_000;

/** The shortest reply that results may leave room for, in tokens. */
const outputTokensFloor = 64;

/** Tokens of a window that calls and their results may fill. */
export function toolRoomTokens(windowTokens: number): number {
	return Math.min(toolRoomTokensMax, Math.floor(windowTokens / toolRoomShare));
}

/**
 * The body of the next request: the calls and their results stand behind the conversation, in the form in which the
 * model called. Results that take more than the room kept free shorten each other, then the reply. Behind the last round
 * nothing may be called any more.
 */
export function withToolRounds(prepared: PreparedPrompt): PreparedPrompt['body'] {
	const { toolRounds = [], body, report } = prepared;
	if (toolRounds.length === 0) return body;
	const added = fittedRounds(toolRounds, toolRoomTokens(report.windowTokens));
	const left = report.windowTokens - report.inputTokens - tokensOf(added);
	const asked = report.outputTokensMax;
	const isLast = toolRounds.length >= TOOL_LIMITS.roundsMax && body['tools'] !== undefined;
	return {
		...body,
		messages: joined(body['messages'] as readonly ChatMessage[], added),
		max_tokens: Math.max(Math.min(outputTokensFloor, asked), Math.min(asked, left)),
		...(isLast ? { tool_choice: 'none' } : {}),
	};
}

/** Halves the longest texts of results until everything fits, or nothing is left to take. */
function fittedRounds(rounds: readonly ToolRound[], roomTokens: number): readonly SentMessage[] {
	let unitsMax: number = TOOL_LIMITS.resultUnitsMax;
	let messages = rounds.flatMap((round) => messagesOf(round, unitsMax));
	while (tokensOf(messages) > roomTokens && unitsMax > 1) {
		unitsMax = Math.floor(unitsMax / 2);
		messages = rounds.flatMap((round) => messagesOf(round, unitsMax));
	}
	return messages;
}

function tokensOf(messages: readonly SentMessage[]): number {
	return approximateTokens(JSON.stringify(messages));
}

function messagesOf({ form, said, calls, results }: ToolRound, unitsMax: number): readonly SentMessage[] {
	const shortened = results.map(({ callId, text }) => ({ callId, text: neutraliseMarkers(cut(text, unitsMax)) }));
	if (form === 'verbatim') {
		const written = calls.map(({ name, argumentsText }) => `\`${name}(${argumentsText})\``).join('\n');
		const told = shortened.map(({ text }, place) =>
			renderSystemNote(`Result of ${calls[place]?.name || 'the call'}: ${text}`),
		);
		return [
			{ role: 'assistant', content: said.trim() === '' ? written : `${said.trimEnd()}\n${written}` },
			{ role: 'user', content: told.join('\n') },
		];
	}
	return [
		{
			role: 'assistant',
			content: said.trim() === '' ? null : said,
			tool_calls: calls.map(({ id, name, argumentsText }) => ({
				id,
				type: 'function',
				function: { name, arguments: isObjectText(argumentsText) ? argumentsText : '{}' },
			})),
		},
		...shortened.map(({ callId, text }) => ({ role: 'tool', tool_call_id: callId, content: text }) as const),
	];
}

/** Some servers refuse to be shown arguments that are no object, even those that their own model wrote. */
function isObjectText(text: string): boolean {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value);
	} catch {
		return false;
	}
}

function cut(text: string, unitsMax: number): string {
	return text.length <= unitsMax ? text : `${text.slice(0, unitsMax).toWellFormed()}…`;
}

/** A beginning that was given, and what the model said behind it, are one message. */
function joined(messages: readonly ChatMessage[], added: readonly SentMessage[]): readonly SentMessage[] {
	const last = messages.at(-1);
	const [first] = added;
	if (last?.role !== 'assistant' || first?.role !== 'assistant' || typeof last.content !== 'string') {
		return [...messages, ...added];
	}
	const said = typeof first.content === 'string' ? first.content : '';
	return [...messages.slice(0, -1), { ...first, content: last.content + said }, ...added.slice(1)];
}
