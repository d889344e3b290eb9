/** Lines of one person written in one go make one turn. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LineCall } from '#app/chat/line-call';
import { LineWindow } from '#app/chat/line-window';
import type { TurnRequest } from '#domain/turn';
import { chatMessage, person } from '../support/chat-message.ts';
import { ManualClock } from '../support/manual-clock.ts';

function openWindow(coalesceMs = 600, coalesceMaxMs = 5_000) {
	const clock = new ManualClock();
	const turns: { lines: readonly string[]; atMs: number }[] = [];
	const startMs = clock.now();
	const onTurn = (request: TurnRequest): void => {
		turns.push({ lines: request.lines.map((line) => line.id), atMs: clock.now() - startMs });
	};
	return { clock, turns, window: new LineWindow({ coalesceMs, coalesceMaxMs, clock, onTurn }) };
}

/** A call that leaves it to the main persona who answers. */
const MENTION: LineCall = { cause: 'mention', personas: [], personasMax: 1 };

const line = (id: string, author = '1') => chatMessage({ id, author: person(author, `Person ${author}`) });

describe('LineWindow', () => {
	test('a lone addressed line waits no longer than the short wait', () => {
		const { clock, turns, window } = openWindow();
		window.addLine(line('1'), MENTION);
		clock.advance(599);
		expect(turns).toEqual([]);
		clock.advance(1);
		expect(turns).toEqual([{ lines: ['1'], atMs: 600 }]);
	});

	test('further lines restart the wait and need not be addressed', () => {
		const { clock, turns, window } = openWindow();
		window.addLine(line('1'), MENTION);
		clock.advance(500);
		window.addLine(line('2'), null);
		clock.advance(500);
		window.addLine(line('3'), null);
		clock.advance(600);
		expect(turns).toEqual([{ lines: ['1', '2', '3'], atMs: 1_600 }]);
	});

	test('S053 an older line does not become the last one', () => {
		const { clock, turns, window } = openWindow();
		window.addLine(line('20'), MENTION);
		window.addLine(line('3'), null);
		clock.advance(600);
		expect(turns).toEqual([{ lines: ['3', '20'], atMs: 600 }]);
	});

	test('typing holds the window open until the next line, and the longest wait ends it', () => {
		const { clock, turns, window } = openWindow();
		window.addLine(line('1'), MENTION);
		window.noteTyping('20', '1');
		clock.advance(3_000);
		expect(turns).toEqual([]);
		window.addLine(line('2'), null);
		clock.advance(600);
		expect(turns).toEqual([{ lines: ['1', '2'], atMs: 3_600 }]);
		window.addLine(line('3'), MENTION);
		window.noteTyping('20', '1');
		clock.advance(5_000);
		expect(turns[1]).toEqual({ lines: ['3'], atMs: 8_600 });
	});

	test('S041 four lines in three seconds with typing between are one turn', () => {
		const { clock, turns, window } = openWindow();
		for (const id of ['1', '2', '3', '4']) {
			window.addLine(line(id), id === '1' ? MENTION : null);
			clock.advance(200);
			if (id !== '4') window.noteTyping('20', '1');
			if (id !== '4') clock.advance(800);
		}
		expect(turns).toEqual([]);
		clock.advance(400);
		expect(turns).toEqual([{ lines: ['1', '2', '3', '4'], atMs: 3_600 }]);
	});

	test('an edited line keeps its place with its new text', () => {
		const { clock, turns, window } = openWindow();
		window.addLine(line('1'), MENTION);
		window.addLine(line('2'), null);
		expect(window.replaceLine('1', { ...line('1'), content: 'changed' })).toBe(true);
		expect(window.findLine('20', '1')?.content).toBe('changed');
		expect(window.replaceLine('9', line('9'))).toBe(false);
		expect(window.findLine('21', '1')).toBeNull();
		clock.advance(600);
		expect(turns).toEqual([{ lines: ['1', '2'], atMs: 600 }]);
		expect(window.findLine('20', '1')).toBeNull();
	});

	test("other people's typing and lines do not touch the window", () => {
		const { clock, turns, window } = openWindow();
		window.addLine(line('1'), MENTION);
		window.noteTyping('20', '2');
		window.addLine(line('9', '2'), null);
		clock.advance(600);
		expect(turns).toEqual([{ lines: ['1'], atMs: 600 }]);
	});

	test('a line that is not addressed opens nothing', () => {
		const { clock, turns, window } = openWindow();
		window.addLine(line('1'), null);
		clock.advance(10_000);
		expect(turns).toEqual([]);
		expect(clock.waiting).toBe(0);
	});

	test('the same message delivered twice is one line', () => {
		const { clock, turns, window } = openWindow();
		window.addLine(line('1'), MENTION);
		window.addLine(line('1'), MENTION);
		clock.advance(600);
		expect(turns).toEqual([{ lines: ['1'], atMs: 600 }]);
	});

	test('a deleted line leaves, and a window without lines closes silently', () => {
		const { clock, turns, window } = openWindow();
		window.addLine(line('1'), MENTION);
		window.addLine(line('2'), null);
		window.removeLine('20', '1');
		clock.advance(600);
		window.addLine(line('3'), MENTION);
		window.removeLine('20', '3');
		clock.advance(10_000);
		expect(turns).toEqual([{ lines: ['2'], atMs: 600 }]);
	});

	test('no wait at all answers each line by itself', () => {
		const { turns, window } = openWindow(0, 0);
		window.addLine(line('1'), MENTION);
		window.addLine(line('2'), MENTION);
		expect(turns.map((turn) => turn.lines)).toEqual([['1'], ['2']]);
	});

	test('flush hands out open windows at once', () => {
		const { clock, turns, window } = openWindow();
		window.addLine(line('1'), MENTION);
		window.flush();
		expect(turns).toEqual([{ lines: ['1'], atMs: 0 }]);
		expect(clock.waiting).toBe(0);
	});

	test('whatever the rhythm, every addressed line comes out exactly once, in order, within the longest wait', () => {
		const step = fc.record({
			waitMs: fc.integer({ min: 0, max: 3_000 }),
			author: fc.constantFrom('1', '2'),
			typing: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
				const { clock, turns, window } = openWindow();
				const writtenAtMs = new Map<string, number>();
				let elapsedMs = 0;
				steps.forEach(({ waitMs, author, typing }, index) => {
					clock.advance(waitMs);
					elapsedMs += waitMs;
					if (typing) window.noteTyping('20', author);
					window.addLine(line(String(index), author), MENTION);
					writtenAtMs.set(String(index), elapsedMs);
				});
				clock.advance(10_000);
				expect(turns.flatMap((turn) => turn.lines).sort()).toEqual([...writtenAtMs.keys()].sort());
				for (const turn of turns) {
					expect([...turn.lines].sort((a, b) => Number(a) - Number(b))).toEqual(turn.lines);
					expect(turn.atMs - (writtenAtMs.get(turn.lines[0] ?? '') ?? 0)).toBeLessThanOrEqual(5_000);
				}
			}),
		);
	});
});
