/** Until when everything was seen, as it is kept for the next start. */
import { describe, expect, test } from 'vitest';
import { markEveryMs, SeenMark, sinceHeard } from '#app/chat/seen-mark';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import { ManualClock } from '../support/manual-clock.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function openMark(heard: Map<number, number>) {
	const values = new Map<string, string>();
	const state = { waitingSinceMs: null as number | null, isAway: false };
	const warnings: number[] = [];
	const clock = new ManualClock();
	const nothing = (): void => {};
	const mark = new SeenMark({
		appState: {
			readState: async (key) => values.get(key) ?? null,
			writeState: async (key, value) => {
				if (state.isAway) throw new StoreUnavailableError('writeState', 'connection');
				values.set(key, value);
			},
		},
		clock,
		log: { debug: nothing, info: nothing, error: nothing, warn: () => void warnings.push(1) },
		heardAtMs: () => heard,
		waitingSinceMs: () => state.waitingSinceMs,
	});
	return { mark, values, state, clock, warnings };
}

describe('SeenMark', () => {
	test('is stored again and again for each shard, and read with some slack', async () => {
		const heard = new Map([
			[0, 1_000_000],
			[1, 2_000_000],
		]);
		const { mark, values, clock } = openMark(heard);
		expect(await mark.readSince(0)).toBeNull();
		mark.start();
		clock.advance(markEveryMs);
		await settled();
		expect([...values.values()]).toEqual(['1000000', '2000000']);
		heard.set(0, 3_000_000);
		clock.advance(markEveryMs);
		await settled();
		expect(await mark.readSince(0)).toBe(sinceHeard(3_000_000));
		expect(await mark.readSince(1)).toBe(sinceHeard(2_000_000));
		expect(sinceHeard(3_000_000)).toBeLessThan(3_000_000);
	});

	test('stays before a line that waits, and before what is still caught up', async () => {
		const { mark, values, state } = openMark(new Map([[0, 9_000]]));
		state.waitingSinceMs = 7_000;
		const release = mark.hold(5_000);
		await mark.save();
		expect([...values.values()]).toEqual(['5000']);
		release();
		await mark.save();
		expect([...values.values()]).toEqual(['7000']);
		state.waitingSinceMs = null;
		await mark.save();
		expect([...values.values()]).toEqual(['9000']);
	});

	test('does not move once it is frozen, and needs no timer then', async () => {
		const heard = new Map([[0, 9_000]]);
		const { mark, values, state, clock } = openMark(heard);
		mark.start();
		state.waitingSinceMs = 8_000;
		const frozen = mark.freeze();
		heard.clear();
		heard.set(0, 20_000);
		await frozen;
		state.waitingSinceMs = null;
		await mark.save();
		expect([...values.values()]).toEqual(['9000']);
		expect(clock.waiting).toBe(0);
	});

	test('a database that is away is told of, and the mark is stored when it is back', async () => {
		const { mark, values, state, warnings } = openMark(new Map([[0, 9_000]]));
		state.isAway = true;
		await mark.save();
		expect(warnings).toHaveLength(1);
		state.isAway = false;
		await mark.save();
		expect([...values.values()]).toEqual(['9000']);
	});
});
