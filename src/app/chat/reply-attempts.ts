/** Tries a turn's models one after the other until one of them has replied. */
import type { Failure } from '#domain/failure';
import type { PostedMessage } from '#domain/reply';
import type { TurnFacts } from '#domain/turn-facts';
import type { Result } from '#lib/result';
import type { PooledKey } from '#ports/key-pool-store';
import { attemptWithKey } from './attempt-with-key.ts';
import type { ChatPorts } from './chat-ports.ts';
import type { ReplyEnd } from './generate-reply.ts';
import { isSpentAfter, rotatesAfter } from './pick-key.ts';
import { mayTryAnother, type PlannedAttempt } from './plan-attempts.ts';
import type { ChatTurnContext } from './turn-context.ts';
import { TurnKeys } from './turn-keys.ts';

/** Keys that one attempt may use. */
const MAX_KEY_ATTEMPTS = 3;

/** A turn that knows its models and keys. */
export interface AttemptsJob {
	readonly turn: ChatTurnContext;
	/** Reads what the turn needs to know when it is first called, and gives the same from then on. */
	readonly readFacts: () => Promise<Result<TurnFacts, Failure>>;
	readonly attempts: readonly PlannedAttempt[];
}

/** What the attempts of one turn share. */
interface Shared {
	readonly keys: TurnKeys;
	/** Numbers every delivery of the turn, so that no two share a nonce. */
	readonly nextDelivery: () => number;
}

type AttemptedEnd = ReplyEnd & { readonly key: PooledKey };

/**
 * Errors of attempts that are followed by another stay silent, and what they had posted is taken back. Null when the
 * turn ended while it waited for a key.
 */
export async function replyInAttempts(job: AttemptsJob, ports: ChatPorts): Promise<ReplyEnd | null> {
	let deliveries = 0;
	const keys = new TurnKeys(() => ports.clock.now());
	const shared = { keys, nextDelivery: () => deliveries++ };
	let last: ReplyEnd | null = null;
	for (const attempt of job.attempts) {
		const first = keys.next(attempt.route, new Set());
		if (first === null) continue;
		if (last !== null && !(await takeBack(job.turn, last.messages, ports))) return last;
		const end = await attemptReply({ ...job, attempt, first }, shared, ports);
		if (end === null) return null;
		last = end;
		if (end.kind !== 'failed' || !mayTryAnother(end.failure) || job.turn.signal.aborted) return end;
		if (end.failure.code === 'provider-busy') keys.markBusy(attempt.route, end.key);
		const facts = { code: end.failure.code, model: attempt.settings.modelCodename, scope: attempt.route.scope };
		ports.log.info(facts, 'an attempt at a reply failed');
	}
	return last ?? { kind: 'failed', failure: { code: 'internal-error' }, messages: [] };
}

interface AttemptJob extends AttemptsJob {
	readonly attempt: PlannedAttempt;
	readonly first: PooledKey;
}

/** One model over the route's keys; ends with the last key's end. */
async function attemptReply(job: AttemptJob, shared: Shared, ports: ChatPorts): Promise<AttemptedEnd | null> {
	const { turn, readFacts, attempt } = job;
	const { keys, nextDelivery } = shared;
	const tried = new Set<string>();
	let key = job.first;
	for (;;) {
		tried.add(key.credential.digest);
		const { credential } = key;
		const end = await attemptWithKey({ turn, readFacts, attempt, credential, nextDelivery }, ports);
		if (end === null) return null;
		const failure = end.kind === 'failed' ? end.failure : null;
		await recordUse(key, failure, ports);
		if (failure === null || turn.signal.aborted || !rotatesAfter(failure.code)) return { ...end, key };
		if (isSpentAfter(failure.code)) keys.markSpent(key);
		const next = tried.size < MAX_KEY_ATTEMPTS ? keys.next(attempt.route, tried) : null;
		if (next === null || !(await takeBack(turn, end.messages, ports))) return { ...end, key };
		ports.log.info({ code: failure.code, model: attempt.settings.modelCodename }, 'another key is tried');
		key = next;
	}
}

/** False when something stays in the channel: then a further reply would be a second one. */
async function takeBack(turn: ChatTurnContext, messages: readonly PostedMessage[], ports: ChatPorts): Promise<boolean> {
	// Said before it is done: a crash in between is known by messages of a turn that generates.
	if (messages.length > 0) await ports.stores.turns.setTurnState(turn.turnId, 'generating');
	for (const message of messages) {
		const removed = await ports.surface.remove(message);
		if (!removed.ok) return false;
	}
	if (messages.length > 0) {
		await ports.stores.turns.removeParts(messages.map(({ id }) => id));
		ports.log.info({ turnId: turn.turnId, messages: messages.length }, 'messages of a failed attempt were taken back');
	}
	return true;
}

/** Bookkeeping of a pool; failing at it is no reason to lose a reply. */
async function recordUse(key: PooledKey, failure: Failure | null, ports: ChatPorts): Promise<void> {
	if (key.id === null) return;
	const { keyPool } = ports.stores;
	const atMs = ports.clock.now();
	try {
		if (failure === null) await keyPool.recordSuccess(key.id);
		else if (rotatesAfter(failure.code)) {
			const coolingUntilMs = atMs + ports.keyErrorCooldownMs;
			await keyPool.recordError(key.id, { code: failure.code, atMs, coolingUntilMs });
		}
	} catch (error) {
		ports.log.warn({ err: error }, "a key's use could not be recorded");
	}
}
