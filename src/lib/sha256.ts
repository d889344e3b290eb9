/** SHA-256 of texts and bytes. */
import { createHash } from 'node:crypto';
import { encodeBase64Url } from './base64url.ts';

/** Hex digest of bytes, or of a text's UTF-8 bytes. */
export function sha256Hex(data: string | Uint8Array): string {
	return createHash('sha256').update(data).digest('hex');
}

/** Base64url digest of the text's UTF-8 bytes, without padding. */
export function sha256Base64Url(text: string): string {
	return encodeBase64Url(createHash('sha256').update(text, 'utf8').digest());
}
