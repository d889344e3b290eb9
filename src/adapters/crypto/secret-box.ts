/** Encrypts short texts for storage: AES-256-GCM under keys derived from versioned secrets. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { assert } from '#lib/assert';
import { err, ok, type Result } from '#lib/result';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Nonce, encrypted text and tag in one piece, and the version of the secret that opens it. */
export interface SealedText {
	readonly ciphertext: Uint8Array;
	readonly keyVersion: number;
}

/** Why a text does not open: its version has no secret, or the secret or purpose is another, or it was changed. */
export type OpenRefusal = 'unknown-version' | 'unreadable';

/** Why there is no box: no secret at all, a blank one, or none of the version that shall be current. */
export type SecretBoxRefusal = 'no-secret' | 'blank-secret' | 'current-version-missing';

/** Seals with the current version and opens with any. `purpose` names the row a text belongs to; it opens under no other. */
export interface SecretBox {
	readonly currentVersion: number;
	/** Throws for the empty text, which must never be stored. */
	seal(plaintext: string, purpose: string): SealedText;
	open(sealed: SealedText, purpose: string): Result<string, OpenRefusal>;
	/** HMAC-SHA256 that nobody else can make for this text and purpose; null for a version without a secret. */
	authenticate(text: string, purpose: string, keyVersion: number): Uint8Array | null;
}

/** `CRYPTO_SECRET` is version 1, `CRYPTO_SECRET_V<n>` is version n; the highest is current unless one is named. */
export interface SecretVersions {
	readonly secrets: ReadonlyMap<number, string>;
	readonly currentVersion: number | null;
}

function deriveKey(secret: string, version: number): Uint8Array {
	return new Uint8Array(hkdfSync('sha256', secret, '', `tomori secret-box ${version}`, keyBytes));
}

/** Another key than the one that encrypts. */
function deriveMacKey(secret: string, version: number): Uint8Array {
	return new Uint8Array(hkdfSync('sha256', secret, '', `tomori authentication ${version}`, keyBytes));
}

function boundTo(version: number, purpose: string): Uint8Array {
	return new TextEncoder().encode(`${version}\n${purpose}`);
}

function sealWith(key: Uint8Array, plaintext: string, bound: Uint8Array): Uint8Array {
	const nonce = randomBytes(nonceBytes);
	const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
	cipher.setAAD(bound);
	const encrypted = [cipher.update(plaintext, 'utf8'), cipher.final()];
	return new Uint8Array(Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]));
}

function openWith(key: Uint8Array, ciphertext: Uint8Array, bound: Uint8Array): string | null {
	if (ciphertext.length <= nonceBytes + tagBytes) return null;
	try {
		const decipher = createDecipheriv(algorithm, key, ciphertext.subarray(0, nonceBytes), { authTagLength: tagBytes });
		decipher.setAAD(bound);
		decipher.setAuthTag(ciphertext.subarray(-tagBytes));
		const parts = [decipher.update(ciphertext.subarray(nonceBytes, -tagBytes)), decipher.final()];
		return Buffer.concat(parts).toString('utf8');
	} catch {
		return null;
	}
}

/** A box over these secrets. Keys are derived with HKDF, so a secret must be random text, not a password. */
export function createSecretBox(versions: SecretVersions): Result<SecretBox, SecretBoxRefusal> {
	if (versions.secrets.size === 0) return err('no-secret');
	if ([...versions.secrets.values()].some((secret) => secret.trim() === '')) return err('blank-secret');
	const keys = new Map([...versions.secrets].map(([version, secret]) => [version, deriveKey(secret, version)]));
	const macKeys = new Map([...versions.secrets].map(([version, secret]) => [version, deriveMacKey(secret, version)]));
	const currentVersion = versions.currentVersion ?? Math.max(...keys.keys());
	const currentKey = keys.get(currentVersion);
	if (!currentKey) return err('current-version-missing');
	return ok({
		currentVersion,
		seal: (plaintext, purpose) => {
			assert(plaintext !== '', 'an empty text is never encrypted');
			return {
				ciphertext: sealWith(currentKey, plaintext, boundTo(currentVersion, purpose)),
				keyVersion: currentVersion,
			};
		},
		open: (sealed, purpose) => {
			const key = keys.get(sealed.keyVersion);
			if (!key) return err('unknown-version');
			const plaintext = openWith(key, sealed.ciphertext, boundTo(sealed.keyVersion, purpose));
			return plaintext === null ? err('unreadable') : ok(plaintext);
		},
		authenticate: (text, purpose, keyVersion) => {
			const key = macKeys.get(keyVersion);
			return key ? new Uint8Array(createHmac('sha256', key).update(`${purpose}\n${text}`).digest()) : null;
		},
	});
}
