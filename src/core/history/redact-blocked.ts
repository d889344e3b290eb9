/** Replaces what blocked people wrote by a note that they wrote something (seed: persona user blocks). */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { HistoryBuild } from './annotation.ts';
import type { HistoryFacts } from './history-facts.ts';
import { systemEntry } from './system-entry.ts';

const hourMs = 3_600_000;

/** Whether the answering persona blocks this person now; direct messages know no blocks. */
export function isBlocked(
	userId: Snowflake,
	guildId: Snowflake | null,
	facts: Pick<HistoryFacts, 'blocks' | 'nowMs'>,
): boolean {
	const block = guildId === null ? undefined : facts.blocks.get(userId);
	return block !== undefined && (block.expiresAtMs === null || block.expiresAtMs > facts.nowMs);
}

/** The note in place of one message. Its author is the same for all messages of one person, so that a run becomes one note. */
export function blockNotice(message: ChatMessage, build: HistoryBuild): SimplifiedMessageForContext {
	const { facts, naming, authors } = build;
	const userId = authors.userIdOf(message);
	const name =
		message.author.kind === 'webhook' ? (naming.users.get(userId) ?? `<@${userId}>`) : naming.labelOf(message.author);
	const span = remaining(facts.blocks.get(userId)?.expiresAtMs ?? null, facts.nowMs);
	const text = `${name} wrote something here, but ${facts.persona.name} has them blocked${span}.`;
	return {
		...systemEntry(message, { authorId: `${BLOCK_AUTHOR}${userId}`, text }),
		id: `synthetic-user-block-${message.id}`,
		combined: [{ id: message.id, content: '', createdAtMs: message.createdAtMs }],
	};
}

const BLOCK_AUTHOR = 'system-user-block:';

/** Whether an entry is such a note. */
export function isBlockNotice(entry: SimplifiedMessageForContext): boolean {
	return entry.authorId.startsWith(BLOCK_AUTHOR);
}

/** Whole hours, rounded up, at least one; nothing for a block without end. */
function remaining(expiresAtMs: number | null, nowMs: number): string {
	if (expiresAtMs === null) return '';
	const hours = Math.max(1, Math.ceil((expiresAtMs - nowMs) / hourMs));
	return ` for ${hours} more ${hours === 1 ? 'hour' : 'hours'}`;
}
