/** Headers of every request to NovelAI. */
import type { Credential } from '#domain/credential';

/** Cloudflare, which stands before every endpoint, refuses some libraries' default names. */
const USER_AGENT = 'tomori/0.1 (self-hosted Discord bot)';

/** The key goes into this header and nowhere else. */
export function requestHeaders(credential: Credential): Record<string, string> {
	return {
		Authorization: `Bearer ${credential.secret.reveal()}`,
		'Content-Type': 'application/json',
		Accept: 'text/event-stream, application/json',
		// A compressed stream is only readable when its compressor flushes, which a proxy need not do for each event.
		'Accept-Encoding': 'identity',
		'User-Agent': USER_AGENT,
	};
}

/** `path` below a base URL that may itself have a path, with or without a slash at its end. */
export function endpointUrl(baseUrl: string, path: string): string {
	return `${baseUrl.replace(/\/+$/u, '')}${path}`;
}
