/** Keeps the leases of this process alive for as long as it works on what they stand for. */
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';
import type { Lease, Leases } from '#ports/leases';
import type { Log } from '#ports/log';
import { logTrouble } from './log-trouble.ts';
import { Renewals } from './renewals.ts';

/** How long a lease outlives its process, in milliseconds. */
export const LEASE_TTL_MS = 12_000;

const renewEveryMs = 4_000;
const sweepEveryMs = 600_000;

/** Leases that are given back later, at most. */
const leftMax = 10_000;

/** How long it is known what was done once for all. */
const onceForMs = 900_000;

/** What the keeper works with. */
export interface LeaseKeeperOptions {
	readonly leases: Leases;
	/** This process, as other ones see it. */
	readonly owner: string;
	/** False where no other process can be. */
	readonly isShared: boolean;
	readonly clock: Clock;
	readonly log: Log;
}

/** All leases of a process, renewed together. */
export class LeaseKeeper {
	readonly #options: LeaseKeeperOptions;
	readonly #kept = new Set<Lease>();
	/** Those that could not be given back, by name: until they end, they stand in this process's own way. */
	readonly #left: ExpiringMap<string, Lease>;
	readonly #renewals: Renewals;
	#cancelSweep: () => void = () => {};
	#closed = false;

	constructor(options: LeaseKeeperOptions) {
		this.#options = options;
		const nowMs = () => options.clock.now();
		this.#left = new ExpiringMap({ ttlMs: LEASE_TTL_MS, entriesMax: leftMax, nowMs });
		this.#renewals = new Renewals({
			clock: options.clock,
			everyMs: renewEveryMs,
			isNeeded: () => !this.#closed && this.#kept.size > 0,
			renew: () => this.#renew(),
		});
		this.#sweepLater();
	}

	/** Null while another process, or another job of this one, holds the name. Throws what stores throw. */
	async take(name: string): Promise<Lease | null> {
		const left = this.#left.get(name);
		if (left) {
			await this.#options.leases.release(left);
			this.#left.delete(name);
		}
		const lease = await this.#options.leases.take(name, LEASE_TTL_MS);
		if (lease === null) return null;
		this.#kept.add(lease);
		this.#renewals.begin();
		return lease;
	}

	/** False once another process has taken the name: this one came too late with a renewal. */
	isHeld(lease: Lease): boolean {
		return this.#kept.has(lease);
	}

	/** Never rejects; a lease that cannot be given back ends by itself. */
	async release(lease: Lease): Promise<void> {
		this.#kept.delete(lease);
		try {
			await this.#options.leases.release(lease);
		} catch (error) {
			this.#left.set(lease.name, lease);
			logTrouble(this.#options.log, 'a lease could not be given back and ends by itself', { error });
		}
	}

	/** Takes a name for a while without renewing it; null when it is held. Throws what stores throw. */
	async mark(name: string, forMs: number): Promise<Lease | null> {
		return await this.#options.leases.take(name, forMs);
	}

	/** True for the first of all processes that asks, for a quarter of an hour. Throws what stores throw. */
	async once(name: string): Promise<boolean> {
		return (await this.mark(name, onceForMs)) !== null;
	}

	/**
	 * True for the first of several processes that asks, until the instant `untilMs`; where there is one process it is
	 * true each time. Throws what stores throw.
	 */
	async isFirst(name: string, untilMs: number): Promise<boolean> {
		if (!this.#options.isShared) return true;
		return (await this.mark(name, Math.max(1, untilMs - this.#options.clock.now()))) !== null;
	}

	/** Notes for other processes that something has just happened, for a quarter of an hour. Throws what stores throw. */
	async noteNow(name: string): Promise<void> {
		if (this.#options.isShared) await this.mark(name, onceForMs);
	}

	/** When something was noted, by this process's clock in milliseconds since 1970; else null. Throws what stores throw. */
	async notedAtMs(name: string): Promise<number | null> {
		if (!this.#options.isShared) return null;
		const remainingMs = await this.#options.leases.remainingMs(name);
		return remainingMs === null ? null : this.#options.clock.now() - (onceForMs - remainingMs);
	}

	/** Whether another process holds a name. Throws what stores throw. */
	async isElsewhere(name: string): Promise<boolean> {
		const holder = await this.#options.leases.holder(name);
		return holder !== null && holder !== this.#options.owner;
	}

	/** Gives back everything that is still held. Never rejects. */
	async close(): Promise<void> {
		this.#closed = true;
		this.#renewals.end();
		this.#cancelSweep();
		await Promise.all([...this.#kept].map((lease) => this.release(lease)));
	}

	async #renew(): Promise<void> {
		const { leases, log } = this.#options;
		const asked = [...this.#kept];
		try {
			const kept = await leases.renew(asked, LEASE_TTL_MS);
			for (const lease of asked) {
				if (kept.has(lease) || !this.#kept.delete(lease)) continue;
				log.warn({ lease: lease.name }, 'a lease was lost: this process came too late to renew it');
			}
		} catch (error) {
			// Nobody else can take them either while the database is away.
			logTrouble(log, 'leases could not be renewed', { error });
		}
	}

	#sweepLater(): void {
		if (this.#closed) return;
		this.#cancelSweep = this.#options.clock.after(sweepEveryMs, () => void this.#sweep());
	}

	async #sweep(): Promise<void> {
		try {
			await this.#options.leases.sweep();
		} catch (error) {
			logTrouble(this.#options.log, 'leases that have run out could not be forgotten', { error });
		}
		this.#sweepLater();
	}
}
