/** Gathers counters and writes them together. */
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { StatStore, StatTick } from '#ports/stat-store';
import { logTrouble } from './log-trouble.ts';

/** When the gathered counters are written, at the latest. */
const flushAfterMs = 5_000;
/** Gathered counters that are written without waiting longer. */
const entriesMax = 1_000;
/** Rows of one statement: a larger one takes so long to build that everything else stands still. */
const rowsMax = 100;
/** Counters kept while the database is away; beyond them new ones are dropped. */
const waitingMax = 10_000;

/** A store whose counters wait; `presence_seen` does not, since another channel has to read it right after. */
export interface BufferedStats extends StatStore {
	/** Writes what has been gathered; what cannot be written is kept for the next time. Never rejects. */
	flush(): Promise<void>;
}

/** Counters of one person, persona, day and kind become one row before they are written. */
export function bufferedStats(store: StatStore, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
	let waiting = new Map<string, StatTick>();
	let cancelTimer: (() => void) | null = null;
	let running: Promise<void> = Promise.resolve();
	/** While the database is away the timer alone tries again: not every counter, with all that wait. */
	let isAway = false;
	const gather = (tick: StatTick): void => {
		const key = keyOf(tick);
		const known = waiting.get(key);
		if (!known && waiting.size >= waitingMax) return;
		const count = tick.count + (known?.count ?? 0);
		waiting.set(key, { ...tick, count, atMs: Math.max(tick.atMs, known?.atMs ?? 0) });
	};
	const writeAll = async (): Promise<void> => {
		const ticks = [...waiting.values()];
		waiting = new Map();
		for (let first = 0; first < ticks.length; first += rowsMax) {
			const part = ticks.slice(first, first + rowsMax);
			try {
				await store.addStats(part);
				isAway = false;
			} catch (error) {
				isAway = true;
				logTrouble(log, 'counters could not be written and wait', { error, counters: part.length });
				for (const tick of part) gather(tick);
				arm();
			}
		}
	};
	const flush = (): Promise<void> => {
		cancelTimer?.();
		cancelTimer = null;
		running = running.then(writeAll);
		return running;
	};
	function arm(): void {
		cancelTimer ??= clock.after(flushAfterMs, () => void flush());
	}
	const stats: BufferedStats = {
		addStat: async (tick) => {
			if (tick.metric === 'presence_seen') return await store.addStat(tick);
			gather(tick);
			if (waiting.size >= entriesMax && !isAway) await flush();
			else arm();
		},
		addStats: (ticks) => store.addStats(ticks),
		getUserPersonaReunionInfo: (query) => store.getUserPersonaReunionInfo(query),
		readTalk: async (query) => {
			await flush();
			return await store.readTalk(query);
		},
		flush,
	};
	return stats;
}

function keyOf({ serverId, userId, lineageId, metric, atMs }: StatTick): string {
	return `${serverId}:${userId}:${lineageId}:${metric}:${Math.floor(atMs / 86_400_000)}`;
}
