import { describe, expect, test } from 'vitest';
import { ReplyPace } from '#app/chat/reply-pace';
import { ManualClock } from '../support/manual-clock.ts';

const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function paceOn(clock: ManualClock, change: Partial<{ degree: 0 | 2; isOn: boolean; roll: number }> = {}): ReplyPace {
	const { degree = 2, isOn = true, roll = 0.9 } = change;
	return new ReplyPace({ clock, random: { next: () => roll }, degree, isOn });
}

/** Whether the wait is over after so many milliseconds, and not one earlier. */
async function waits(clock: ManualClock, wait: Promise<void>, ms: number): Promise<boolean> {
	let isOver = false;
	void wait.then(() => {
		isOver = true;
	});
	await settled();
	if (ms === 0) return isOver;
	clock.advance(ms - 1);
	await settled();
	const wasEarly = isOver;
	clock.advance(1);
	await settled();
	return isOver && !wasEarly;
}

describe('the pace of a reply', () => {
	test('each message takes ten milliseconds a character, counted from the one before', async () => {
		const clock = new ManualClock();
		const pace = paceOn(clock);
		expect(await waits(clock, pace.wait(100, never), 1_000)).toBe(true);
		expect(await waits(clock, pace.wait(200, never), 2_000)).toBe(true);
	});

	test('the time that the model took counts as typing', async () => {
		const clock = new ManualClock();
		const pace = paceOn(clock);
		clock.advance(700);
		expect(await waits(clock, pace.wait(100, never), 300)).toBe(true);
		clock.advance(5_000);
		expect(await waits(clock, pace.wait(100, never), 0)).toBe(true);
	});

	test.each([
		['at degree 0', { degree: 0 as const }],
		['where the pace is off', { isOn: false }],
	])('nothing is waited for %s', async (_name, change) => {
		const clock = new ManualClock();
		expect(await waits(clock, paceOn(clock, change).wait(100, never), 0)).toBe(true);
	});

	test('a late reply is not held up any longer', async () => {
		const clock = new ManualClock();
		const pace = paceOn(clock);
		let waited = 0;
		for (let message = 0; message < 50; message += 1) {
			const before = clock.now();
			const wait = pace.wait(2_000, never);
			await settled();
			if (clock.waiting > 0) clock.advance(4_000);
			await wait;
			waited += clock.now() - before;
		}
		expect(waited).toBe(16_000);
	});

	test('who stops the reply does not wait for it', async () => {
		const clock = new ManualClock();
		const stopping = new AbortController();
		const wait = paceOn(clock).wait(100, stopping.signal);
		stopping.abort();
		expect(await waits(clock, wait, 0)).toBe(true);
	});
});
