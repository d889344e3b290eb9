/** Preloaded into a bot under measurement: throws away what is not used any more when it is asked, and tells what is left. */
import { heapStats } from 'bun:jsc';
import { type MemoryLook, memoryRoute, memorySocketVariable } from './bot-memory.ts';

const socket = process.env[memorySocketVariable];

function look(): MemoryLook {
	const residentBytes = process.memoryUsage.rss();
	Bun.gc(true);
	const { heapSize, extraMemorySize, objectCount, objectTypeCounts } = heapStats();
	return { residentBytes, heapBytes: heapSize + extraMemorySize, objectCount, objectTypeCounts };
}

if (socket !== undefined && Bun.isMainThread) {
	Bun.serve({ unix: socket, routes: { [memoryRoute]: () => Response.json(look()) } }).unref();
}
