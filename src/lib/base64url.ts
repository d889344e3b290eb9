/** Base64 for addresses and header values: the URL-safe alphabet, without padding (RFC 4648 §5). */

/** Bytes as base64url text. */
export function encodeBase64Url(bytes: Uint8Array): string {
	return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
}

/** The bytes of a base64url text, with or without padding; undefined when it is not such a text. */
export function decodeBase64Url(text: string): Uint8Array | undefined {
	try {
		return Uint8Array.fromBase64(text, { alphabet: 'base64url' });
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
