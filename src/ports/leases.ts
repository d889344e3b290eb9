/** What one process holds for a while, so that no other one does it too. */

/** A lease that was won; its token tells it from every other one of the same name. */
export interface Lease {
	readonly name: string;
	readonly token: string;
}

/** Leases of processes that share a store. Each method is one step: of many that want a name at once, one has it. */
export interface Leases {
	/** Null while somebody holds the name, this process included. A lease that nobody renews ends after `ttlMs`. */
	take(name: string, ttlMs: number): Promise<Lease | null>;
	/**
	 * Keeps these for another `ttlMs` from now and tells which are still ours. One that has run out is kept as well, as
	 * long as nobody else has taken its name.
	 */
	renew(leases: readonly Lease[], ttlMs: number): Promise<ReadonlySet<Lease>>;
	/** Lets go; nothing happens when the name has a newer lease. */
	release(lease: Lease): Promise<void>;
	/** The process that holds a name; null when it is free. */
	holder(name: string): Promise<string | null>;
	/** How long a name is still held unless it is renewed, in milliseconds; null when it is free. */
	remainingMs(name: string): Promise<number | null>;
	/** Forgets leases that have run out; they are free with or without it. */
	sweep(): Promise<void>;
}
