/** Takes a turn again whose process died before anything of the reply was posted. */
import type { ChatMessage } from '#domain/message';
import type { TriggerCause, TurnRequest } from '#domain/turn';
import type { OpenTurn } from '#ports/open-turn-store';
import { hasNotice, messagesSince } from './channel-evidence.ts';
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
 * wrong has its answer.
 */
export async function beginAgain(job: RecoveryJob, ports: ChatPorts): Promise<RecoveryEnd> {
	const { turn, signal, freshMs } = job;
	if (turn.recorded.length > 0 && !(await takeBackLeft(turn, ports))) {
		return await closeWithNote(job, 'notice.cut', ports);
	}
	const isFresh = ageOf(turn, ports.clock.now()) < freshMs;
	if (!isFresh || turn.cause === null || !WRITTEN.includes(turn.cause)) {
		return await closeWithNote(job, 'notice.lost', ports);
	}
	const { channelId, triggerMessageId: sinceId } = turn;
	const after = await messagesSince({ channelId, sinceId, signal }, ports);
	if (!after.ok && after.error.code === 'discord-unreachable') return 'later';
	if (after.ok && hasNotice(after.value, sinceId)) return await closeWithNote(job, 'notice.lost', ports);
	const request = await requestOf(turn, turn.cause, { ports, signal });
	if (request === null || signal.aborted) {
		if (signal.aborted) return 'later';
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

/** Messages of a turn that generates are those of an attempt that was being taken back; false when some stay. */
async function takeBackLeft(
	{ turnId, channelId, recorded, state }: OpenTurn,
	{ surface, stores }: ChatPorts,
): Promise<boolean> {
	for (const { messageId: id, webhookId } of recorded) {
		const removed = await surface.remove({ id, channelId, ...(webhookId === null ? {} : { webhookId }) });
		if (!removed.ok) return false;
	}
	await stores.turns.setTurnState(turnId, state);
	await stores.turns.removeParts(recorded.map(({ messageId }) => messageId));
	return true;
}

interface Reading {
	readonly ports: ChatPorts;
	readonly signal: AbortSignal;
}

/** The lines as they read now; null when the trigger is gone. */
async function requestOf(turn: OpenTurn, cause: TriggerCause, { ports, signal }: Reading): Promise<TurnRequest | null> {
	const { channelId, triggerMessageId, lineIds, personaId } = turn;
	const beforeId = String(BigInt(triggerMessageId) + 1n);
	const read = await ports.surface.readMessages({ channelId, limit: READ_MAX, beforeId }, signal);
	const found = (read.ok ? read.value : []).filter(({ id }) => lineIds.includes(id));
	const lines = found.map((line) => writtenBy(turn, line));
	const trigger = lines.find(({ id }) => id === triggerMessageId);
	return trigger ? { cause, trigger, lines, personaId } : null;
}

/** Whom a proxied message belongs to is not in its payload. */
function writtenBy({ ownerId: userId, ownerName: userName, channelId, guildId }: OpenTurn, line: ChatMessage) {
	if (line.author.id === userId) return { ...line, guildId };
	const { author } = wordlessTrigger({ id: line.id, channelId, guildId, userId, userName });
	return { ...line, author, guildId };
}
