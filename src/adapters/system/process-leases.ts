/** Leases within one process, for a store that no other process can use. */
import type { Clock } from '#ports/clock';
import type { Lease, Leases } from '#ports/leases';

/** Names that may be held at once; beyond them the lease that ends first gives way. */
const leasesMax = 20_000;

/** Share of them that goes at once when there are too many: sorting them for each new one would stop everything. */
const droppedShare = 0.1;

interface Held {
	readonly token: string;
	expiresAtMs: number;
}

/** Whose leases they are, and by which clock they end. */
export interface ProcessLeasesOptions {
	readonly owner: string;
	readonly clock: Clock;
}

/** Kept in memory; nothing waits, so no two callers can win one name. */
export class ProcessLeases implements Leases {
	readonly #options: ProcessLeasesOptions;
	readonly #held = new Map<string, Held>();
	#count = 0;

	constructor(options: ProcessLeasesOptions) {
		this.#options = options;
	}

	async take(name: string, ttlMs: number): Promise<Lease | null> {
		const nowMs = this.#options.clock.now();
		if (this.#isHeld(this.#held.get(name))) return null;
		this.#count += 1;
		const token = String(this.#count);
		this.#held.delete(name);
		this.#makeRoom();
		this.#held.set(name, { token, expiresAtMs: nowMs + ttlMs });
		return { name, token };
	}

	async renew(leases: readonly Lease[], ttlMs: number): Promise<ReadonlySet<Lease>> {
		const kept = leases.filter(({ name, token }) => this.#held.get(name)?.token === token);
		for (const { name } of kept) {
			const held = this.#held.get(name);
			if (held) held.expiresAtMs = this.#options.clock.now() + ttlMs;
		}
		return new Set(kept);
	}

	async release({ name, token }: Lease): Promise<void> {
		if (this.#held.get(name)?.token === token) this.#held.delete(name);
	}

	async holder(name: string): Promise<string | null> {
		return this.#isHeld(this.#held.get(name)) ? this.#options.owner : null;
	}

	async remainingMs(name: string): Promise<number | null> {
		const held = this.#held.get(name);
		return held !== undefined && this.#isHeld(held) ? held.expiresAtMs - this.#options.clock.now() : null;
	}

	async sweep(): Promise<void> {
		for (const [name, held] of this.#held) if (!this.#isHeld(held)) this.#held.delete(name);
	}

	#isHeld(held: Held | undefined): boolean {
		return held !== undefined && held.expiresAtMs > this.#options.clock.now();
	}

	/** Only leases that are taken for good and never let go, such as those of answered commands, become so many. */
	#makeRoom(): void {
		if (this.#held.size < leasesMax) return;
		const soonest = [...this.#held].sort(([, one], [, other]) => one.expiresAtMs - other.expiresAtMs);
		for (const [name] of soonest.slice(0, leasesMax * droppedShare)) this.#held.delete(name);
	}
}
