/** What a bot holds in memory, as it tells itself and as the kernel sees it. */
import { readFileSync } from 'node:fs';

/** The variable that names the socket on which a bot tells it. */
export const memorySocketVariable = 'BENCH_MEMORY_SOCKET';

/** The script that tells, relative to the project, in which bots run. */
export const memoryPreload = './scripts/bench/tell-memory.ts';

/** Where it is asked. */
export const memoryRoute = '/memory';

const sampleEveryMs = 500;
const bytesPerMegabyte = 1_000_000;

/** One look at a bot; all but `residentBytes` is after the heap was collected, `leastBytes` the least that was resident then. */
export interface BotMemory {
	readonly residentBytes: number;
	readonly leastBytes: number;
	readonly heapBytes: number;
	readonly objectCount: number;
	readonly objectTypeCounts: Readonly<Record<string, number>>;
}

/** Collects the bot's heap and tells what is left. */
export async function readBotMemory(socket: string): Promise<BotMemory> {
	const response = await fetch(`http://localhost${memoryRoute}`, { unix: socket });
	return (await response.json()) as BotMemory;
}

/** In MB, which are a million bytes. */
export function megabytes(bytes: number): number {
	return bytes / bytesPerMegabyte;
}

/** The largest resident memory of a process while it is looked at. */
export interface Peak {
	bytes(): number;
	stop(): void;
}

/** Looks at a process until it is stopped. */
export function watchPeak(pid: number): Peak {
	let peakBytes = 0;
	const timer = setInterval(() => {
		const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
		peakBytes = Math.max(peakBytes, Number(kibibytes) * 1_024);
	}, sampleEveryMs);
	return { bytes: () => peakBytes, stop: () => clearInterval(timer) };
}

/** The kinds of objects of which there are most more than before. */
export function grownTypes(before: BotMemory, after: BotMemory, count: number): string {
	return Object.entries(after.objectTypeCounts)
		.map(([type, objects]) => ({ type, more: objects - (before.objectTypeCounts[type] ?? 0) }))
		.sort((left, right) => right.more - left.more)
		.slice(0, count)
		.map(({ type, more }) => `${more} ${type}`)
		.join(', ');
}
