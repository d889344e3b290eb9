/** What processes hold: kept alive while it is used, waited for, handed over, and lost without harm. */
import { describe, expect, test } from 'vitest';
import { ProcessLeases } from '#adapters/system/process-leases';
import { ChannelLeases, GIVE_WAY_MS, HOLDER_BUDGET_MS } from '#app/chat/channel-leases';
import { ChannelLine } from '#app/chat/channel-line';
import { CredentialLeases } from '#app/chat/credential-leases';
import { LEASE_TTL_MS, LeaseKeeper } from '#app/chat/lease-keeper';
import { LEASE_POLL_MS } from '#app/chat/wait-for-lease';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import type { Lease, Leases } from '#ports/leases';
import { ManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/store-log.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets time pass in small steps, so that whoever polls comes to it. */
async function pass(clock: ManualClock, byMs: number): Promise<void> {
	for (let passedMs = 0; passedMs < byMs; passedMs += LEASE_POLL_MS) {
		clock.advance(Math.min(LEASE_POLL_MS, byMs - passedMs));
		await settled();
	}
}

/** Processes over one table of leases. */
function processes() {
	const clock = new ManualClock();
	const table = new ProcessLeases({ owner: 'nobody', clock });
	const owners = new Map<string, string>();
	const open = (owner: string) => {
		const leases: Leases = {
			take: async (name, ttlMs) => {
				const lease = await table.take(name, ttlMs);
				if (lease) owners.set(name, owner);
				return lease;
			},
			renew: (held, ttlMs) => table.renew(held, ttlMs),
			release: (lease) => table.release(lease),
			holder: async (name) => ((await table.holder(name)) === null ? null : (owners.get(name) ?? null)),
			remainingMs: (name) => table.remainingMs(name),
			sweep: () => table.sweep(),
		};
		const log = recordingLog();
		const keeper = new LeaseKeeper({ leases, owner, isShared: true, clock, log });
		const channels = new ChannelLeases({ keeper, isShared: true, clock, log });
		return { keeper, channels, leases, log, keys: new CredentialLeases({ keeper, clock }) };
	};
	return { clock, one: open('one'), two: open('two') };
}

async function taken(keeper: LeaseKeeper, name: string): Promise<Lease> {
	const lease = await keeper.take(name);
	if (!lease) throw new Error(`${name} was not free`);
	return lease;
}

const never = new AbortController().signal;

describe('LeaseKeeper', () => {
	test('what could not be given back while the database was away is free for its own process at once', async () => {
		const { one, two } = processes();
		const lease = await taken(one.keeper, 'a');
		const { release } = one.leases;
		one.leases.release = () => Promise.reject(new StoreUnavailableError('releaseLease', 'EPIPE'));
		await one.keeper.release(lease);
		expect(await two.keeper.take('a')).toBeNull();
		one.leases.release = release;
		expect(await one.keeper.take('a')).not.toBeNull();
		expect(await two.keeper.take('a')).toBeNull();
	});

	test('what is held is renewed until it is let go', async () => {
		const { clock, one, two } = processes();
		const lease = await taken(one.keeper, 'a');
		await pass(clock, 3 * LEASE_TTL_MS);
		expect(await two.keeper.take('a')).toBeNull();
		expect(await two.keeper.isElsewhere('a')).toBe(true);
		await one.keeper.release(lease);
		expect(await two.keeper.take('a')).not.toBeNull();
	});

	test('of several processes one is the first to say a thing, until its time is over; a single one always is', async () => {
		const { clock, one, two } = processes();
		const untilMs = clock.now() + 3 * LEASE_TTL_MS;
		expect(await one.keeper.isFirst('told', untilMs)).toBe(true);
		expect([await two.keeper.isFirst('told', untilMs), await one.keeper.isFirst('told', untilMs)]).toEqual([
			false,
			false,
		]);
		await pass(clock, 3 * LEASE_TTL_MS);
		expect(await two.keeper.isFirst('told', untilMs)).toBe(true);
		const alone = new LeaseKeeper({ leases: one.leases, owner: 'one', isShared: false, clock, log: recordingLog() });
		expect([await alone.isFirst('told', untilMs), await alone.isFirst('told', untilMs)]).toEqual([true, true]);
	});

	test('a renewal that never ends keeps none of the next ones, but they do not pile up', async () => {
		const { clock, one, two } = processes();
		await taken(one.keeper, 'a');
		const { renew } = one.leases;
		let hanging = 1;
		let asked = 0;
		one.leases.renew = (leases, ttlMs) => {
			asked += 1;
			hanging -= 1;
			return hanging >= 0 ? new Promise(() => {}) : renew(leases, ttlMs);
		};
		await pass(clock, 2 * LEASE_TTL_MS);
		expect(await two.keeper.take('a')).toBeNull();
		hanging = Number.POSITIVE_INFINITY;
		asked = 0;
		await pass(clock, 10 * LEASE_TTL_MS);
		expect(asked).toBe(2);
	});

	test('closing lets go of everything, and nothing is renewed any more', async () => {
		const { clock, one, two } = processes();
		await taken(one.keeper, 'a');
		await one.keeper.close();
		expect(await two.keeper.take('a')).not.toBeNull();
		await two.keeper.close();
		expect(clock.waiting).toBe(0);
	});

	test('what another process has taken meanwhile is known as lost', async () => {
		const { clock, one, two } = processes();
		const lease = await taken(one.keeper, 'a');
		// The process stood still for so long that its lease ran out.
		await one.leases.release(lease);
		await taken(two.keeper, 'a');
		await pass(clock, LEASE_TTL_MS);
		expect(one.keeper.isHeld(lease)).toBe(false);
		await one.keeper.release(lease);
		expect(await one.keeper.take('a')).toBeNull();
	});

	test('while the database is away everything is held, and renewed when it is back', async () => {
		const { clock, one, two } = processes();
		const lease = await taken(one.keeper, 'a');
		const renew = one.leases.renew;
		one.leases.renew = () => Promise.reject(new StoreUnavailableError('renewLeases', '57P01'));
		await pass(clock, LEASE_TTL_MS);
		expect(one.keeper.isHeld(lease)).toBe(true);
		one.leases.renew = renew;
		await pass(clock, LEASE_TTL_MS);
		expect(await two.keeper.take('a')).toBeNull();
	});

	test('of all processes that ask for the same once, the first is told so', async () => {
		const { one, two } = processes();
		expect([await one.keeper.once('x'), await two.keeper.once('x'), await one.keeper.once('x')]).toEqual([
			true,
			false,
			false,
		]);
	});
});

describe('ChannelLine', () => {
	test('a channel stays with one process until nothing is left to do there, then the other one has its turn', async () => {
		const { clock, one, two } = processes();
		const lines = [one, two].map(({ channels }) => new ChannelLine({ channelLeases: channels }));
		const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const order: string[] = [];
		const job = (name: string, until?: Promise<void>) => async (entry: string) => {
			order.push(`${name} ${entry}`);
			await until;
		};
		const running = [
			lines[0]?.run('c', job('one', first.promise), never),
			lines[0]?.run('c', job('one again', second.promise), never),
			lines[1]?.run('c', job('two'), never),
			lines[1]?.run('d', job('elsewhere'), never),
		];
		await pass(clock, 4 * LEASE_POLL_MS);
		expect(order).toEqual(['one free', 'elsewhere free']);
		first.resolve();
		await pass(clock, 4 * LEASE_POLL_MS);
		expect(order.slice(2)).toEqual(['one again free']);
		second.resolve();
		await pass(clock, 4 * LEASE_POLL_MS);
		await Promise.all(running);
		expect(order.slice(3)).toEqual(['two waited']);
		expect(await one.keeper.take('channel:c')).not.toBeNull();
	});

	test('a channel of a process that died is taken over when its time is over', async () => {
		const { clock, one, two } = processes();
		await one.channels.enter('c', never);
		one.leases.renew = () => Promise.reject(new StoreUnavailableError('renewLeases', '57P01'));
		const entered = two.channels.enter('c', never);
		await pass(clock, LEASE_TTL_MS + LEASE_POLL_MS);
		expect(await entered).toBe('waited');
	});

	test('whoever is stopped while it waits for a channel no longer waits', async () => {
		const { one, two } = processes();
		await one.channels.enter('c', never);
		const stopped = new AbortController();
		const entered = two.channels.enter('c', stopped.signal);
		await settled();
		stopped.abort();
		expect(await entered).toBe('waited');
		two.channels.leave('c');
		expect(await two.keeper.take('channel:c')).toBeNull();
	});

	test('without a database the turn goes on, and finds out by itself', async () => {
		const { one } = processes();
		one.leases.take = () => Promise.reject(new StoreUnavailableError('takeLease', '57P01'));
		expect(await one.channels.enter('c', never)).toBe('free');
		one.channels.leave('c');
	});
});

describe('giving way', () => {
	test('an interaction is left to whoever works in its channel, for a moment', async () => {
		const { clock, one, two } = processes();
		await one.channels.enter('c', never);
		await one.channels.giveWay('c');
		await two.channels.giveWay('d');
		let isOver = false;
		const given = two.channels.giveWay('c').then(() => {
			isOver = true;
		});
		await settled();
		expect(isOver).toBe(false);
		clock.advance(GIVE_WAY_MS);
		await given;
	});

	test('a database that does not answer holds an interaction up for its budget only', async () => {
		const { clock, one } = processes();
		one.leases.holder = () => new Promise(() => {});
		const given = one.channels.giveWay('c');
		await settled();
		clock.advance(HOLDER_BUDGET_MS);
		await given;
		one.leases.holder = () => Promise.reject(new StoreUnavailableError('leaseHolder', '57P01'));
		await one.channels.giveWay('c');
	});
});

describe('CredentialLeases', () => {
	test('a process with much to do with a key does not keep it from another one', async () => {
		const { clock, one, two } = processes();
		const order: string[] = [];
		const use = async (name: string, { keys }: Pick<typeof one, 'keys'>, times: number): Promise<void> => {
			for (let time = 0; time < times; time += 1) {
				const leave = await keys.enter('key', never);
				order.push(name);
				await clock.sleep(LEASE_POLL_MS / 2);
				await leave();
			}
		};
		const working = [use('one', one, 8), use('two', two, 2)];
		await pass(clock, 60 * LEASE_POLL_MS);
		await Promise.all(working);
		expect(order.slice(0, 5)).toContain('two');
		expect(order).toHaveLength(10);
	});

	test('a wait ends with its signal and leaves the key to whoever has it', async () => {
		const { one, two } = processes();
		const leave = await one.keys.enter('key', never);
		const stopped = new AbortController();
		const waiting = two.keys.enter('key', stopped.signal).catch((reason: unknown) => reason);
		await settled();
		stopped.abort('stopped');
		expect(await waiting).toBe('stopped');
		await leave();
		expect(await two.keeper.take('credential:key')).not.toBeNull();
	});
});
