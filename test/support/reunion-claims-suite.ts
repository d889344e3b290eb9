/** What every maker of reunion claims has to keep. */
import { describe, expect, test } from 'vitest';
import type { LineageId, UserId } from '#domain/ids';
import type { ReunionClaim, ReunionClaims } from '#ports/reunion-claims';

const ttlMs = 240_000;

/** More than what a test takes by itself: a database's clock goes on meanwhile. */
const slackMs = 60_000;

/** Claims of one maker. */
export interface ReunionClaimsWorld {
	/** As two processes have them; both are one where there is only one process. */
	readonly claims: ReunionClaims;
	readonly others: ReunionClaims;
	readonly ellenId: UserId;
	readonly boId: UserId;
	/** Lets so much time pass for claims. */
	pass(byMs: number): Promise<void>;
}

async function won(claims: ReunionClaims, pair: Omit<ReunionClaim, 'token'>): Promise<ReunionClaim> {
	const claim = await claims.claim(pair);
	if (!claim) throw new Error('the pair was not free');
	return claim;
}

/** Declares the suite; `open` makes claims that last `claimTtlMs`. */
export function describeReunionClaims(name: string, open: (claimTtlMs: number) => Promise<ReunionClaimsWorld>) {
	const begin = async () => {
		const world = await open(ttlMs);
		return { ...world, ellen: { lineageId: 1 as LineageId, userId: world.ellenId } };
	};
	describe(`reunion claims: ${name}`, () => {
		test('a pair is claimed once, and others are not in its way', async () => {
			const { claims, others, ellen, boId } = await begin();
			expect(await claims.claim(ellen)).toMatchObject(ellen);
			expect(await claims.claim(ellen)).toBeNull();
			expect(await others.claim(ellen)).toBeNull();
			expect(await claims.claim({ ...ellen, userId: boId })).not.toBeNull();
			expect(await claims.claim({ ...ellen, lineageId: 2 as LineageId })).not.toBeNull();
		});

		test('of many that want one pair at once exactly one has it', async () => {
			const { claims, others, ellen } = await begin();
			const wanted = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? claims : others).claim(ellen));
			expect((await Promise.all(wanted)).filter((claim) => claim !== null)).toHaveLength(1);
		});

		test('what is given back may be claimed again', async () => {
			const { claims, others, ellen } = await begin();
			const first = await won(claims, ellen);
			expect(await claims.holds(first)).toBe(true);
			await claims.release(first);
			expect(await claims.holds(first)).toBe(false);
			expect(await others.claim(ellen)).not.toBeNull();
		});

		test('an abandoned claim ends by itself, and its late owner takes nothing from the next one', async () => {
			const { claims, others, ellen, pass } = await begin();
			const first = await won(claims, ellen);
			await pass(ttlMs - slackMs);
			expect(await claims.holds(first)).toBe(true);
			expect(await others.claim(ellen)).toBeNull();
			await pass(slackMs);
			expect(await claims.holds(first)).toBe(false);
			const second = await won(others, ellen);
			await claims.release(first);
			expect(await others.holds(second)).toBe(true);
			expect(await claims.claim(ellen)).toBeNull();
		});
	});
}
