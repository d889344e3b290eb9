/** Takes up what an earlier process left open when it died, and what another one leaves open later. */
import { TURN_LEASE_MS } from '#domain/turn-state';
import { beginAgain } from './begin-again.ts';
import type { ChatPorts } from './chat-ports.ts';
import { ageOf, type RecoveryEnd, type RecoveryJob } from './close-recovered.ts';
import { finishDelivery } from './finish-delivery.ts';
import { logTrouble } from './log-trouble.ts';
import type { TurnAbortReason } from './pending-turn.ts';
import type { ReplyControls } from './reply-controls.ts';

/** How long a turn that nothing is posted for any more waits for Discord to be there, in milliseconds. */
const patienceMs = 3_600_000;

/** Turns that are taken up at a time. */
const takenTogetherMax = 100;

/** How it is done. */
export interface RecoveryOptions extends Pick<RecoveryJob, 'freshMs' | 'catchUpMs'> {
	readonly replies: Pick<ReplyControls, 'inOrder'>;
	/** Aborted when the bot closes. */
	readonly signal: AbortSignal;
}

/**
 * Resolves when everything that is open now stands in its channel's order, before whatever comes to that channel later;
 * then looks again as often as a lease may run out. Never rejects.
 */
export async function recoverTurns(options: RecoveryOptions, ports: ChatPorts): Promise<void> {
	await takeUp(options, ports);
	if (options.signal.aborted) return;
	const cancel = ports.clock.after(TURN_LEASE_MS, () => {
		options.signal.removeEventListener('abort', cancel);
		void recoverTurns(options, ports);
	});
	options.signal.addEventListener('abort', cancel, { once: true });
}

async function takeUp(options: RecoveryOptions, ports: ChatPorts): Promise<void> {
	try {
		const query = { heldIds: ports.turnLeases.heldIds, limit: takenTogetherMax };
		const turns = await ports.stores.openTurns.takeOver(query);
		const takenAtMs = ports.clock.now();
		for (const turn of turns) void recoverInOrder({ turn, takenAtMs }, options, ports);
	} catch (error) {
		logTrouble(ports.log, 'turns that were left open could not be looked for', { error });
	}
}

type TakenTurn = Pick<RecoveryJob, 'turn' | 'takenAtMs'>;

/** The turn is held from now on, so that it is not taken up a second time while it waits. */
async function recoverInOrder(taken: TakenTurn, options: RecoveryOptions, ports: ChatPorts): Promise<void> {
	const { turn } = taken;
	const { turnId, channelId, ownerId } = turn;
	const lost = new AbortController();
	const letGo = ports.turnLeases.hold(turnId, () => lost.abort('taken-over'));
	try {
		const end = await options.replies.inOrder(channelId, ownerId, (signal) => {
			return recoverTurn({ ...options, ...taken, signal: AbortSignal.any([signal, lost.signal]) }, ports);
		});
		ports.log.info(
			{ turnId, channelId, state: turn.state, end: end ?? 'later' },
			'a turn that was left open was taken up',
		);
	} catch (error) {
		logTrouble(ports.log, 'a turn that was left open could not be taken up', { error, turnId, channelId });
	} finally {
		letGo();
	}
}

async function recoverTurn(job: RecoveryJob, ports: ChatPorts): Promise<RecoveryEnd> {
	let end: RecoveryEnd = 'later';
	try {
		if (job.signal.aborted) return end;
		end = await (job.turn.state === 'delivering' ? finishDelivery(job, ports) : beginAgain(job, ports));
		return end;
	} finally {
		if (end === 'later') await leave(job, ports);
	}
}

/** For the next look, unless somebody has stopped it or nobody waits for it any more. */
async function leave({ turn, signal, catchUpMs }: RecoveryJob, { stores, clock }: ChatPorts): Promise<void> {
	const { turnId, recorded } = turn;
	const isStopped = signal.aborted && signal.reason === ('stopped' satisfies TurnAbortReason);
	if (isStopped) await stores.turns.setTurnState(turnId, recorded.length > 0 ? 'done' : 'dropped');
	else if (ageOf(turn, clock.now()) < catchUpMs + patienceMs) await stores.openTurns.releaseTurn(turnId);
	else await stores.turns.setTurnState(turnId, 'failed');
}
