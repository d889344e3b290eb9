/** How the event loop of a bot is watched, and what is made of it. */
import { readFileSync } from 'node:fs';
import { type BenchRow, type BenchTarget, rowOf } from './bench-row.ts';

/** The distance of the timers, in milliseconds. */
export const loopBeatMs = 5;

/** The variable that names the file to write to. */
export const loopFileVariable = 'BENCH_LOOP_FILE';

/** The script that watches, relative to the project, in which bots run. */
export const loopPreload = './scripts/bench/measure-loop.ts';

/** The worst that a loop may stall after the bot is ready. */
export const loopTarget: BenchTarget = { max: 50, of: 'worst' };

/** One timer: when it fired, how late it was, and how much of that the thread waited for a core. */
export interface LoopDelay {
	readonly atMs: number;
	readonly lateMs: number;
	readonly waitedMs: number;
}

/** A stretch of time, in milliseconds since the epoch. */
export interface Stretch {
	readonly startMs: number;
	readonly endMs: number;
}

/** The raw delays, and what is left of them without waiting for a core, which is the fault of other programs. */
export function loopRows(file: string, stretch: Stretch): BenchRow[] {
	const all = JSON.parse(readFileSync(file, 'utf8')) as readonly LoopDelay[];
	const delays = all.filter(({ atMs }) => atMs >= stretch.startMs && atMs <= stretch.endMs);
	const late = delays.map(({ lateMs }) => lateMs);
	const own = delays.map(({ lateMs, waitedMs }) => Math.max(0, lateMs - waitedMs));
	const over = late.filter((lateMs) => lateMs > loopTarget.max).length;
	const seconds = Math.round((stretch.endMs - stretch.startMs) / 1000);
	return [
		{
			...rowOf('event loop late, Postgres', 'ms', late),
			target: loopTarget,
			note: `${delays.length} timers over ${seconds} s of turns, ${over} later than ${loopTarget.max} ms`,
		},
		{
			...rowOf('event loop late, Postgres, without waits for a core', 'ms', own),
			target: loopTarget,
			note: 'what other programs took from it is left out, by the kernel’s schedstat',
		},
	];
}
