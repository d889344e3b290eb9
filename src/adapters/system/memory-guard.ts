/** Shows less media while memory is short, so that a busy hour does not end the process. */
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { MemoryPressure } from '#ports/memory-pressure';
import { cgroupLimitBytes } from './cgroup-limit.ts';

/** The window while memory is getting short, unless a smaller one is configured (ruling H19). */
const warningWindowEntries = 5;
const bytesPerMegabyte = 1_048_576;

/** What is asked of the machine. */
export interface MemoryReaders {
	/** The process's resident memory. */
	rssBytes(): number;
	/** What the container or service allows; null for no limit. */
	limitBytes(): number | null;
	/** Asks for unused memory back. */
	collectGarbage(): void;
}

/** How the guard judges. */
export interface MemoryGuardOptions {
	/** `MEDIA_CONTEXT_WINDOW`: entries of the history whose media may be shown while there is enough memory. */
	readonly mediaContextWindow: number;
	/** `CONTAINER_MEMORY_LIMIT_MB`; null takes the container's own limit. */
	readonly limitMb: number | null;
	/** `MEMORY_WARNING_THRESHOLD` and `MEMORY_CRITICAL_THRESHOLD`, as shares of the limit. */
	readonly warningThreshold: number;
	readonly criticalThreshold: number;
	/** `EMERGENCY_COOLDOWN_MS`: how long a critical moment lasts at least. */
	readonly emergencyCooldownMs: number;
	readonly clock: Pick<Clock, 'now'>;
	readonly log: Log;
	readonly readers?: MemoryReaders;
}

const SYSTEM_READERS: MemoryReaders = {
	rssBytes: () => process.memoryUsage.rss(),
	limitBytes: () => cgroupLimitBytes(),
	// Without waiting: the turn that asked goes on meanwhile.
	collectGarbage: () => Bun.gc(false),
};

/** The memory guard (seed: `memoryGuard`); always on, and safe where nothing limits memory (ruling H19). */
export class MemoryGuard implements MemoryPressure {
	readonly #options: MemoryGuardOptions;
	readonly #readers: MemoryReaders;
	/** Null when nothing limits memory; the container's limit is read once. */
	readonly #limitBytes: number | null;
	#emergencyUntilMs = Number.NEGATIVE_INFINITY;

	constructor(options: MemoryGuardOptions) {
		this.#options = options;
		this.#readers = options.readers ?? SYSTEM_READERS;
		this.#limitBytes =
			options.limitMb === null ? this.#readers.limitBytes() : Math.floor(options.limitMb * bytesPerMegabyte);
	}

	/** The configured window; at most 5 from the warning on; 0 from the critical share on, until the cooldown is over. */
	getMediaWindow(): number {
		const { mediaContextWindow, warningThreshold, criticalThreshold, clock } = this.#options;
		if (this.#limitBytes === null) return mediaContextWindow;
		if (clock.now() < this.#emergencyUntilMs) return 0;
		const share = this.#readers.rssBytes() / this.#limitBytes;
		if (share >= criticalThreshold) return this.#enterEmergency(share);
		return share >= warningThreshold ? Math.min(warningWindowEntries, mediaContextWindow) : mediaContextWindow;
	}

	#enterEmergency(share: number): 0 {
		const { clock, emergencyCooldownMs, log } = this.#options;
		this.#emergencyUntilMs = clock.now() + emergencyCooldownMs;
		log.warn({ share, limitBytes: this.#limitBytes }, 'memory is short: prompts show no media for now');
		this.#readers.collectGarbage();
		return 0;
	}
}
