/** Tells where a web address leads, before anything is sent there. */

/**
 * `private` is everything that is not the open internet: loopback, link-local, private and reserved networks. One such
 * address among several is enough. `unknown` is a name that leads nowhere now.
 */
export type AddressReach = 'public' | 'private' | 'unknown';

/** Where an address leads now. */
export interface Whereabouts {
	readonly reach: AddressReach;
	/** What its name stands for, IPv4 first; none where that is unknown. */
	readonly addresses: readonly string[];
}

/** Asks the name service afresh each time, since a name may lead elsewhere tomorrow (ruling P6). */
export interface AddressGuard {
	/** Of an address with `http` or `https`; never throws. */
	reachOf(url: string, signal: AbortSignal): Promise<AddressReach>;
	/** The same, with what to connect to: the name asked once more might lead elsewhere by then. Never throws. */
	whereabouts(url: string, signal: AbortSignal): Promise<Whereabouts>;
}
