/** What every maker of leases has to keep. */
import { describe, expect, test } from 'vitest';
import type { Lease, Leases } from '#ports/leases';

const ttlMs = 240_000;

/** More than what a test takes by itself: a database's clock goes on meanwhile. */
const slackMs = 60_000;

/** Leases of one maker. */
export interface LeasesWorld {
	/** As two processes have them; both are one where there is only one process. */
	readonly leases: Leases;
	readonly others: Leases;
	/** What `leases` is known as. */
	readonly owner: string;
	/** Lets so much time pass for leases. */
	pass(byMs: number): Promise<void>;
}

async function taken(leases: Leases, name: string): Promise<Lease> {
	const lease = await leases.take(name, ttlMs);
	if (!lease) throw new Error(`${name} was not free`);
	return lease;
}

/** Declares the suite. */
export function describeLeases(name: string, open: () => Promise<LeasesWorld>) {
	describe(`leases: ${name}`, () => {
		test('a name is held once, and other names are not in its way', async () => {
			const { leases, others, owner } = await open();
			expect(await leases.holder('a')).toBeNull();
			expect(await leases.take('a', ttlMs)).toMatchObject({ name: 'a' });
			expect(await leases.take('a', ttlMs)).toBeNull();
			expect(await others.take('a', ttlMs)).toBeNull();
			expect(await others.take('b', ttlMs)).not.toBeNull();
			expect(await others.holder('a')).toBe(owner);
		});

		test('of many that want one name at once exactly one has it', async () => {
			const { leases, others } = await open();
			const wanted = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? leases : others).take('a', ttlMs));
			expect((await Promise.all(wanted)).filter((lease) => lease !== null)).toHaveLength(1);
		});

		test('what is let go is free, and letting go twice takes nothing from the next holder', async () => {
			const { leases, others } = await open();
			const first = await taken(leases, 'a');
			await leases.release(first);
			expect(await leases.holder('a')).toBeNull();
			await taken(others, 'a');
			await leases.release(first);
			expect(await leases.take('a', ttlMs)).toBeNull();
		});

		test('an abandoned lease ends by itself, and its late holder keeps nothing', async () => {
			const { leases, others, pass } = await open();
			const first = await taken(leases, 'a');
			await pass(ttlMs - slackMs);
			expect(await others.take('a', ttlMs)).toBeNull();
			await pass(slackMs);
			expect(await leases.holder('a')).toBeNull();
			const second = await taken(others, 'a');
			expect(await leases.renew([first], ttlMs)).toEqual(new Set());
			expect(await others.renew([second], ttlMs)).toEqual(new Set([second]));
		});

		test('a renewal lasts from its own moment on, for each lease that is still ours', async () => {
			const { leases, others, pass } = await open();
			const [first, second] = [await taken(leases, 'b'), await taken(leases, 'a')];
			const gone = { name: 'a', token: 'another' };
			await pass(ttlMs - slackMs);
			expect(await leases.renew([first, second, gone], ttlMs)).toEqual(new Set([first, second]));
			await pass(ttlMs - slackMs);
			expect(await others.take('a', ttlMs)).toBeNull();
			expect(await others.take('b', ttlMs)).toBeNull();
			expect(await leases.renew([], ttlMs)).toEqual(new Set());
		});

		test('a lease that has run out is kept by a renewal while nobody wanted its name', async () => {
			const { leases, others, pass } = await open();
			const first = await taken(leases, 'a');
			await pass(2 * ttlMs);
			expect(await leases.renew([first], ttlMs)).toEqual(new Set([first]));
			expect(await others.take('a', ttlMs)).toBeNull();
		});

		test('how long a name is held still is known to everybody', async () => {
			const { leases, others, pass } = await open();
			expect(await leases.remainingMs('a')).toBeNull();
			await taken(leases, 'a');
			await pass(ttlMs / 2);
			for (const each of [leases, others]) {
				const remainingMs = await each.remainingMs('a');
				expect(remainingMs).toBeGreaterThan(ttlMs / 2 - slackMs);
				expect(remainingMs).toBeLessThanOrEqual(ttlMs / 2);
			}
			await pass(ttlMs);
			expect(await others.remainingMs('a')).toBeNull();
		});

		test('sweeping forgets what has run out and nothing else', async () => {
			const { leases, pass } = await open();
			const first = await taken(leases, 'a');
			await pass(2 * ttlMs);
			const second = await taken(leases, 'b');
			await leases.sweep();
			expect(await leases.renew([first, second], ttlMs)).toEqual(new Set([second]));
		});
	});
}
