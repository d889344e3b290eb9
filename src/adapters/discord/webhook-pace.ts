/** Keeps a channel's webhook posts within what Discord takes: five in two seconds and thirty in a minute. */
import type { Clock } from '#ports/clock';

const WINDOWS = [
	{ posts: 5, ms: 2_000 },
	{ posts: 30, ms: 60_000 },
] as const;
const rememberedMs = 60_000;

/** Waits before posts; to be asked by one caller at a time for each channel. */
export class WebhookPace {
	readonly #clock: Clock;
	readonly #posts = new Map<string, number[]>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Resolves when the channel takes another post, which counts as made then; at once when the signal aborts. */
	async wait(channelId: string, signal: AbortSignal): Promise<void> {
		for (;;) {
			const nowMs = this.#clock.now();
			const posts = (this.#posts.get(channelId) ?? []).filter((atMs) => atMs > nowMs - rememberedMs);
			const waitMs = Math.max(...WINDOWS.map((window) => this.#waitFor(posts, window)));
			if (waitMs <= 0 || signal.aborted) {
				this.#posts.set(channelId, [...posts, nowMs]);
				this.#forgetQuiet(nowMs);
				return;
			}
			await this.#clock.sleep(waitMs, signal);
		}
	}

	/** A post before the window's first one leaves it exactly when the window has passed over it. */
	#waitFor(posts: readonly number[], window: (typeof WINDOWS)[number]): number {
		const oldest = posts.at(-window.posts);
		return oldest === undefined ? 0 : oldest + window.ms - this.#clock.now();
	}

	#forgetQuiet(nowMs: number): void {
		for (const [channelId, posts] of this.#posts) {
			if ((posts.at(-1) ?? 0) <= nowMs - rememberedMs) this.#posts.delete(channelId);
		}
	}
}
