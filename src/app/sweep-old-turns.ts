/** Forgets once a day what servers no longer want kept (`retentionDays`). */
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { RetentionStore } from '#ports/retention-store';

/** The first sweep comes when the start is over, so that a bot which is restarted every day sweeps, too. */
const firstAfterMs = 300_000;
const everyMs = 86_400_000;

/** Turns that go at once, and the pause after them, in which others may use the database. */
const turnsPerBatchMax = 500;
const pauseMs = 200;

/** What the sweeps work with. */
export interface SweepPorts {
	readonly retention: RetentionStore;
	readonly clock: Clock;
	readonly log: Log;
}

/** Sweeps until the signal aborts; a database that is away is tried again the next day. Never throws. */
export function sweepOldTurns(ports: SweepPorts, signal: AbortSignal): void {
	const { clock, log } = ports;
	const sweepLater = (delayMs: number): void => {
		const cancel = clock.after(delayMs, () => {
			signal.removeEventListener('abort', cancel);
			void sweep(ports, signal)
				.then((turns) => {
					if (turns > 0) log.info({ turns }, 'old turns are forgotten');
				})
				.catch((error: unknown) => log.warn({ error }, 'old turns could not be forgotten'))
				.finally(() => sweepLater(everyMs));
		});
		if (signal.aborted) cancel();
		signal.addEventListener('abort', cancel, { once: true });
	};
	sweepLater(firstAfterMs);
}

async function sweep({ retention, clock }: SweepPorts, signal: AbortSignal): Promise<number> {
	let total = 0;
	while (!signal.aborted) {
		const removed = await retention.removeOldTurns({ nowMs: clock.now(), turnsMax: turnsPerBatchMax });
		total += removed;
		if (removed < turnsPerBatchMax) break;
		await clock.sleep(pauseMs, signal);
	}
	return total;
}
