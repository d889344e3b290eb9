/** Keeps until when everything was seen, so that the next start knows what it missed. */
import type { AppStateStore } from '#ports/app-state-store';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { logTrouble } from './log-trouble.ts';

/** What the mark is made of. */
export interface SeenMarkOptions {
	readonly appState: AppStateStore;
	readonly clock: Clock;
	readonly log: Log;
	/** When each shard was heard last, in milliseconds since 1970. */
	readonly heardAtMs: () => ReadonlyMap<number, number>;
	/** When the oldest line was written that waits for its turn; null when none does. */
	readonly waitingSinceMs: () => number | null;
}

/** How often the mark is stored, in milliseconds. */
export const markEveryMs = 15_000;

/** Clocks differ, and what was just heard may not be claimed yet; a claim keeps what is seen twice from harm. */
const slackMs = 15_000;

/** From when on something may have been missed after the last event, both in milliseconds since 1970. */
export function sinceHeard(heardAtMs: number): number {
	return heardAtMs - slackMs;
}

/** One mark for each shard, since another process may hear another one. */
export class SeenMark {
	readonly #options: SeenMarkOptions;
	/** Instants from which on something has still to be caught up. */
	readonly #holds = new Map<symbol, number>();
	readonly #stored = new Map<number, number>();
	#frozen: ReadonlyMap<number, number> | null = null;
	#cancelTimer: (() => void) | null = null;
	#saving: Promise<void> = Promise.resolve();

	constructor(options: SeenMarkOptions) {
		this.#options = options;
	}

	/** Since when a shard's messages may have been missed, in milliseconds since 1970; null before the first start. */
	async readSince(shardId: number): Promise<number | null> {
		const text = await this.#options.appState.readState(keyOf(shardId));
		return text !== null && /^\d{1,15}$/.test(text) ? sinceHeard(Number(text)) : null;
	}

	/** Keeps the mark where it is while something since then is caught up; returns the way to let go. */
	hold(sinceMs: number): () => void {
		const key = Symbol('hold');
		this.#holds.set(key, sinceMs);
		return () => {
			this.#holds.delete(key);
		};
	}

	/** Stores the mark from now on, and at once: the first start may be a short one. */
	start(): void {
		void this.save();
		this.#cancelTimer = this.#options.clock.after(markEveryMs, () => this.start());
	}

	/** From now on nothing that is heard counts as seen; stores the mark. Never rejects. */
	async freeze(): Promise<void> {
		this.#frozen ??= new Map(this.#options.heardAtMs());
		this.#cancelTimer?.();
		this.#cancelTimer = null;
		await this.save();
	}

	/** Stores the mark where it has moved. Never rejects. */
	save(): Promise<void> {
		this.#saving = this.#saving.then(() => this.#saveNow());
		return this.#saving;
	}

	async #saveNow(): Promise<void> {
		const { appState, log, heardAtMs, waitingSinceMs } = this.#options;
		const limits = [waitingSinceMs() ?? Number.POSITIVE_INFINITY, ...this.#holds.values()];
		for (const [shardId, atMs] of this.#frozen ?? heardAtMs()) {
			const markMs = Math.max(0, Math.min(atMs, ...limits));
			if (this.#stored.get(shardId) === markMs) continue;
			try {
				await appState.writeState(keyOf(shardId), String(markMs));
				this.#stored.set(shardId, markMs);
			} catch (error) {
				logTrouble(log, 'what was seen could not be stored', { error, shardId });
			}
		}
	}
}

function keyOf(shardId: number): string {
	return `gateway.seen.${shardId}`;
}
