import { expect, test } from 'vitest';
import { keepTyping } from '#adapters/discord/typing-keeper';
import { WatchedClock } from './loopback.ts';

function keeper(answers: (call: number) => Promise<boolean>) {
	const clock = new WatchedClock();
	const signals: AbortSignal[] = [];
	const stop = keepTyping({
		clock,
		intervalMs: 8000,
		showTyping: (signal) => {
			signals.push(signal);
			return answers(signals.length);
		},
	});
	/** Lets the answers arrive, then lets time pass. */
	const pass = async (byMs: number) => {
		await new Promise((resolve) => setImmediate(resolve));
		clock.advance(byMs);
	};
	return { clock, signals, stop, pass };
}

test('typing is shown at once and every eight seconds, never in between', async () => {
	const { signals, stop, pass } = keeper(async () => true);
	const counts = [signals.length];
	for (const byMs of [7999, 1, 7999, 1]) {
		await pass(byMs);
		counts.push(signals.length);
	}
	expect(counts).toEqual([1, 1, 2, 2, 3]);
	stop();
	await pass(60_000);
	expect(signals.length).toBe(3);
	expect(signals.every((signal) => signal.aborted)).toBe(true);
});

test('a call that is still on its way is not joined by another', async () => {
	const { signals, stop, pass } = keeper(() => new Promise(() => {}));
	await pass(40_000);
	expect(signals.length).toBe(1);
	stop();
	expect(signals[0]?.aborted).toBe(true);
});

test('typing that is of no use is not tried again', async () => {
	const { clock, signals, pass } = keeper(async () => false);
	await pass(40_000);
	expect(signals.length).toBe(1);
	expect(clock.delays()).toEqual([]);
});
