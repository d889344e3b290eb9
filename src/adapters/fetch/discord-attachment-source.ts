/** Bytes of files that people attached on Discord. */
import { err, ok, type Result } from '#lib/result';
import type { AttachmentRefusal, AttachmentSource } from '#ports/attachment-source';

/** What is allowed to be fetched. */
export interface AttachmentSourceOptions {
	/** Hosts (with port where one is named) that serve attachments; nothing else is ever asked. */
	readonly hosts: readonly string[];
	readonly bytesMax: number;
	readonly timeoutMs: number;
}

/** Discord's own attachment hosts. */
const DISCORD_ATTACHMENT_HOSTS = ['cdn.discordapp.com', 'media.discordapp.net'];

/** Fetches without following redirects, stops at `bytesMax`, and gives up after `timeoutMs`. */
export function discordAttachmentSource(options: AttachmentSourceOptions): AttachmentSource {
	return {
		async fetchAttachment(url, signal): Promise<Result<Uint8Array, AttachmentRefusal>> {
			if (!isAllowed(url, options.hosts)) return err('unreachable');
			try {
				const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs)]);
				const response = await fetch(url, { signal: deadline, redirect: 'error' });
				if (!response.ok || !response.body) return err('unreachable');
				return await readBounded(response.body, options.bytesMax);
			} catch {
				// Every way in which the network can fail means the same to the person: attach it again.
				return err('unreachable');
			}
		},
	};
}

function isAllowed(url: string, hosts: readonly string[]): boolean {
	const parsed = URL.parse(url);
	return parsed !== null && ['http:', 'https:'].includes(parsed.protocol) && hosts.includes(parsed.host);
}

async function readBounded(
	body: ReadableStream<Uint8Array>,
	bytesMax: number,
): Promise<Result<Uint8Array, AttachmentRefusal>> {
	const chunks: Uint8Array[] = [];
	let total = 0;
	for await (const chunk of body) {
		total += chunk.length;
		if (total > bytesMax) return err('too-large');
		chunks.push(chunk);
	}
	return ok(Buffer.concat(chunks));
}

const ATTACHMENT_TIMEOUT_MS = 15_000;

/** The source for the Discord at `apiUrl`, or for Discord itself: its own hosts, and the host that serves the API. */
export function attachmentsOf(apiUrl: string | undefined, bytesMax: number): AttachmentSource {
	const apiHost = apiUrl === undefined ? [] : [new URL(apiUrl).host];
	const hosts = [...DISCORD_ATTACHMENT_HOSTS, ...apiHost];
	return discordAttachmentSource({ hosts, bytesMax, timeoutMs: ATTACHMENT_TIMEOUT_MS });
}
