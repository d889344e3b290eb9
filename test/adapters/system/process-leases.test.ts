/** The leases of one process keep what the port promises. */
import { expect, test } from 'vitest';
import { ProcessLeases } from '#adapters/system/process-leases';
import { describeLeases } from '../../support/leases-suite.ts';
import { ManualClock } from '../../support/manual-clock.ts';

describeLeases('process', async () => {
	const clock = new ManualClock();
	const leases = new ProcessLeases({ owner: 'here', clock });
	return { leases, others: leases, owner: 'here', pass: async (byMs) => clock.advance(byMs) };
});

test('a lease lasts to the millisecond', async () => {
	const clock = new ManualClock();
	const leases = new ProcessLeases({ owner: 'here', clock });
	await leases.take('a', 1_000);
	clock.advance(999);
	expect(await leases.holder('a')).toBe('here');
	clock.advance(1);
	expect(await leases.holder('a')).toBeNull();
});
