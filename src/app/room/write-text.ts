/** A text that a model writes for us and not for the channel. */

import type { ChatPorts } from '#app/chat/chat-ports';
import { isSpentAfter, rotatesAfter } from '#app/chat/pick-key';
import { mayTryAnother, type PlannedAttempt } from '#app/chat/plan-attempts';
import { TurnKeys } from '#app/chat/turn-keys';
import type { Failure } from '#domain/failure';
import type { GenerationEndReason } from '#domain/generation';
import type { PromptRequest } from '#domain/prompt-request';
import { err, ok, type Result } from '#lib/result';
import type { PooledKey } from '#ports/key-pool-store';

/** Keys that one attempt may use. */
const keysMax = 3;

/** What is wanted. */
export interface TextJob {
	readonly attempts: readonly PlannedAttempt[];
	/** The request for an attempt's model. */
	readonly requestFor: (attempt: PlannedAttempt) => PromptRequest;
	/** UTF-16 units beyond which nothing more is read. */
	readonly charactersMax: number;
	readonly signal: AbortSignal;
}

/** What was written. */
export interface WrittenText {
	readonly text: string;
	/** True when there would have been more. */
	readonly isBrokenOff: boolean;
}

type Written = Result<WrittenText, Failure>;

/** The first attempt that writes something, over its keys, or why the last one wrote nothing. */
export async function writeText(job: TextJob, ports: ChatPorts): Promise<Written> {
	const keys = new TurnKeys(() => ports.clock.now());
	let last: Written = err({ code: 'internal-error' });
	for (const attempt of job.attempts) {
		const tried = new Set<string>();
		for (let key = keys.next(attempt.route, tried); key !== null && tried.size < keysMax; ) {
			tried.add(key.credential.digest);
			last = await writeWith({ job, attempt, key }, ports);
			if (last.ok || job.signal.aborted || !mayTryAnother(last.error)) return last;
			const { code } = last.error;
			ports.log.info({ code, model: attempt.settings.modelCodename }, 'an attempt at a text failed');
			if (code === 'provider-busy') keys.markBusy(attempt.route, key);
			if (isSpentAfter(code)) keys.markSpent(key);
			key = rotatesAfter(code) ? keys.next(attempt.route, tried) : null;
		}
	}
	return last;
}

interface KeyedJob {
	readonly job: TextJob;
	readonly attempt: PlannedAttempt;
	readonly key: PooledKey;
}

async function writeWith({ job, attempt, key }: KeyedJob, ports: ChatPorts): Promise<Written> {
	const { credential } = key;
	const { signal } = job;
	const prepared = await ports.model.prepare(job.requestFor(attempt), credential, signal);
	if (!prepared.ok) return prepared;
	const wait = { signal, onLongWait: () => {}, onWaitEnd: () => {} };
	try {
		return await ports.credentialQueue.run(credential, wait, async () => {
			return await readText(ports.model.stream(prepared.value, credential, signal), job);
		});
	} catch (error) {
		if (signal.aborted) return err({ code: 'turn-timeout' });
		throw error;
	}
}

/** Text that the provider broke off in the middle is none: what follows would be missing without anybody knowing. */
async function readText(events: ReturnType<ChatPorts['model']['stream']>, job: TextJob): Promise<Written> {
	let text = '';
	let reason: GenerationEndReason = 'cut';
	for await (const event of events) {
		if (event.type === 'generation-failure') return err(event.failure);
		if (event.type === 'generation-end') reason = event.reason;
		if (event.type !== 'text-delta') continue;
		text += event.text;
		if (text.length <= job.charactersMax) continue;
		reason = 'length';
		break;
	}
	if (job.signal.aborted) return err({ code: 'turn-timeout' });
	if (text.trim() === '') return err({ code: 'empty-reply' });
	return reason === 'cut' ? err({ code: 'continuation-exhausted' }) : ok({ text, isBrokenOff: reason === 'length' });
}
