/** Which messages a turn sees, and in which order: from the last reset on, with the turn's own lines at the end. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { DroppedMessage, HistoryFacts } from './history-facts.ts';
import { noticeKindOf } from './notices.ts';
import type { Authored, AuthorResolver } from './resolve-author.ts';

/** The messages to simplify, and those that are left out before anybody looks at them. */
export interface OrderedMessages {
	readonly ordered: readonly ChatMessage[];
	readonly dropped: readonly DroppedMessage[];
}

/**
 * `messages` is oldest first. The last `reset` notice ends what came before it, itself included; the last
 * `compact_refresh` stays, because it carries the summary. The turn's lines stand last in their newest wording, even when
 * they are gone from the channel; what others wrote after the trigger waits for its own turn, while what the bot said
 * stays, since it was said.
 */
export function orderMessages(
	messages: readonly ChatMessage[],
	facts: HistoryFacts,
	authors: AuthorResolver,
): OrderedMessages {
	const turnIds = new Set(facts.turnLines.map((line) => line.id));
	const newest = new Map<Snowflake, ChatMessage>();
	for (const message of messages) if (turnIds.has(message.id)) newest.set(message.id, message);
	const turnLines = facts.turnLines.map((line) => newest.get(line.id) ?? line);
	const triggerId = turnLines.at(-1)?.id ?? null;
	const start = startOf(messages, facts, authors);
	const ordered: ChatMessage[] = [];
	const dropped: DroppedMessage[] = [];
	messages.forEach((message, index) => {
		if (turnIds.has(message.id)) return;
		if (index < start) dropped.push({ id: message.id, reason: 'before-reset' });
		else if (triggerId !== null && isNewer(message.id, triggerId) && !isBotSpeaking(message, authors))
			dropped.push({ id: message.id, reason: 'after-trigger' });
		else ordered.push(message);
	});
	return { ordered: [...ordered, ...turnLines], dropped };
}

/** Snowflakes grow with time; a longer decimal string is the larger number. */
function isNewer(id: Snowflake, than: Snowflake): boolean {
	return id.length === than.length ? id > than : id.length > than.length;
}

function isBotSpeaking(message: Authored, authors: AuthorResolver): boolean {
	return authors.isOurs(message) || authors.resolve(message).persona !== null;
}

/** Where the conversation begins. A reset itself is left to the notices, which drop it as one. */
function startOf(messages: readonly ChatMessage[], facts: HistoryFacts, authors: AuthorResolver): number {
	const marker = messages.findLastIndex((message) => {
		if (!authors.isOurs(message)) return false;
		const kind = noticeKindOf(message, facts);
		return kind === 'reset' || kind === 'compact_refresh';
	});
	return Math.max(0, marker);
}
