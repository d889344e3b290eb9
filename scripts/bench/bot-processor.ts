/** How much processor time a bot takes, by the kernel's account. */
import { readFileSync } from 'node:fs';

/** `getconf CLK_TCK`, which is the same on every Linux. */
const ticksPerSecond = 100;

/** Fields 14 and 15 of `/proc/<pid>/stat`, counted from behind the name, which may have spaces. */
const userField = 11;
const systemField = 12;

/** Seconds since the process began. */
export interface ProcessorTime {
	readonly allThreads: number;
	readonly mainThread: number;
}

/** What a process has taken so far. */
export function processorTime(pid: number): ProcessorTime {
	return {
		allThreads: secondsIn(`/proc/${pid}/stat`),
		mainThread: secondsIn(`/proc/${pid}/task/${pid}/stat`),
	};
}

function secondsIn(path: string): number {
	const text = readFileSync(path, 'utf8');
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[userField]) + Number(fields[systemField])) / ticksPerSecond;
}
