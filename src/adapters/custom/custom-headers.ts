/** Headers of every request to a custom endpoint. */
import type { Credential } from '#domain/credential';

const USER_AGENT = 'tomori/0.1 (self-hosted Discord bot)';

/** The key, where there is one, goes into this header and nowhere else. */
export function customHeaders({ secret }: Pick<Credential, 'secret'>): Record<string, string> {
	const key = secret.reveal();
	return {
		...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
		'Content-Type': 'application/json',
		Accept: 'text/event-stream, application/json',
		// A compressed stream is only readable when its compressor flushes, which a proxy need not do for each event.
		'Accept-Encoding': 'identity',
		'User-Agent': USER_AGENT,
	};
}
