/** What every maker of reunion claims has to keep. */
import { describe, expect, test } from 'vitest';
import type { LineageId, UserId } from '#domain/ids';
import type { ReunionClaims } from '#ports/reunion-claims';
import { ManualClock } from './manual-clock.ts';

const ELLEN = { lineageId: 1 as LineageId, userId: 10 as UserId };
const BO = { ...ELLEN, userId: 11 as UserId };
const KURO = { ...ELLEN, lineageId: 2 as LineageId };
const ttlMs = 240_000;

/** Declares the suite; `open` makes claims that last `claimTtlMs` by the given clock. */
export function describeReunionClaims(name: string, open: (clock: ManualClock, claimTtlMs: number) => ReunionClaims) {
	const begin = () => {
		const clock = new ManualClock();
		return { clock, claims: open(clock, ttlMs) };
	};
	describe(`reunion claims: ${name}`, () => {
		test('a pair is claimed once, and others are not in its way', async () => {
			const { claims } = begin();
			expect(await claims.claim(ELLEN)).toMatchObject(ELLEN);
			expect(await claims.claim(ELLEN)).toBeNull();
			expect(await claims.claim(BO)).not.toBeNull();
			expect(await claims.claim(KURO)).not.toBeNull();
		});

		test('of many that want one pair at once exactly one has it', async () => {
			const { claims } = begin();
			const won = await Promise.all(Array.from({ length: 20 }, () => claims.claim(ELLEN)));
			expect(won.filter((claim) => claim !== null)).toHaveLength(1);
		});

		test('what is given back may be claimed again', async () => {
			const { claims } = begin();
			const first = await claims.claim(ELLEN);
			if (!first) throw new Error('the pair was free');
			expect(await claims.holds(first)).toBe(true);
			await claims.release(first);
			expect(await claims.holds(first)).toBe(false);
			expect(await claims.claim(ELLEN)).not.toBeNull();
		});

		test('an abandoned claim ends by itself, and its late owner takes nothing from the next one', async () => {
			const { clock, claims } = begin();
			const first = await claims.claim(ELLEN);
			if (!first) throw new Error('the pair was free');
			clock.advance(ttlMs - 1);
			expect(await claims.holds(first)).toBe(true);
			expect(await claims.claim(ELLEN)).toBeNull();
			clock.advance(1);
			expect(await claims.holds(first)).toBe(false);
			const second = await claims.claim(ELLEN);
			if (!second) throw new Error('the first claim has ended');
			await claims.release(first);
			expect(await claims.holds(second)).toBe(true);
			expect(await claims.claim(ELLEN)).toBeNull();
		});
	});
}
