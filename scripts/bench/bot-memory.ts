/** What a bot holds in memory, as it tells itself and as the kernel sees it. */
import { readFileSync } from 'node:fs';

/** The variable that names the socket on which a bot tells it. */
export const memorySocketVariable = 'BENCH_MEMORY_SOCKET';

/** The script that tells, relative to the project, in which bots run. */
export const memoryPreload = './scripts/bench/tell-memory.ts';

/** Where it is asked. */
export const memoryRoute = '/memory';

const looks = 6;
const lookEveryMs = 2_000;
const sampleEveryMs = 500;
const bytesPerMegabyte = 1_000_000;

/** One look at a bot: what was resident before its heap was collected, and what is in the heap after that. */
export interface MemoryLook {
	readonly residentBytes: number;
	readonly heapBytes: number;
	readonly objectCount: number;
	readonly objectTypeCounts: Readonly<Record<string, number>>;
}

/** Several looks, of which the first tells `residentBytes`, one of the others `leastBytes`, and the last all else. */
export interface BotMemory extends MemoryLook {
	readonly leastBytes: number;
}

/** Collects the bot's heap again and again: what is finalized or given back late is gone by one of the looks. */
export async function readBotMemory(socket: string): Promise<BotMemory> {
	const first = await lookAt(socket);
	let last = first;
	let leastBytes = first.residentBytes;
	for (let each = 0; each < looks; each += 1) {
		await Bun.sleep(lookEveryMs);
		last = await lookAt(socket);
		leastBytes = Math.min(leastBytes, last.residentBytes);
	}
	return { ...last, residentBytes: first.residentBytes, leastBytes };
}

async function lookAt(socket: string): Promise<MemoryLook> {
	const response = await fetch(`http://localhost${memoryRoute}`, { unix: socket });
	return (await response.json()) as MemoryLook;
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
export function grownTypes(before: MemoryLook, after: MemoryLook, count: number): string {
	return Object.entries(after.objectTypeCounts)
		.map(([type, objects]) => ({ type, more: objects - (before.objectTypeCounts[type] ?? 0) }))
		.sort((left, right) => right.more - left.more)
		.slice(0, count)
		.map(({ type, more }) => `${more} ${type}`)
		.join(', ');
}
