/** Where web addresses lead, as the machine's name service says. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { AddressGuard, Whereabouts } from '#ports/address-guard';

/** Names to addresses, as `dns.lookup` with `all` does it. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** Networks that are not the open internet (the IANA registries of special addresses). */
const PRIVATE_NETWORKS: readonly (readonly [network: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
	['0.0.0.0', 8, 'ipv4'],
	['10.0.0.0', 8, 'ipv4'],
	['100.64.0.0', 10, 'ipv4'],
	['127.0.0.0', 8, 'ipv4'],
	['169.254.0.0', 16, 'ipv4'],
	['172.16.0.0', 12, 'ipv4'],
	['192.0.0.0', 24, 'ipv4'],
	['192.0.2.0', 24, 'ipv4'],
	['192.88.99.0', 24, 'ipv4'],
	['192.168.0.0', 16, 'ipv4'],
	['198.18.0.0', 15, 'ipv4'],
	['198.51.100.0', 24, 'ipv4'],
	['203.0.113.0', 24, 'ipv4'],
	['224.0.0.0', 3, 'ipv4'],
];

/** Of IPv6 only global unicast is open, and of that not what wraps other addresses or is set aside. */
const GLOBAL_UNICAST = ['2000::', 3, 'ipv6'] as const;
const SET_ASIDE: typeof PRIVATE_NETWORKS = [
	['2001::', 23, 'ipv6'],
	['2001:db8::', 32, 'ipv6'],
	['2002::', 16, 'ipv6'],
	['3fff::', 20, 'ipv6'],
];

const closed = blockList([...PRIVATE_NETWORKS, ...SET_ASIDE]);
const open = blockList([GLOBAL_UNICAST]);

function blockList(networks: typeof PRIVATE_NETWORKS): BlockList {
	const list = new BlockList();
	for (const [network, bits, family] of networks) list.addSubnet(network, bits, family);
	return list;
}

/** Whether an IP address belongs to the open internet. */
export function isPublicAddress(address: string): boolean {
	switch (isIP(address)) {
		case 4:
			return !closed.check(address, 'ipv4');
		case 6:
			return open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
		default:
			return false;
	}
}

/** The guard over a name service; tests give it one of their own. */
export function dnsAddressGuard(resolveName: ResolveName = lookUp): AddressGuard {
	const whereabouts = async (url: string, signal: AbortSignal): Promise<Whereabouts> => {
		const parsed = URL.parse(url);
		if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return NOWHERE;
		const host = parsed.hostname.replace(/^\[|\]$/g, '');
		const found = isIP(host) === 0 ? await addressesOf(host, resolveName, signal) : [host];
		if (found.length === 0) return NOWHERE;
		const addresses = [...found].sort((one, other) => isIP(one) - isIP(other));
		return { reach: addresses.every(isPublicAddress) ? 'public' : 'private', addresses };
	};
	return { whereabouts, reachOf: async (url, signal) => (await whereabouts(url, signal)).reach };
}

const NOWHERE: Whereabouts = { reach: 'unknown', addresses: [] };

/** None when the name is unknown, the service fails, or the caller no longer waits. */
export async function addressesOf(
	name: string,
	resolveName: ResolveName,
	signal: AbortSignal,
): Promise<readonly string[]> {
	if (signal.aborted) return [];
	const gaveUp = Promise.withResolvers<readonly string[]>();
	const giveUp = (): void => gaveUp.resolve([]);
	signal.addEventListener('abort', giveUp, { once: true });
	try {
		return await Promise.race([resolveName(name), gaveUp.promise]);
	} catch {
		return [];
	} finally {
		signal.removeEventListener('abort', giveUp);
	}
}

/** The machine's own name service. */
export async function lookUp(name: string): Promise<readonly string[]> {
	const found = await lookup(name, { all: true });
	return found.map(({ address }) => address);
}
