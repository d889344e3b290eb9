/** Preloaded into a bot under measurement: throws away what is not used any more when it is asked, and tells what is left. */
import { heapStats } from 'bun:jsc';
import { type BotMemory, memoryRoute, memorySocketVariable } from './bot-memory.ts';

const socket = process.env[memorySocketVariable];
const collections = 3;
const pauseMs = 500;

/** Several collections: what the first one finalizes, and pages that are given back late, are gone by the last. */
async function collected(): Promise<BotMemory> {
	const residentBytes = process.memoryUsage.rss();
	for (let each = 0; each < collections; each += 1) {
		Bun.gc(true);
		await Bun.sleep(pauseMs);
	}
	const { heapSize, extraMemorySize, objectCount, objectTypeCounts } = heapStats();
	const leastBytes = process.memoryUsage.rss();
	return { residentBytes, leastBytes, heapBytes: heapSize + extraMemorySize, objectCount, objectTypeCounts };
}

if (socket !== undefined && Bun.isMainThread) {
	Bun.serve({ unix: socket, routes: { [memoryRoute]: async () => Response.json(await collected()) } }).unref();
}
