/** Removes what looks like a key, or is a known one, from a finished log line. */
import { blotSecrets } from '#core/text/blot-secrets';

const BLOT = '[redacted]';

const SECRET_CHARACTERS_MIN = 6;

function inJson(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

/** Inside JSON that stands inside JSON, inside JSON, as it is, inside an address, and inside a basic header. */
function dressesOf(secret: string): readonly string[] {
	const once = inJson(secret);
	const encoded = [encodeURIComponent(secret.toWellFormed()), Buffer.from(secret).toString('base64')];
	return [...new Set([inJson(once), once, secret, ...encoded])];
}

/** The line without secrets; secrets shorter than six characters are left, since they would blot out ordinary words. */
export function scrubSecrets(line: string, secrets: readonly string[]): string {
	let clean = line;
	for (const secret of secrets) {
		if (secret.length < SECRET_CHARACTERS_MIN) continue;
		for (const dress of dressesOf(secret)) clean = clean.replaceAll(dress, BLOT);
	}
	return blotSecrets(clean, BLOT);
}
