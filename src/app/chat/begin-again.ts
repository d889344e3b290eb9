/** Takes a turn again whose process died before anything of the reply was posted. */
import type { ChatMessage } from '#domain/message';
import type { PostedMessage } from '#domain/reply';
import type { TriggerCause, TurnRequest } from '#domain/turn';
import type { OpenTurn } from '#ports/open-turn-store';
import { findPosted, hasNotice, hasUnknownReply, messagesSince } from './channel-evidence.ts';
import type { ChatPorts } from './chat-ports.ts';
import { ageOf, closeWithNote, type RecoveryEnd, type RecoveryJob } from './close-recovered.ts';
import { wordlessTrigger } from './stored-turn.ts';
import { takeTurn } from './take-turn.ts';

/** Messages of one read, as Discord limits it. */
const READ_MAX = 100;

/** What a person wrote can be read again; what a command asked for, or which reply called a persona, is not kept. */
const WRITTEN: readonly TriggerCause[] = ['mention', 'reply', 'direct-message', 'trigger-word', 'auto-reply'];

/**
 * A fresh one is taken again under its own row; an older one is closed with a note. One that had been told what went
 * wrong has its answer, and so has one whose reply stands there although the database knows nothing of it.
 */
export async function beginAgain(job: RecoveryJob, ports: ChatPorts): Promise<RecoveryEnd> {
	const { turn, signal, freshMs } = job;
	const { channelId, triggerMessageId: sinceId } = turn;
	const read = await messagesSince({ channelId, sinceId, signal }, ports);
	if (!read.ok && (read.error.code === 'discord-unreachable' || signal.aborted)) return 'later';
	const messages = read.ok ? read.value.messages : null;
	const takenBack = await takeBackLeft(turn, messages, ports);
	if (takenBack === null) return await closeWithNote(job, 'notice.cut', ports);
	const isFresh = ageOf(turn, ports.clock.now()) < freshMs;
	const isTold = hasNotice(messages ?? [], sinceId);
	if (!isFresh || isTold || turn.cause === null || !WRITTEN.includes(turn.cause)) {
		return await closeWithNote(job, 'notice.lost', ports);
	}
	const others = (messages ?? []).filter(({ id }) => !takenBack.has(id));
	if (turn.state === 'generating' && (await hasUnknownReply(others, sinceId, ports)))
		return await closeWithNote(job, 'notice.cut', ports);
	return await takeAgain(job, turn.cause, ports);
}

async function takeAgain(job: RecoveryJob, cause: TriggerCause, ports: ChatPorts): Promise<RecoveryEnd> {
	const { turn, signal } = job;
	const request = await requestOf(turn, cause, { ports, signal });
	if (request === 'later' || signal.aborted) return 'later';
	if (request === 'unreadable') return await closeWithNote(job, 'notice.lost', ports);
	if (request === 'gone') {
		await ports.stores.turns.setTurnState(turn.turnId, 'dropped');
		return 'dropped';
	}
	const nothing = (): void => {};
	const control = { wasQueued: true, isRerun: true, markRequested: nothing, markDelivering: nothing };
	await takeTurn(request, { ...control, signal, resumes: turn.turnId }, ports);
	// A turn that the persona takes no notice of ends without a word to the store.
	if (!signal.aborted) await ports.stores.turns.setTurnState(turn.turnId, 'dropped');
	return 'taken again';
}

/**
 * Messages of a turn that generates are those of an attempt that was being taken back, also those that nobody reported;
 * null when some stay, or may.
 */
async function takeBackLeft(
	turn: OpenTurn,
	messages: readonly ChatMessage[] | null,
	ports: ChatPorts,
): Promise<ReadonlySet<string> | null> {
	const { turnId, channelId, recorded, stored, state } = turn;
	const standing: PostedMessage[] = recorded.map(({ messageId: id, webhookId }) => {
		return { id, channelId, ...(webhookId === null ? {} : { webhookId }) };
	});
	for (const { variant, part, outgoing } of stored) {
		if (recorded.some((each) => each.variant === variant && each.part === part)) continue;
		if (messages === null || outgoing === null) return null;
		const found = await findPosted(outgoing, messages, ports);
		if (found !== null) standing.push(found);
	}
	for (const message of standing) if (!(await ports.surface.remove(message)).ok) return null;
	if (recorded.length > 0) {
		await ports.stores.turns.setTurnState(turnId, state);
		await ports.stores.turns.removeParts(recorded.map(({ messageId }) => messageId));
	}
	return new Set(standing.map(({ id }) => id));
}

interface Reading {
	readonly ports: ChatPorts;
	readonly signal: AbortSignal;
}

/** The lines as they read now, or why there are none. */
async function requestOf(
	turn: OpenTurn,
	cause: TriggerCause,
	{ ports, signal }: Reading,
): Promise<TurnRequest | 'gone' | 'unreadable' | 'later'> {
	const { channelId, triggerMessageId, lineIds, personaId } = turn;
	const beforeId = String(BigInt(triggerMessageId) + 1n);
	const read = await ports.surface.readMessages({ channelId, limit: READ_MAX, beforeId }, signal);
	if (!read.ok) return read.error.code === 'discord-unreachable' ? 'later' : 'unreadable';
	const found = read.value.filter(({ id }) => lineIds.includes(id));
	const lines = found.map((line) => writtenBy(turn, line));
	const trigger = lines.find(({ id }) => id === triggerMessageId);
	return trigger ? { cause, trigger, lines, personaId } : 'gone';
}

/** Whom a proxied message belongs to is not in its payload. */
function writtenBy({ ownerId: userId, ownerName: userName, channelId, guildId }: OpenTurn, line: ChatMessage) {
	if (line.author.id === userId) return { ...line, guildId };
	const { author } = wordlessTrigger({ id: line.id, channelId, guildId, userId, userName });
	return { ...line, author, guildId };
}
