/** Preloaded into a bot under measurement: throws away what is not used any more when it is asked, and tells what is left. */
import { heapStats } from 'bun:jsc';
import { type BotMemory, memoryRoute, memorySocketVariable } from './bot-memory.ts';

const socket = process.env[memorySocketVariable];
const collections = 6;
const pauseMs = 2_000;
/** Longer than all of them. */
const answerSeconds = 60;

/** Several collections: what the first one finalizes, and pages that are given back late, are gone by one of them. */
async function collected(): Promise<BotMemory> {
	const residentBytes = process.memoryUsage.rss();
	let leastBytes = residentBytes;
	for (let each = 0; each < collections; each += 1) {
		Bun.gc(true);
		await Bun.sleep(pauseMs);
		leastBytes = Math.min(leastBytes, process.memoryUsage.rss());
	}
	const { heapSize, extraMemorySize, objectCount, objectTypeCounts } = heapStats();
	return { residentBytes, leastBytes, heapBytes: heapSize + extraMemorySize, objectCount, objectTypeCounts };
}

if (socket !== undefined && Bun.isMainThread) {
	Bun.serve({
		unix: socket,
		idleTimeout: answerSeconds,
		routes: { [memoryRoute]: async () => Response.json(await collected()) },
	}).unref();
}
