/** Remembers which threads were made from messages: such a thread has the message's own id. */
import type { Snowflake } from '#domain/ids';
import { RecentMap } from '#lib/recent-map';
import { objectOf, textOf } from './raw-fields.ts';

/** Threads that were made since the bot is connected, the newest ones. */
export interface ThreadMemory {
	/** Takes a THREAD_CREATE packet. */
	noteCreated(packet: unknown): void;
	/** Takes a THREAD_DELETE packet. */
	noteDeleted(packet: unknown): void;
	/** The thread that was made from a message, or null. */
	threadFrom(messageId: Snowflake): Snowflake | null;
}

const threadsMax = 5_000;

/** An empty memory. */
export function createThreadMemory(): ThreadMemory {
	const threads = new RecentMap<Snowflake, true>(threadsMax);
	return {
		noteCreated(packet) {
			const id = textOf(objectOf(packet)?.['id']);
			if (id !== null) threads.set(id, true);
		},
		noteDeleted(packet) {
			const id = textOf(objectOf(packet)?.['id']);
			if (id !== null) threads.delete(id);
		},
		threadFrom: (messageId) => (threads.has(messageId) ? messageId : null),
	};
}
