/** Which key of a pool serves, and after which failures another one does. */
import { describe, expect, test } from 'vitest';
import { isSpentAfter, type KeyChoice, pickKey, rotatesAfter } from '#app/chat/pick-key';
import { Secret } from '#domain/secret';
import type { PooledKey } from '#ports/key-pool-store';

function key(id: number, change: Partial<PooledKey> = {}): PooledKey {
	const credential = {
		provider: 'novelai',
		owner: { kind: 'operator' },
		secret: new Secret(`pst-${id}`),
		digest: `d${id}`,
	} as const;
	const fresh = { isMain: id === 1, isEnabled: true, usageCount: 0, coolingUntilMs: null, lastErrorCode: null };
	return { id, credential, ...fresh, ...change };
}

const NOTHING: KeyChoice = { tried: new Set(), spent: new Set(), pinned: null, nowMs: 1_000 };

describe('pickKey', () => {
	test.each<[string, { keys: readonly PooledKey[]; choice: Partial<KeyChoice> }, number | null]>([
		[
			'the least used',
			{ keys: [key(1, { usageCount: 2 }), key(2, { usageCount: 1 }), key(3, { usageCount: 3 })], choice: {} },
			2,
		],
		['the oldest of equals', { keys: [key(3), key(1), key(2)], choice: {} }, 1],
		['no disabled one', { keys: [key(1, { isEnabled: false }), key(2)], choice: {} }, 2],
		['no tried one', { keys: [key(1), key(2)], choice: { tried: new Set(['d1']) } }, 2],
		['no spent one', { keys: [key(1), key(2)], choice: { spent: new Set(['d1']) } }, 2],
		[
			'none that cools while another does not',
			{ keys: [key(1, { coolingUntilMs: 1_001 }), key(2, { usageCount: 9 })], choice: {} },
			2,
		],
		['one whose rest is over', { keys: [key(1, { coolingUntilMs: 1_000 }), key(2, { usageCount: 9 })], choice: {} }, 1],
		[
			'the one longest at rest when all cool',
			{ keys: [key(1, { coolingUntilMs: 9_000 }), key(2, { coolingUntilMs: 8_000 })], choice: {} },
			2,
		],
		[
			'none that cools once another was tried',
			{ keys: [key(1), key(2, { coolingUntilMs: 9_000 })], choice: { tried: new Set(['d1']) } },
			null,
		],
		['only the pinned one', { keys: [key(1), key(2, { usageCount: 9 })], choice: { pinned: 'd2' } }, 2],
		[
			'none when the pinned one was tried',
			{ keys: [key(1), key(2)], choice: { pinned: 'd2', tried: new Set(['d2']) } },
			null,
		],
		['none of none', { keys: [], choice: {} }, null],
	])('takes %s', (_name, { keys, choice }, expected) => {
		expect(pickKey(keys, { ...NOTHING, ...choice })?.id ?? null).toBe(expected);
	});

	test('another key follows a refused one, an ended plan, a plan too small and repeated server errors, never a busy one', () => {
		const codes = ['key-rejected', 'subscription-inactive', 'tier-unsupported', 'provider-overloaded'] as const;
		expect(codes.map(rotatesAfter)).toEqual([true, true, true, true]);
		const others = [
			'provider-busy',
			'provider-timeout',
			'provider-unreachable',
			'provider-rejected',
			'empty-reply',
		] as const;
		expect(others.filter(rotatesAfter)).toEqual([]);
		expect(codes.map(isSpentAfter)).toEqual([true, true, false, false]);
	});
});
