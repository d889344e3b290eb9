/** Turns what Discord returned into the list of what was said, oldest first. */
import { convertMentions } from '#core/text/mentions';
import { indentLabels } from '#core/text/neutralise';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { HistoryBuild } from './annotation.ts';
import type { HistoryDropReason, HistoryFacts, SimplifiedHistory } from './history-facts.ts';
import { personasByName } from './known-personas.ts';
import { mergeMessages } from './merge-messages.ts';
import { createNaming } from './naming.ts';
import { type NoticeReading, noticeAuthorOf, noticeOf } from './notices.ts';
import { orderMessages } from './order-messages.ts';
import { blockNotice, isBlocked } from './redact-blocked.ts';
import { createAuthorResolver } from './resolve-author.ts';
import { simplifyMessage } from './simplify-message.ts';
import { systemEmbedAuthorId, systemEntry } from './system-entry.ts';
import { systemEventEntry } from './system-events.ts';
import { withThreadStart } from './thread-start.ts';

/**
 * The conversation as one list (seed: `buildSimplifiedHistory`). `messages` is oldest first and may lack the turn's lines.
 * Pure and linear; whatever is not in the list is accounted for in `dropped`.
 */
export function buildSimplifiedHistory(messages: readonly ChatMessage[], facts: HistoryFacts): SimplifiedHistory {
	const told = messages.map(withThreadStart);
	const build = prepare(told, facts);
	const { ordered, dropped } = orderMessages(told, facts, build.authors);
	const reasons = [...dropped];
	const entries: SimplifiedMessageForContext[] = [];
	for (const message of ordered) {
		const entry = entryOf(message, build);
		if (typeof entry === 'string') reasons.push({ id: message.id, reason: entry });
		else entries.push(entry);
	}
	const users = new Map(build.naming.users);
	users.delete(facts.selfId);
	return {
		entries: mergeMessages(entries, facts),
		dropped: reasons,
		visibleRawMessages: ordered.filter((message) => !isBlockedAuthor(message, build)),
		userNames: users,
		thingNames: { roles: build.naming.roles, channels: build.naming.channels },
	};
}

function prepare(messages: readonly ChatMessage[], facts: HistoryFacts): HistoryBuild {
	const all = [...facts.turnLines, ...messages];
	const naming = createNaming(all, facts);
	const authors = createAuthorResolver({ facts, naming, personas: personasByName(facts) });
	const byId = new Map<Snowflake, ChatMessage>(all.map((message) => [message.id, message]));
	return { facts, naming, authors, byId };
}

function isBlockedAuthor(message: ChatMessage, build: HistoryBuild): boolean {
	return isBlocked(build.authors.userIdOf(message), message.guildId, build.facts);
}

/** Who keeps out comes before everything else, what the bot's marks say before what its messages look like. */
function entryOf(message: ChatMessage, build: HistoryBuild): SimplifiedMessageForContext | HistoryDropReason {
	const { facts, authors } = build;
	if (facts.privateUserIds.has(authors.userIdOf(message))) return 'private-author';
	if (message.kind === 'system') return systemEventEntry(message, build) ?? 'system-message';
	if (isBlockedAuthor(message, build)) return blockNotice(message, build);
	const notice = authors.isOurs(message) ? noticeOf(message, message, facts) : null;
	if (notice !== null) return noticeEntry(message, notice, build);
	return simplifyMessage(message, build) ?? 'empty';
}

function noticeEntry(
	message: ChatMessage,
	notice: NoticeReading,
	{ naming, facts }: HistoryBuild,
): SimplifiedMessageForContext | HistoryDropReason {
	if (notice.text === '') return 'notice';
	const authorId = noticeAuthorOf(message.id, facts);
	if (authorId !== null && facts.privateUserIds.has(authorId)) return 'private-author';
	if (authorId !== null && isBlocked(authorId, message.guildId, facts)) return 'notice';
	return systemEntry(message, {
		authorId: systemEmbedAuthorId,
		text: insideNote(convertMentions(notice.text, naming)),
		narration: notice.narration === null ? null : convertMentions(notice.narration, naming),
	});
}

/** People and models write what notices say: it ends no note of ours and opens no turn (ruling H14). */
function insideNote(text: string): string {
	return indentLabels(text.replaceAll('[', '(').replaceAll(']', ')'), 1);
}
