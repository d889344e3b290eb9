/** One model over one key: wait for the key, read, prepare, generate. */
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { TurnFacts } from '#domain/turn-facts';
import type { Result } from '#lib/result';
import type { ChatPorts } from './chat-ports.ts';
import { ATTEMPTS_MAX, generateReply, type ReplyEnd } from './generate-reply.ts';
import type { PlannedAttempt } from './plan-attempts.ts';
import { prepareAttempt } from './prepare-attempt.ts';
import type { ChatTurnContext } from './turn-context.ts';
import { personNameOf } from './turn-reunion.ts';

const WAITING_EMOJI = '⏳';

/** What is to be tried. */
export interface KeyAttempt {
	readonly turn: ChatTurnContext;
	/** The same facts for all attempts of a turn; read when the first of them has its key. */
	readonly readFacts: () => Promise<Result<TurnFacts, Failure>>;
	readonly attempt: PlannedAttempt;
	readonly credential: Credential;
	readonly nextDelivery: () => number;
}

/** Tries once more when nothing came of it. Null when the turn ended while it waited for the key. */
export async function attemptWithKey(use: KeyAttempt, ports: ChatPorts): Promise<ReplyEnd | null> {
	let end = await attemptOnce(use, ports);
	for (let attempt = 1; attempt < ATTEMPTS_MAX && isEmpty(end) && !use.turn.signal.aborted; attempt += 1) {
		// What was claimed for the first prompt is free before the next is built, which may claim it itself (seed).
		await use.turn.reunionPresence.giveUp();
		end = await attemptOnce(use, ports);
	}
	return end;
}

function isEmpty(end: ReplyEnd | null): boolean {
	return end?.kind === 'failed' && end.failure.code === 'empty-reply';
}

/**
 * Waits for the key to be free, showing a long wait on the trigger. The channel is read only then: what was taken back
 * meanwhile is told nobody, and a crowd that waits keeps nothing in memory but its lines.
 */
async function attemptOnce(use: KeyAttempt, ports: ChatPorts): Promise<ReplyEnd | null> {
	const { turn, credential } = use;
	const { trigger } = turn.request;
	let shown = Promise.resolve();
	const showWaiting = (present: boolean): void => {
		const reaction = { channelId: trigger.channelId, messageId: trigger.id, emoji: WAITING_EMOJI, present };
		// One after the other: a removal that overtook a slow addition would leave the sign for good.
		shown = shown.then(() => ports.surface.react(reaction));
	};
	const wait = {
		signal: turn.signal,
		onLongWait: () => showWaiting(true),
		onWaitEnd: () => showWaiting(false),
	};
	try {
		return await ports.credentialQueue.run(credential, wait, () => readAndGenerate(use, ports));
	} catch (error) {
		if (turn.signal.aborted) return null;
		throw error;
	}
}

/** Has the key to itself. */
async function readAndGenerate(use: KeyAttempt, ports: ChatPorts): Promise<ReplyEnd | null> {
	const { turn, attempt, credential, nextDelivery } = use;
	const { request, signal, reunionPresence } = turn;
	const read = await use.readFacts();
	if (!read.ok) return { kind: 'failed', failure: read.error, messages: [] };
	// Asked for each prompt: a claim that was given up may be another turn's by now, whatever earlier prompts told.
	const reunionNote = await reunionPresence.note(personNameOf(request.trigger, read.value.history));
	const { facts, prepared, composed } = await prepareAttempt(
		{ request, facts: { ...read.value, reunionNote }, attempt, credential, signal },
		ports,
	);
	if (!prepared.ok) return { kind: 'failed', failure: prepared.error, messages: [] };
	signal.throwIfAborted();
	turn.markRequested();
	const isOurs = await ports.stores.turns.setTurnState(turn.turnId, 'generating');
	if (!isOurs) {
		turn.disown();
		return null;
	}
	return await generateReply({ turn, facts, prepared: prepared.value, credential, composed, nextDelivery }, ports);
}
