/** Preloaded into a bot under measurement: notes how late each short timer of the main thread fires, and writes that down at exit. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type LoopDelay, loopBeatMs, loopFileVariable } from './loop-delay.ts';

const file = process.env[loopFileVariable];
const nanosecondsPerMillisecond = 1_000_000;
const schedulerFile = `/proc/self/task/${process.pid}/schedstat`;

/** How long the main thread has waited for a core so far; always 0 where the system does not tell. */
function waitedMs(): number {
	try {
		return Number(readFileSync(schedulerFile, 'utf8').split(' ')[1]) / nanosecondsPerMillisecond;
	} catch {
		return 0;
	}
}

function measure(path: string): void {
	const delays: LoopDelay[] = [];
	let lastMs = performance.now();
	let lastWaitedMs = waitedMs();
	setInterval(() => {
		const nowMs = performance.now();
		const nowWaitedMs = waitedMs();
		delays.push({
			atMs: Date.now(),
			lateMs: Math.max(0, nowMs - lastMs - loopBeatMs),
			waitedMs: nowWaitedMs - lastWaitedMs,
		});
		lastMs = nowMs;
		lastWaitedMs = nowWaitedMs;
	}, loopBeatMs).unref();
	process.on('exit', () => writeFileSync(path, JSON.stringify(delays)));
}

if (file !== undefined && Bun.isMainThread) measure(file);
