/** Pictures and videos from allowed hosts on the open internet, and from nowhere else. */
import { isIP } from 'node:net';
import { RequestGuard } from '#lib/request-guard';
import { err, ok, type Result } from '#lib/result';
import { type ViaAddress, viaAddress } from '#lib/via-address';
import type { Clock } from '#ports/clock';
import type { ImageFetch, ImageRefusal, ImageSource } from '#ports/image-source';
import { addressesOf, isPublicAddress, lookUp, type ResolveName } from './dns-address-guard.ts';

/** What may be fetched. */
export interface GuardedFetchOptions {
	/** Names of hosts, without port; `*.example.org` means every host below `example.org`. */
	readonly hosts: readonly string[];
	/** Hosts, with port, that the operator named as Discord itself: any address, also without TLS. */
	readonly trustedHosts?: readonly string[];
	readonly clock: Clock;
	/** For everything from the first question to the last byte, in milliseconds. */
	readonly timeoutMs?: number;
	readonly resolveName?: ResolveName;
	/** Tests serve on this machine. */
	readonly isOpen?: (address: string) => boolean;
	/** A further authority to believe, as PEM; for tests. */
	readonly authority?: string;
}

/** Where Discord keeps what people post, and its copies of what they link to. */
export const DISCORD_MEDIA_HOSTS: readonly string[] = [
	'cdn.discordapp.com',
	'media.discordapp.net',
	'images-ext-1.discordapp.net',
	'images-ext-2.discordapp.net',
];

const fetchTimeoutMs = 10_000;
const redirectsMax = 3;
/** Addresses of one name that are tried. */
const addressesMax = 2;

const GONE: ReadonlySet<number> = new Set([403, 404, 410]);
const MOVED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** One step on the way: an address as somebody named it, and where its name leads. */
interface Hop {
	readonly url: URL;
	/** None for trusted hosts, which are asked by their name. */
	readonly addresses: readonly string[];
}

type Answer = { readonly kind: 'moved'; readonly to: string } | { readonly kind: 'body'; readonly bytes: Uint8Array };

/** A source that checks every step of the way and connects to the very address that it checked. */
export function guardedImageFetch(options: GuardedFetchOptions): ImageSource {
	return {
		async fetchImage(wanted, signal) {
			const guard = new RequestGuard((delayMs, action) => options.clock.after(delayMs, action), signal);
			try {
				guard.arm(options.timeoutMs ?? fetchTimeoutMs);
				return await new GuardedFetch(options, wanted, guard).run();
			} catch {
				// Every way in which the network can fail means the same to the model.
				return err('unreachable');
			} finally {
				guard.close();
			}
		},
	};
}

class GuardedFetch {
	readonly #options: GuardedFetchOptions;
	readonly #wanted: ImageFetch;
	readonly #guard: RequestGuard;

	constructor(options: GuardedFetchOptions, wanted: ImageFetch, guard: RequestGuard) {
		this.#options = options;
		this.#wanted = wanted;
		this.#guard = guard;
	}

	async run(): Promise<Result<Uint8Array, ImageRefusal>> {
		let next = URL.parse(this.#wanted.url);
		for (let redirects = 0; redirects <= redirectsMax && next !== null; redirects += 1) {
			const hop = await this.#check(next);
			if (!hop.ok) return hop;
			const answer = await this.#ask(hop.value);
			if (!answer.ok) return answer;
			if (answer.value.kind === 'body') return ok(answer.value.bytes);
			next = URL.parse(answer.value.to, next.href);
		}
		return err(next === null ? 'not-allowed' : 'unreachable');
	}

	/** Asks the name service once: what it answers later to somebody else decides nothing. */
	async #check(url: URL): Promise<Result<Hop, ImageRefusal>> {
		if (url.username !== '' || url.password !== '') return err('not-allowed');
		if (this.#options.trustedHosts?.includes(url.host) && /^https?:$/.test(url.protocol)) {
			return ok({ url, addresses: [] });
		}
		if (url.protocol !== 'https:' || !isAllowed(url.hostname, this.#options.hosts)) return err('not-allowed');
		const { resolveName = lookUp, isOpen = isPublicAddress } = this.#options;
		const host = url.hostname.replace(/^\[|\]$/g, '');
		const addresses = isIP(host) === 0 ? await addressesOf(host, resolveName, this.#guard.signal) : [host];
		if (addresses.length === 0) return err('unreachable');
		if (!addresses.every(isOpen)) return err('not-allowed');
		// Many machines have no way to IPv6, and their name service tells of it all the same.
		const tried = addresses.toSorted((one, other) => isIP(one) - isIP(other));
		return ok({ url, addresses: tried.slice(0, addressesMax) });
	}

	async #ask({ url, addresses }: Hop): Promise<Result<Answer, ImageRefusal>> {
		if (addresses.length === 0) return await this.#read(await this.#send(url.href, {}));
		for (const [index, address] of addresses.entries()) {
			try {
				return await this.#read(await this.#sendTo(address, url));
			} catch (error) {
				if (index === addresses.length - 1 || this.#guard.signal.aborted) throw error;
			}
		}
		return err('unreachable');
	}

	/** The connection goes to the checked address; name and certificate are still those of the host. */
	async #sendTo(address: string, url: URL): Promise<Response> {
		const { authority } = this.#options;
		const via = viaAddress(url.href, address);
		const tls = { ...via.init.tls, ...(authority === undefined ? {} : { ca: authority }) };
		return await this.#send(via.url, { headers: via.headers, init: { ...via.init, tls } });
	}

	#send(url: string, { headers, init }: Partial<Pick<ViaAddress, 'headers' | 'init'>>): Promise<Response> {
		return this.#guard.until(
			fetch(url, {
				...init,
				headers: { Accept: 'image/*, video/*', 'Accept-Encoding': 'identity', ...headers },
				redirect: 'manual',
				signal: this.#guard.signal,
			}),
		);
	}

	async #read(response: Response): Promise<Result<Answer, ImageRefusal>> {
		const to = MOVED.has(response.status) ? response.headers.get('location') : null;
		if (to !== null) return ok({ kind: 'moved', to });
		if (GONE.has(response.status)) return err('gone');
		if (!response.ok) return err('unreachable');
		const { bytesMax } = this.#wanted;
		if (Number(response.headers.get('content-length') ?? 0) > bytesMax) return err('too-large');
		const reader = response.body?.getReader();
		const chunks: Uint8Array[] = [];
		let total = 0;
		while (reader) {
			const { done, value } = await this.#guard.until(reader.read());
			if (done) break;
			total += value.length;
			if (total > bytesMax) return err('too-large');
			chunks.push(value);
		}
		return ok({ kind: 'body', bytes: Buffer.concat(chunks) });
	}
}

function isAllowed(hostname: string, hosts: readonly string[]): boolean {
	const name = hostname.toLowerCase().replace(/\.$/, '');
	return hosts.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host));
}
