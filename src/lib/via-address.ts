/** Sends a request to an address that was checked, under the name that the address was found by. */
import { isIP } from 'node:net';

/** What a request needs for that. */
export interface ViaAddress {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly init: BunFetchRequestInit;
}

/** Name and certificate stay those of the host; null asks by its name. */
export function viaAddress(url: string, address: string | null): ViaAddress {
	const named = new URL(url);
	if (address === null || isIP(named.hostname.replace(/^\[|\]$/g, '')) !== 0) return { url, headers: {}, init: {} };
	const target = new URL(url);
	target.hostname = isIP(address) === 6 ? `[${address}]` : address;
	// A connection that is kept would be found by its address, whatever name it was opened for.
	const init = { keepalive: false, tls: { serverName: named.hostname } };
	return { url: target.href, headers: { Host: named.host }, init };
}
