/** Tells where a web address leads, before anything is sent there. */

/**
 * `private` is everything that is not the open internet: loopback, link-local, private and reserved networks. One such
 * address among several is enough. `unknown` is a name that leads nowhere now.
 */
export type AddressReach = 'public' | 'private' | 'unknown';

/** Asks the name service afresh each time, since a name may lead elsewhere tomorrow (ruling P6). */
export interface AddressGuard {
	/** Of an address with `http` or `https`; never throws. */
	reachOf(url: string, signal: AbortSignal): Promise<AddressReach>;
}
