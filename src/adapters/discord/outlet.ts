/** Hands events from the gateway to whoever listens; a listener's error is logged and goes no further. */
import type { Log } from '#ports/log';
import { errorFacts } from './discord-failure.ts';

/** Receives one event; a rejection is logged like a throw. */
export type Listener<T> = (event: T) => void | Promise<void>;

/** Events of one kind. */
export interface Outlet<T> {
	/** Never throws, so that nothing of ours can break the gateway's own loop. */
	emit(event: T): void;
	/** Adds a listener; the first one also gets what was kept for it. Returns the way to remove it. */
	listen(listener: Listener<T>): () => void;
}

/** What an outlet is called in the log, and what it keeps. */
export interface OutletOptions {
	readonly name: string;
	readonly log: Log;
	/** Events that are kept for the first listener, the newest ones; 0 for events that are worth nothing later. */
	readonly keptMax: number;
}

/** An outlet without listeners. */
export function createOutlet<T>({ name, log, keptMax }: OutletOptions): Outlet<T> {
	const listeners = new Set<Listener<T>>();
	let waiting: T[] | null = [];
	const hand = async (listener: Listener<T>, event: T) => {
		try {
			await listener(event);
		} catch (error) {
			log.error({ event: name, ...errorFacts(error) }, 'a gateway listener failed');
		}
	};
	return {
		emit(event) {
			if (waiting !== null) {
				waiting.push(event);
				if (waiting.length > keptMax) waiting.shift();
				return;
			}
			for (const listener of listeners) void hand(listener, event);
		},
		listen(listener) {
			listeners.add(listener);
			const missed = waiting ?? [];
			waiting = null;
			for (const event of missed) void hand(listener, event);
			return () => {
				listeners.delete(listener);
			};
		},
	};
}
