/** Closes turns that a crash left open, with a word to the person where they wait for one. */
import { translate } from '#core/i18n/translate';
import type { Snowflake } from '#domain/ids';
import { createdAtOf } from '#domain/snowflake-time';
import { isDeliberate } from '#domain/turn';
import type { OpenTurn } from '#ports/open-turn-store';
import { hasNotice, messagesSince } from './channel-evidence.ts';
import type { ChatPorts } from './chat-ports.ts';
import { gatherPlace } from './gather-place.ts';
import { noticeLocale, postNotice } from './settle-turn.ts';
import { wordlessTrigger } from './stored-turn.ts';

/** A turn that is taken up, and how. */
export interface RecoveryJob {
	readonly turn: OpenTurn;
	/** When it was taken over, from when on its ages count, in milliseconds since 1970. */
	readonly takenAtMs: number;
	/** TURN_FRESH_MS. */
	readonly freshMs: number;
	/** CATCH_UP_MS. */
	readonly catchUpMs: number;
	readonly signal: AbortSignal;
}

/** What became of it; `later` leaves it open for another try. */
export type RecoveryEnd = 'done' | 'failed' | 'dropped' | 'taken again' | 'later';

/** How long ago the trigger was written, in milliseconds. */
export function ageOf({ triggerMessageId, ageMs }: OpenTurn, nowMs: number): number {
	const writtenAtMs = createdAtOf(triggerMessageId as Snowflake);
	return Math.max(ageMs, writtenAtMs === null ? 0 : nowMs - writtenAtMs);
}

/**
 * Closes the turn as failed. Who asked on purpose, not too long ago, is told so by one notice; a notice that stands there
 * already, from before the crash, is that one.
 */
export async function closeWithNote(
	job: RecoveryJob,
	key: 'notice.cut' | 'notice.lost',
	ports: ChatPorts,
): Promise<RecoveryEnd> {
	const { turn } = job;
	if (await isNoteDue(job, ports)) await postNote(turn, key, ports);
	await ports.stores.turns.setTurnState(turn.turnId, 'failed');
	return 'failed';
}

async function isNoteDue({ turn, catchUpMs, signal }: RecoveryJob, ports: ChatPorts): Promise<boolean> {
	const { cause, channelId, triggerMessageId: sinceId } = turn;
	if (cause === null || !isDeliberate(cause) || !ports.surface.mayPost(channelId)) return false;
	if (ageOf(turn, ports.clock.now()) >= catchUpMs) return false;
	const read = await messagesSince({ channelId, sinceId, signal }, ports);
	return !read.ok || !hasNotice(read.value.messages, sinceId);
}

async function postNote(turn: OpenTurn, key: 'notice.cut' | 'notice.lost', ports: ChatPorts): Promise<void> {
	const { channelId, guildId, ownerId: userId, ownerName: userName, personaId, turnId, cause } = turn;
	const trigger = wordlessTrigger({ id: turn.triggerMessageId, channelId, guildId, userId, userName });
	const request = { cause: cause ?? 'command', trigger, lines: [], personaId } as const;
	const place = await gatherPlace(request, ports);
	// The number of the notice that an ordinary end would have posted: within minutes Discord keeps one of both.
	await postNotice({ turnId, request }, { text: translate(noticeLocale({ place }, ports), key), part: 0 }, ports);
}
