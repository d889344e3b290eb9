/** The claims of one process keep what the port promises. */
import { expect, test } from 'vitest';
import { ProcessReunionClaims } from '#adapters/system/process-reunion-claims';
import type { LineageId, UserId } from '#domain/ids';
import { ManualClock } from '../../support/manual-clock.ts';
import { describeReunionClaims } from '../../support/reunion-claims-suite.ts';

describeReunionClaims('process', async (claimTtlMs) => {
	const clock = new ManualClock();
	const claims = new ProcessReunionClaims({ clock, claimTtlMs });
	const people = { ellenId: 10 as UserId, boId: 11 as UserId };
	return { claims, others: claims, ...people, pass: async (byMs) => clock.advance(byMs) };
});

test('a claim lasts to the millisecond', async () => {
	const clock = new ManualClock();
	const claims = new ProcessReunionClaims({ clock, claimTtlMs: 1_000 });
	const claim = await claims.claim({ lineageId: 1 as LineageId, userId: 10 as UserId });
	if (!claim) throw new Error('the pair was free');
	clock.advance(999);
	expect(await claims.holds(claim)).toBe(true);
	clock.advance(1);
	expect(await claims.holds(claim)).toBe(false);
});
