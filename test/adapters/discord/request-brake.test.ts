import { describe, expect, test } from 'vitest';
import { discordFailure } from '#adapters/discord/discord-failure';
import { invalidDefaultMax, invalidWindowMs, RequestBrake, unnamedPauseS } from '#adapters/discord/request-brake';
import { ManualClock } from '../../support/manual-clock.ts';
import { recordedLog } from './loopback.ts';

function openBrake() {
	const clock = new ManualClock();
	const log = recordedLog();
	let sent = 0;
	let next: { status: number; scope?: string; retryAfter?: string } | 'lost' = { status: 200 };
	const brake = new RequestBrake({ clock, log }, async () => {
		sent += 1;
		if (next === 'lost') throw new TypeError('fetch failed');
		const headers = {
			...(next.scope === undefined ? {} : { 'x-ratelimit-scope': next.scope }),
			...(next.retryAfter === undefined ? {} : { 'retry-after': next.retryAfter }),
		};
		return new Response(null, { status: next.status, headers }) as never;
	});
	return {
		clock,
		log,
		brake,
		sent: () => sent,
		async ask(answer: { status: number; scope?: string; retryAfter?: string } | 'lost', times = 1): Promise<unknown> {
			next = answer;
			let end: unknown = null;
			for (let time = 0; time < times; time += 1) {
				end = await brake.makeRequest('https://discord.example', {}).catch((error: unknown) => error);
			}
			return end;
		},
	};
}

describe('refused requests', () => {
	test.each([401, 403, 429])(
		'%d counts, and far below the ban nothing more is sent until the window ends',
		async (status) => {
			const door = openBrake();
			await door.ask({ status }, invalidDefaultMax - 1);
			expect(door.brake.health()).toMatchObject({ invalidInWindow: invalidDefaultMax - 1, isBraked: false });
			await door.ask({ status });
			expect(door.brake.health()).toMatchObject({ invalidInWindow: invalidDefaultMax, isBraked: true });
			const end = await door.ask({ status: 200 }, 5_000);
			expect(discordFailure(end)).toEqual({ code: 'discord-rejected', detail: 'too many refused requests' });
			expect(door.sent()).toBe(invalidDefaultMax);
			expect(door.log.lines.map(({ level }) => level)).toEqual(['warn']);
			door.clock.advance(invalidWindowMs);
			expect(await door.ask({ status: 200 })).toMatchObject({ status: 200 });
			expect(door.brake.health()).toMatchObject({ invalidInWindow: 0, isBraked: false });
		},
	);

	test.each([
		[undefined, unnamedPauseS],
		['', unnamedPauseS],
		['0', unnamedPauseS],
		['Tue, 01 Dec 2026 12:00:00 GMT', unnamedPauseS],
		['0.2', 0.2],
		['3600', 3_600],
	])('a limit whose answer names %s seconds lasts %d', async (retryAfter, seconds) => {
		const named = retryAfter === undefined ? {} : { retryAfter };
		const answer = (await openBrake().ask({ status: 429, ...named })) as Response;
		expect(Number(answer.headers.get('retry-after'))).toBe(seconds);
	});

	test('answers that Discord does not hold against anybody are counted by their class alone', async () => {
		const door = openBrake();
		for (const answer of [
			{ status: 200 },
			{ status: 404 },
			{ status: 502 },
			{ status: 429, scope: 'shared' },
			'lost' as const,
		]) {
			await door.ask(answer, 2_000);
		}
		expect(door.brake.health()).toEqual({
			invalidInWindow: 0,
			isBraked: false,
			results: { '2xx': 2_000, '4xx': 4_000, '5xx': 2_000, lost: 2_000 },
		});
	});
});
