/** The program ends once: in order, or at once when somebody insists. */
import { describe, expect, test } from 'vitest';
import { ClosingStack } from '#adapters/system/closing-stack';
import { letGoMs, ProgramEnd, repeatedSignalMs } from '#adapters/system/program-end';
import { ManualClock } from '../../support/manual-clock.ts';
import { recordingLog } from '../../support/store-log.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function openEnd() {
	const clock = new ManualClock();
	const exits: number[] = [];
	const calls: string[] = [];
	const closing = Promise.withResolvers<void>();
	const end = new ProgramEnd({ clock, log: recordingLog(), exit: (exitCode) => void exits.push(exitCode) });
	const running = {
		close: () => {
			calls.push('close');
			return closing.promise;
		},
		letGo: async () => void calls.push('letGo'),
	};
	return { clock, exits, calls, closing, end, running };
}

describe('ProgramEnd', () => {
	test('a signal closes everything and exits with 0 afterwards', async () => {
		const { end, running, exits, calls, closing } = openEnd();
		end.runs(running);
		end.takeSignal('SIGTERM');
		await settled();
		expect([calls, exits]).toEqual([['close'], []]);
		closing.resolve();
		await settled();
		expect(exits).toEqual([0]);
	});

	test('a signal that is sent twice counts once; a later one lets go and exits at once', async () => {
		const { end, running, exits, calls, clock } = openEnd();
		end.runs(running);
		end.takeSignal('SIGINT');
		clock.advance(repeatedSignalMs - 1);
		end.takeSignal('SIGTERM');
		await settled();
		expect([calls, exits]).toEqual([['close'], []]);
		clock.advance(1);
		end.takeSignal('SIGTERM');
		end.takeSignal('SIGTERM');
		await settled();
		expect([calls, exits]).toEqual([['close', 'letGo'], [0]]);
	});

	test('an end at once does not wait long for what cannot be let go', async () => {
		const { end, running, exits, clock } = openEnd();
		end.runs({ ...running, letGo: () => new Promise(() => {}) });
		end.takeSignal('SIGTERM');
		clock.advance(repeatedSignalMs);
		end.takeSignal('SIGTERM');
		await settled();
		expect(exits).toEqual([]);
		clock.advance(letGoMs);
		await settled();
		expect(exits).toEqual([0]);
	});

	test('a signal during the start closes what had just been started', async () => {
		const { end, running, exits, calls, closing } = openEnd();
		expect(end.signal.aborted).toBe(false);
		end.takeSignal('SIGHUP');
		expect(end.signal.aborted).toBe(true);
		closing.resolve();
		end.runs(running);
		await settled();
		expect([calls, exits]).toEqual([['close'], [0]]);
	});

	test('a shutdown that fails exits with 1, and so does an end that began with 1', async () => {
		const first = openEnd();
		first.end.runs(first.running);
		first.end.takeSignal('SIGTERM');
		first.closing.reject(new Error('no'));
		const second = openEnd();
		second.end.runs(second.running);
		second.end.begin(1);
		second.closing.resolve();
		await settled();
		expect([first.exits, second.exits]).toEqual([[1], [1]]);
	});
});

describe('ClosingStack', () => {
	test('closes the last first, whatever fails, and only once', async () => {
		const stack = new ClosingStack();
		const closed: number[] = [];
		for (const number of [1, 2, 3]) {
			stack.add(() => {
				closed.push(number);
				if (number > 1) throw new Error(`number ${number}`);
			});
		}
		await expect(stack.close()).rejects.toThrow('number 3');
		await stack.close();
		expect(closed).toEqual([3, 2, 1]);
	});
});
