/** Turns what Discord returned into the list of what was said, oldest first. */
import { isBlankText } from '#core/text/blank-text';
import { convertMentions } from '#core/text/mentions';
import { plainLabel } from '#core/text/plain-label';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';

/** What the simplification needs to know beside the messages. */
export interface HistoryFacts {
	readonly selfId: Snowflake;
	readonly personaName: string;
	/** Our own notices, which are no part of the conversation (ruling H20). */
	readonly noticeIds: ReadonlySet<Snowflake>;
	/** The lines that this turn answers, oldest first; they close the list. */
	readonly turnLines: readonly ChatMessage[];
}

/** Why a message is not in the list. */
export type HistoryDropReason = 'system-message' | 'notice' | 'no-text' | 'after-trigger';

/** The list, and what was left out of it. */
export interface SimplifiedHistory {
	readonly entries: readonly SimplifiedMessageForContext[];
	readonly dropped: readonly { readonly id: Snowflake; readonly reason: HistoryDropReason }[];
}

/**
 * The conversation as one list. The turn's own lines stand last, so that the persona answers them; lines that others
 * wrote after the trigger wait for their own turn, while the persona's later words stay, since they were said.
 */
export function buildSimplifiedHistory(messages: readonly ChatMessage[], facts: HistoryFacts): SimplifiedHistory {
	const names = namesIn([...messages, ...facts.turnLines], facts);
	const newest = new Map(messages.map((message) => [message.id, message]));
	const turnLines = facts.turnLines.map((line) => newest.get(line.id) ?? line);
	const turnIds = new Set(turnLines.map((line) => line.id));
	const triggerId = turnLines.at(-1)?.id ?? null;
	const entries: SimplifiedMessageForContext[] = [];
	const dropped: { id: Snowflake; reason: HistoryDropReason }[] = [];
	for (const message of [...messages.filter((candidate) => !turnIds.has(candidate.id)), ...turnLines]) {
		const reason = dropReason(message, facts, turnIds.has(message.id) ? null : triggerId);
		if (reason) dropped.push({ id: message.id, reason });
		else entries.push(simplify(message, facts, names));
	}
	return { entries, dropped };
}

function dropReason(message: ChatMessage, facts: HistoryFacts, triggerId: Snowflake | null): HistoryDropReason | null {
	if (message.kind === 'system') return 'system-message';
	if (message.author.kind === 'self' && (message.noticeKind !== null || facts.noticeIds.has(message.id)))
		return 'notice';
	if (isBlankText(message.content)) return 'no-text';
	if (triggerId !== null && message.author.kind !== 'self' && isNewer(message.id, triggerId)) return 'after-trigger';
	return null;
}

/** Snowflakes grow with time; a longer decimal string is the larger number. */
function isNewer(id: Snowflake, than: Snowflake): boolean {
	return id.length === than.length ? id > than : id.length > than.length;
}

function namesIn(messages: readonly ChatMessage[], facts: HistoryFacts): ReadonlyMap<string, string> {
	const names = new Map<string, string>();
	for (const message of messages) {
		for (const mentioned of message.mentionedUsers)
			names.set(mentioned.id, plainLabel(mentioned.displayName, 'someone'));
		names.set(message.author.id, plainLabel(message.author.displayName, 'someone'));
	}
	names.set(facts.selfId, facts.personaName);
	return names;
}

function simplify(
	message: ChatMessage,
	facts: HistoryFacts,
	names: ReadonlyMap<string, string>,
): SimplifiedMessageForContext {
	const byPersona = message.author.kind === 'self';
	const content = convertMentions(message.content, names);
	return {
		id: message.id,
		authorId: message.author.id,
		authorName: byPersona ? facts.personaName : (names.get(message.author.id) ?? 'someone'),
		authorType: byPersona ? 'persona' : 'user',
		personaName: byPersona ? facts.personaName : null,
		content,
		completionContent: content,
		createdAtMs: message.createdAtMs,
	};
}
