/** A lineage is believed only where it was signed (ruling P12). */
import { describe, expect, test } from 'vitest';
import { createLineageSigner } from '#adapters/crypto/lineage-signer';
import { createSecretBox } from '#adapters/crypto/secret-box';
import type { LineageId } from '#domain/ids';

function signer(...secrets: readonly (readonly [number, string])[]) {
	const box = createSecretBox({ secrets: new Map(secrets), currentVersion: null });
	if (!box.ok) throw new Error(box.error);
	return createLineageSigner(box.value);
}

const FIVE = 5 as LineageId;

describe('lineage signer', () => {
	test('a signed lineage is the same each time, and is believed', () => {
		const here = signer([1, 'first']);
		expect(here.sign(FIVE)).toEqual(here.sign(FIVE));
		expect(here.lineageOf(here.sign(FIVE))).toBe(5);
	});

	test('another number, a changed proof, another secret and an unknown version are not', () => {
		const here = signer([1, 'first']);
		const signed = here.sign(FIVE);
		expect(here.lineageOf({ ...signed, id: 6 })).toBeNull();
		expect(here.lineageOf({ ...signed, signature: here.sign(6 as LineageId).signature })).toBeNull();
		for (const signature of ['', 'x', '!', signed.signature.slice(1), `${signed.signature}AA`]) {
			expect(here.lineageOf({ ...signed, signature })).toBeNull();
		}
		expect(here.lineageOf({ ...signed, keyVersion: 2 })).toBeNull();
		expect(signer([1, 'second']).lineageOf(signed)).toBeNull();
	});

	test('a newer secret signs, and the older still proves', () => {
		const signed = signer([1, 'first']).sign(FIVE);
		const later = signer([1, 'first'], [2, 'second']);
		expect(later.lineageOf(signed)).toBe(5);
		expect(later.sign(FIVE)).toMatchObject({ id: 5, keyVersion: 2 });
		expect(later.sign(FIVE).signature).not.toBe(signed.signature);
	});
});
