/** Takes one turn of a channel's queue, whatever becomes of it. */
import { failureMessage } from '#core/i18n/failure-message';
import type { Failure } from '#domain/failure';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import { isDeliberate, type TurnOutcome, type TurnRequest } from '#domain/turn';
import { sha256Base64Url } from '#lib/sha256';
import type { Log } from '#ports/log';
import { takeCascade } from './cascade.ts';
import type { ChatPorts } from './chat-ports.ts';
import { logTrouble } from './log-trouble.ts';
import type { TurnAbortReason, TurnControl } from './pending-turn.ts';
import { replyPlace } from './reply-place.ts';
import { runTurn } from './run-turn.ts';

/** Within the time that a turn may last, with what it calls behind it; a turn that breaks apologises. Never rejects. */
export async function takeTurn(request: TurnRequest, control: TurnControl, ports: ChatPorts): Promise<void> {
	const deadline = new AbortController();
	const cancelDeadline = ports.clock.after(ports.turnTimeoutMs, () =>
		deadline.abort('turn-timeout' satisfies TurnAbortReason),
	);
	const startedAtMs = ports.clock.now();
	try {
		const signal = AbortSignal.any([control.signal, deadline.signal]);
		const take = async (taken: TurnRequest, how: TurnControl): Promise<TurnOutcome> => {
			const outcome = await runTurn(taken, { ...how, signal }, ports);
			ports.turnTally.note(outcome, ports.clock.now() - startedAtMs);
			logEnd(taken, outcome, { tookMs: ports.clock.now() - startedAtMs, log: ports.log });
			return outcome;
		};
		const outcome = await take(request, control);
		// What a reply calls is begun for the first time.
		const { resumes: _resumes, ...first } = control;
		await takeCascade({ outcome, request }, (called) => take(called, { ...first, isRerun: false }), ports);
	} catch (error) {
		ports.turnTally.noteCrash();
		const { id: triggerId, channelId } = request.trigger;
		logTrouble(ports.log, 'turn crashed', { error, channelId, triggerId });
		const endedBy: TurnAbortReason | null = control.signal.aborted ? control.signal.reason : null;
		if (endedBy !== 'shutdown' && isDeliberate(request.cause)) await apologise(request, error, ports);
	} finally {
		cancelDeadline();
	}
}

function logEnd(
	{ cause, trigger }: TurnRequest,
	outcome: TurnOutcome,
	{ tookMs, log }: { readonly tookMs: number; readonly log: Log },
): void {
	const failure = outcome.kind === 'failed' ? { failure: outcome.failure } : {};
	const refusal = outcome.kind === 'refused' ? { refusal: outcome.refusal.kind } : {};
	const { channelId, id: triggerId } = trigger;
	log.info({ outcome: outcome.kind, ...failure, ...refusal, cause, channelId, triggerId, tookMs }, 'turn ended');
}

/** The last resort: says in the channel that something is wrong, without any store. */
async function apologise(request: TurnRequest, error: unknown, ports: ChatPorts): Promise<void> {
	const failure: Failure = { code: error instanceof StoreUnavailableError ? 'database-unavailable' : 'internal-error' };
	const { trigger } = request;
	const posted = await ports.surface.post(
		{
			...replyPlace(trigger, { byReply: true }, ports.surface),
			text: failureMessage(ports.fallbackLocale, failure),
			nonce: sha256Base64Url(`${trigger.id}:crash`).slice(0, 25),
			notifiableUserIds: [],
			noticeKind: 'notice',
		},
		AbortSignal.timeout(15_000),
	);
	if (!posted.ok) ports.log.warn({ failure: posted.error.code }, 'an apology could not be posted');
}
