/** A name for a key that does not reveal it. */
import { createHash } from 'node:crypto';
import type { Secret } from '#domain/secret';

/** Hex sha256 of the key. */
export function credentialDigest(secret: Secret): string {
	return createHash('sha256').update(secret.reveal()).digest('hex');
}
