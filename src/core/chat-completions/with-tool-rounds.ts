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

/** What is looked at of what the model wrote in one round, and of one call's arguments, in UTF-16 units. */
const writtenUnitsMax = 32_000;

/** The shortest reply that results may leave room for, in tokens. */
const outputTokensFloor = 64;

/** Tokens of a window that calls and their results may fill. */
export function toolRoomTokens(windowTokens: number): number {
	return Math.min(toolRoomTokensMax, Math.floor(windowTokens / toolRoomShare));
}

/**
 * The body of the next request: the calls and their results stand behind the conversation, in the form in which the
 * model called. Results that take more than the room kept free shorten each other; what the model wrote itself takes of
 * the reply's room, and is shortened where it wrote more than that. Behind the last round nothing may be called any more.
 */
export function withToolRounds(prepared: PreparedPrompt): PreparedPrompt['body'] {
	const { toolRounds = [], body, report, tokenScale = 1 } = prepared;
	if (toolRounds.length === 0) return body;
	const asked = report.outputTokensMax;
	const floor = Math.min(outputTokensFloor, asked);
	const free = report.windowTokens - report.inputTokens;
	const room = toolRoomTokens(report.windowTokens);
	const added = fittedRounds(toolRounds, { free: (free - floor) / tokenScale, results: room / tokenScale });
	const left = Math.floor(free - tokensOf(added) * tokenScale);
	const isLast = toolRounds.length >= TOOL_LIMITS.roundsMax && body['tools'] !== undefined;
	return {
		...body,
		messages: joined(body['messages'] as readonly ChatMessage[], added),
		max_tokens: Math.max(floor, Math.min(asked, left)),
		...(isLast ? { tool_choice: 'none' } : {}),
	};
}

/** What rounds may take altogether, and what their results may take of it, in estimated tokens. */
interface RoundsRoom {
	readonly free: number;
	readonly results: number;
}

/** How long each text may be, in UTF-16 units. */
interface UnitsMax {
	readonly written: number;
	readonly result: number;
}

/** Halves the longest texts, first those that the model wrote, until everything fits, or nothing is left to take. */
function fittedRounds(rounds: readonly ToolRound[], { free, results }: RoundsRoom): readonly SentMessage[] {
	const sized = (unitsMax: UnitsMax): { readonly messages: readonly SentMessage[]; readonly tokens: number } => {
		const messages = rounds.flatMap((round) => messagesOf(round, unitsMax));
		return { messages, tokens: tokensOf(messages) };
	};
	let written: number = writtenUnitsMax;
	let bare = sized({ written, result: 0 });
	while (bare.tokens > free - results / 2 && written > 1) {
		written = Math.floor(written / 2);
		bare = sized({ written, result: 0 });
	}
	let result: number = TOOL_LIMITS.resultUnitsMax;
	let whole = sized({ written, result });
	while (whole.tokens > Math.min(free, bare.tokens + results) && result > 1) {
		result = Math.floor(result / 2);
		whole = sized({ written, result });
	}
	return whole.messages;
}

function tokensOf(messages: readonly SentMessage[]): number {
	return approximateTokens(JSON.stringify(messages));
}

function messagesOf({ form, said, calls, results }: ToolRound, unitsMax: UnitsMax): readonly SentMessage[] {
	const shortened = results.map(({ callId, text }) => {
		return { callId, text: neutraliseMarkers(cut(text, unitsMax.result)) };
	});
	const kept = said.length <= unitsMax.written ? said : `…${said.slice(-unitsMax.written).toWellFormed()}`;
	if (form === 'verbatim') {
		const written = calls
			.map(({ name, argumentsText }) => `\`${name}(${cut(argumentsText, unitsMax.written)})\``)
			.join('\n');
		const told = shortened.map(({ text }, place) =>
			renderSystemNote(`Result of ${calls[place]?.name || 'the call'}: ${text}`),
		);
		return [
			{ role: 'assistant', content: kept.trim() === '' ? written : `${kept.trimEnd()}\n${written}` },
			{ role: 'user', content: told.join('\n') },
		];
	}
	const isKept = (text: string): boolean => text.length <= unitsMax.written && isObjectText(text);
	return [
		{
			role: 'assistant',
			content: kept.trim() === '' ? null : kept,
			tool_calls: calls.map(({ id, name, argumentsText }) => ({
				id,
				type: 'function',
				function: { name, arguments: isKept(argumentsText) ? argumentsText : '{}' },
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
