/** Encryption of stored keys. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { credentialDigest } from '#adapters/crypto/credential-digest';
import { createSecretBox } from '#adapters/crypto/secret-box';
import { Secret } from '#domain/secret';
import { assert } from '#lib/assert';

function boxOf(secrets: Record<number, string>, currentVersion: number | null = null) {
	const versions = new Map(Object.entries(secrets).map(([version, secret]) => [Number(version), secret]));
	const box = createSecretBox({ secrets: versions, currentVersion });
	assert(box.ok, 'the secrets of a test are valid');
	return box.value;
}

describe('secret box', () => {
	test('any text that is not empty comes back, and no two sealings look alike', () => {
		const box = boxOf({ 1: 'secret' });
		fc.assert(
			fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (plaintext) => {
				const sealed = box.seal(plaintext, 'row');
				expect(box.open(sealed, 'row')).toEqual({ ok: true, value: plaintext });
				expect(Buffer.from(sealed.ciphertext)).not.toEqual(Buffer.from(box.seal(plaintext, 'row').ciphertext));
			}),
		);
	});

	test('the empty text is never encrypted', () => {
		expect(() => boxOf({ 1: 'secret' }).seal('', 'row')).toThrow('an empty text is never encrypted');
	});

	test('a text opens for its own purpose only', () => {
		const box = boxOf({ 1: 'secret' });
		expect(box.open(box.seal('key', 'row 1'), 'row 2')).toEqual({ ok: false, error: 'unreadable' });
	});

	test('a change of any byte, and any cut, is noticed', () => {
		const box = boxOf({ 1: 'secret' });
		const { ciphertext, keyVersion } = box.seal('key', 'row');
		for (let index = 0; index < ciphertext.length; index += 1) {
			const changed = ciphertext.with(index, (ciphertext[index] ?? 0) ^ 1);
			expect(box.open({ ciphertext: changed, keyVersion }, 'row').ok).toBe(false);
			expect(box.open({ ciphertext: ciphertext.subarray(0, index), keyVersion }, 'row').ok).toBe(false);
		}
	});

	test('another secret of the same version does not open it', () => {
		const sealed = boxOf({ 1: 'secret' }).seal('key', 'row');
		expect(boxOf({ 1: 'other' }).open(sealed, 'row')).toEqual({ ok: false, error: 'unreadable' });
	});

	test('the highest version seals unless one is named, and every version opens', () => {
		const old = boxOf({ 1: 'first' }).seal('key', 'row');
		const both = boxOf({ 1: 'first', 10: 'tenth', 2: 'second' });
		expect(both.currentVersion).toBe(10);
		expect(both.seal('key', 'row').keyVersion).toBe(10);
		expect(both.open(old, 'row')).toEqual({ ok: true, value: 'key' });
		expect(boxOf({ 1: 'first', 2: 'second' }, 1).seal('key', 'row').keyVersion).toBe(1);
	});

	test('a version whose secret is gone says so', () => {
		const sealed = boxOf({ 1: 'first' }).seal('key', 'row');
		expect(boxOf({ 2: 'second' }).open(sealed, 'row')).toEqual({ ok: false, error: 'unknown-version' });
	});

	test('the same secret under two versions gives two keys', () => {
		const { ciphertext } = boxOf({ 1: 'same' }).seal('key', 'row');
		expect(boxOf({ 2: 'same' }).open({ ciphertext, keyVersion: 2 }, 'row').ok).toBe(false);
	});

	test('there is no box without a secret, with a blank one, or without the current one', () => {
		expect(createSecretBox({ secrets: new Map(), currentVersion: null })).toEqual({ ok: false, error: 'no-secret' });
		expect(createSecretBox({ secrets: new Map([[1, ' ']]), currentVersion: null })).toEqual({
			ok: false,
			error: 'blank-secret',
		});
		expect(createSecretBox({ secrets: new Map([[1, 'a']]), currentVersion: 2 })).toEqual({
			ok: false,
			error: 'current-version-missing',
		});
	});

	test('a text sealed by an earlier release still opens', () => {
		const ciphertext = new Uint8Array(
			Buffer.from('FC0Cxl+lOrq4rglF1AptRJf1vZylHHxIi9EQR4KxFE87HYxRTpI+tw==', 'base64'),
		);
		expect(boxOf({ 3: 'a fixed secret' }).open({ ciphertext, keyVersion: 3 }, 'row')).toEqual({
			ok: true,
			value: 'a stored key',
		});
	});
});

test('the digest of a key is its sha256 in hex', () => {
	expect(credentialDigest(new Secret('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
