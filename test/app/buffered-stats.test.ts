/** Counters wait for each other, presence does not, and nothing is lost while the database is away. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bufferedStats } from '#app/chat/buffered-stats';
import type { LineageId, ServerId, UserId } from '#domain/ids';
import type { StatStore, StatTick } from '#ports/stat-store';
import { ManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/store-log.ts';

const tick = (change: Partial<StatTick> = {}): StatTick => ({
	serverId: 1 as ServerId,
	userId: 2 as UserId,
	lineageId: 3 as LineageId,
	metric: 'message_sent',
	count: 1,
	atMs: 1_000,
	...change,
});

function begin() {
	const clock = new ManualClock();
	const written: StatTick[][] = [];
	const state = { isAway: false };
	const take = async (ticks: readonly StatTick[]): Promise<void> => {
		if (state.isAway) throw new Error('the database is away');
		written.push([...ticks]);
	};
	const store: StatStore = {
		addStat: (one) => take([one]),
		addStats: take,
		getUserPersonaReunionInfo: async () => ({ lastActivityAtMs: null, seenToday: false }),
		readTalk: async () => ({ days: [], pairs: [] }),
	};
	return { clock, written, state, stats: bufferedStats(store, { clock, log: recordingLog() }) };
}

test('counters are written five seconds after the first of them, added up', async () => {
	const { clock, written, stats } = begin();
	await stats.addStat(tick());
	clock.advance(4_999);
	await stats.addStat(tick({ count: 2, atMs: 2_000 }));
	expect(written).toEqual([]);
	clock.advance(1);
	await stats.flush();
	expect(written.flat()).toEqual([tick({ count: 3, atMs: 2_000 })]);
});

test('presence is written at once, and alone', async () => {
	const { written, stats } = begin();
	await stats.addStat(tick());
	await stats.addStat(tick({ metric: 'presence_seen' }));
	expect(written).toEqual([[tick({ metric: 'presence_seen' })]]);
});

test('a thousand different counters are written without waiting, in statements that are soon built', async () => {
	const { written, stats } = begin();
	for (let userId = 1; userId <= 1_000; userId += 1) await stats.addStat(tick({ userId: userId as UserId }));
	expect(written.map((batch) => batch.length)).toEqual(Array.from({ length: 10 }, () => 100));
});

test('days are kept apart', async () => {
	const { written, stats } = begin();
	await stats.addStat(tick({ atMs: 86_399_999 }));
	await stats.addStat(tick({ atMs: 86_400_000 }));
	await stats.flush();
	expect(written.flat()).toHaveLength(2);
});

test('what cannot be written waits for the database, with what came meanwhile', async () => {
	const { clock, written, state, stats } = begin();
	state.isAway = true;
	await stats.addStat(tick());
	clock.advance(5_000);
	await stats.flush();
	await stats.addStat(tick({ count: 4 }));
	state.isAway = false;
	clock.advance(5_000);
	await stats.flush();
	expect(written.flat()).toEqual([tick({ count: 5 })]);
});

test('in any order of counting, waiting, losing and flushing, the sums are right in the end', async () => {
	const step = fc.oneof(
		fc.record({ user: fc.integer({ min: 1, max: 3 }), count: fc.integer({ min: 1, max: 5 }) }),
		fc.constant('wait' as const),
		fc.constant('away' as const),
		fc.constant('back' as const),
		fc.constant('flush' as const),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
			const { clock, written, state, stats } = begin();
			const wanted = new Map<number, number>();
			for (const one of steps) {
				if (one === 'wait') clock.advance(5_000);
				else if (one === 'flush') await stats.flush();
				else if (one === 'away' || one === 'back') state.isAway = one === 'away';
				else {
					wanted.set(one.user, (wanted.get(one.user) ?? 0) + one.count);
					await stats.addStat(tick({ userId: one.user as UserId, count: one.count }));
				}
			}
			state.isAway = false;
			await stats.flush();
			const sums = new Map<number, number>();
			for (const { userId, count } of written.flat()) sums.set(userId, (sums.get(userId) ?? 0) + count);
			expect(sums).toEqual(wanted);
		}),
		{ numRuns: 500 },
	);
});
