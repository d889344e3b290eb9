/** What the next start is told of the time in which something may have been missed. */
import { describe, expect, test } from 'vitest';
import type { GuildReturn, RenewedSession } from '#adapters/discord/gateway-hearing';
import type { MissedRange } from '#app/chat/catch-up';
import { sinceHeard } from '#app/chat/seen-mark';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import { LifeCycle } from '../src/life-cycle.ts';
import { ManualClock } from './support/manual-clock.ts';
import { recordingLog } from './support/store-log.ts';

const START_MS = 1_700_000_000_000;
const MARK = 'gateway.seen.0';
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

function open(values: Map<string, string>) {
	const clock = new ManualClock(START_MS);
	const state = { isAway: false, left: [] as readonly string[] };
	const looks: MissedRange[] = [];
	const listeners: { renewed?: (event: RenewedSession) => unknown; back?: (event: GuildReturn) => unknown } = {};
	const asked: unknown[] = [];
	const closing = new AbortController();
	const guarded = <T>(value: T): T => {
		if (state.isAway) throw new StoreUnavailableError('test', 'connection');
		return value;
	};
	const cycle = new LifeCycle({
		env: { CATCH_UP_MS: 600_000, DRAIN_MS: 0 },
		log: recordingLog(),
		clock,
		connection: {
			onSessionRenewed: (listener) => {
				listeners.renewed = listener;
				return () => {};
			},
			onGuildBack: (listener) => {
				listeners.back = listener;
				return () => {};
			},
			heardAtMs: () => new Map([[0, START_MS]]),
			missedChannels: (place) => {
				asked.push(place);
				return ['300'];
			},
			keptSessions: () => [],
			replaySession: async () => null,
			stopCommands: async () => {},
		},
		intake: {
			catchUp: async (range) => {
				looks.push(range);
				if (!closing.signal.aborted && state.left.includes('hangs')) {
					await new Promise((resolve) => closing.signal.addEventListener('abort', resolve));
				}
				return state.left;
			},
			waitingSinceMs: () => null,
			close: async () => closing.abort(),
		},
		appState: {
			readState: async (key) => guarded(values.get(key) ?? null),
			writeState: async (key, value) => {
				guarded(null);
				values.set(key, value);
			},
		},
		directChannels: { findDirectChannels: async () => guarded([]) } as never,
	});
	return { cycle, clock, state, looks, listeners, asked };
}

describe('the mark', () => {
	test('stays before what a shutdown kept from being looked for', async () => {
		const values = new Map([[MARK, String(START_MS - 60_000)]]);
		const { cycle, state } = open(values);
		state.left = ['hangs'];
		await cycle.begin();
		await cycle.drain();
		await settled();
		expect(Number(values.get(MARK))).toBe(sinceHeard(START_MS - 60_000));
	});

	test('moves on once everything was looked for', async () => {
		const values = new Map([[MARK, String(START_MS - 60_000)]]);
		const { cycle } = open(values);
		await cycle.begin();
		await settled();
		await cycle.drain();
		expect(values.get(MARK)).toBe(String(START_MS));
	});

	test('is not written over while it cannot be read, and is caught up with later', async () => {
		const values = new Map([[MARK, String(START_MS - 60_000)]]);
		const { cycle, state, looks, clock } = open(values);
		state.isAway = true;
		await cycle.begin();
		expect(looks).toEqual([]);
		state.isAway = false;
		clock.advance(1_000);
		await settled();
		expect(Number(values.get(MARK))).toBeLessThan(START_MS);
		clock.advance(20_000);
		await settled();
		expect(looks).toEqual([{ channelIds: ['300'], sinceMs: sinceHeard(START_MS - 60_000) }]);
		await cycle.drain();
	});
});

describe('what could not be looked for', () => {
	test('is looked for again, until it could be', async () => {
		const values = new Map([[MARK, String(START_MS - 60_000)]]);
		const { cycle, state, looks, clock } = open(values);
		state.left = ['300'];
		await cycle.begin();
		await settled();
		clock.advance(15_000);
		await settled();
		state.left = [];
		clock.advance(15_000);
		await settled();
		clock.advance(60_000);
		await settled();
		expect(looks.map(({ channelIds }) => channelIds)).toEqual([['300'], ['300'], ['300']]);
		await cycle.drain();
	});

	test('because the database was away as a session was made anew is looked for once it is back', async () => {
		const { cycle, state, looks, clock, listeners } = open(new Map());
		await cycle.begin();
		state.isAway = true;
		await listeners.renewed?.({ shardId: 0, heardAtMs: START_MS - 5_000 });
		expect(looks).toEqual([]);
		state.isAway = false;
		clock.advance(15_000);
		await settled();
		expect(looks.map(({ sinceMs }) => sinceMs)).toEqual([sinceHeard(START_MS - 5_000)]);
		await cycle.drain();
	});
});

describe('a server that comes back', () => {
	test.each([
		['since it was away', START_MS - 7_000, sinceHeard(START_MS - 7_000)],
		['since the last start where it was away from the beginning', null, sinceHeard(START_MS - 60_000)],
	])('is caught up with %s', async (_name, goneAtMs, sinceMs) => {
		const values = new Map([[MARK, String(START_MS - 60_000)]]);
		const { cycle, looks, listeners, asked } = open(values);
		await cycle.begin();
		await listeners.back?.({ guildId: '100', shardId: 0, goneAtMs });
		expect(asked.at(-1)).toEqual({ shardId: 0, guildId: '100' });
		expect(looks.at(-1)?.sinceMs).toBe(sinceMs);
		await cycle.drain();
	});
});
