/** One turn at a time in a channel; follow-ups join or interrupt only where they may. */
import { describe, expect, test } from 'vitest';
import { lastWordsMs } from '#app/chat/end-turns-of';
import type { TurnControl } from '#app/chat/pending-turn';
import { TurnQueue } from '#app/chat/turn-queue';
import type { PersonaId } from '#domain/ids';
import type { TurnRequest } from '#domain/turn';
import { chatMessage, person } from '../support/chat-message.ts';
import { ManualClock } from '../support/manual-clock.ts';

function request(id: string, author = '1', channelId = '20'): TurnRequest {
	const trigger = chatMessage({ id, channelId, author: person(author, `Person ${author}`) });
	return { cause: 'mention', trigger, lines: [trigger] };
}

interface Running {
	readonly lines: readonly string[];
	readonly control: TurnControl;
	finish(): void;
}

function openQueue(followUpInterruptsMax = 3) {
	const started: Running[] = [];
	const queue = new TurnQueue({
		clock: new ManualClock(),
		followUpInterruptsMax,
		runTurn: (taken, control) =>
			new Promise((resolve) => {
				started.push({ lines: taken.lines.map((line) => line.id), control, finish: resolve });
				control.signal.addEventListener('abort', () => resolve(), { once: true });
			}),
	});
	return { queue, started };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('TurnQueue', () => {
	test('two people in one channel are taken in order', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1', '1'));
		queue.addTurn(request('2', '2'));
		await settled();
		expect(started.map((turn) => turn.lines)).toEqual([['1']]);
		started[0]?.finish();
		await settled();
		expect(started.map((turn) => turn.lines)).toEqual([['1'], ['2']]);
		expect(started.map((turn) => turn.control.wasQueued)).toEqual([false, true]);
	});

	test('channels do not wait for each other', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1', '1', '20'));
		queue.addTurn(request('2', '2', '21'));
		await settled();
		expect(started).toHaveLength(2);
	});

	test("a follow-up joins the person's turn that has not begun", async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1', '1'));
		queue.addTurn(request('2', '2'));
		queue.addTurn(request('3', '2'));
		await settled();
		started[0]?.control.markRequested();
		started[0]?.finish();
		await settled();
		expect(started.map((turn) => turn.lines)).toEqual([['1'], ['2', '3']]);
	});

	test('a follow-up interrupts the running turn until its request is sent', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1'));
		await settled();
		queue.addTurn(request('2'));
		await settled();
		expect(started[0]?.control.signal.reason).toBe('follow-up');
		expect(started[1]?.lines).toEqual(['2']);
		started[1]?.control.markRequested();
		queue.addTurn(request('3'));
		await settled();
		expect(started[1]?.control.signal.aborted).toBe(false);
		expect(started).toHaveLength(2);
	});

	test('a second copy of a line that is being answered changes nothing', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1'));
		await settled();
		queue.addTurn(request('1'));
		started[0]?.finish();
		await settled();
		expect(started).toHaveLength(1);
		expect(started[0]?.control.signal.aborted).toBe(false);
	});

	test('S053 a word that is older than what is answered stops nothing', async () => {
		const { queue } = openQueue();
		queue.addTurn(request('20', '1'));
		await settled();
		expect(queue.isRunningFor('20', '1', '15')).toBe(false);
		expect(queue.isRunningFor('20', '1', '21')).toBe(true);
		expect(queue.isRunningFor('20', '2', '21')).toBe(false);
	});

	test('S053 an older message neither interrupts a newer one nor becomes its trigger', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('20', '1'));
		await settled();
		queue.addTurn(request('3', '1'));
		expect(started[0]?.control.signal.aborted).toBe(false);
		queue.addTurn(request('15', '2'));
		queue.addTurn(request('9', '2'));
		started[0]?.finish();
		await settled();
		started[1]?.finish();
		await settled();
		expect(started.map((turn) => turn.lines)).toEqual([['20'], ['3'], ['9', '15']]);
	});

	test('a turn is interrupted at most as often as allowed', async () => {
		const { queue, started } = openQueue(2);
		for (const id of ['1', '2', '3', '4', '5']) {
			queue.addTurn(request(id));
			await settled();
		}
		expect(started.map((turn) => turn.control.signal.aborted)).toEqual([true, true, false]);
		started[2]?.finish();
		await settled();
		expect(started[3]?.lines).toEqual(['4', '5']);
	});

	test('a deleted line leaves a waiting turn; a turn without lines is not taken', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1', '1'));
		queue.addTurn(request('2', '2'));
		queue.addTurn(request('3', '2'));
		queue.addTurn(request('4', '3'));
		await settled();
		queue.removeLine('20', '3');
		queue.removeLine('20', '4');
		started[0]?.finish();
		await settled();
		started[1]?.finish();
		await settled();
		expect(started.map((turn) => turn.lines)).toEqual([['1'], ['2']]);
		expect(queue.size).toBe(0);
	});

	const edited = (id: string, author = '1') => chatMessage({ id, author: person(author, 'Ellen'), content: 'edited' });

	test('S038 an edit ends the running turn and takes it again with the new text, before the next one', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1', '1'));
		queue.addTurn(request('2', '2'));
		await settled();
		started[0]?.control.markRequested();
		expect(queue.findLine('20', '1')?.content).toBe('hello');
		expect(queue.replaceLine('1', edited('1'))).toBe('replaced');
		await settled();
		expect(started[0]?.control.signal.reason).toBe('edited');
		expect(started.map((turn) => turn.lines)).toEqual([['1'], ['1']]);
		expect(started.map((turn) => turn.control.isRerun)).toEqual([false, true]);
		expect(queue.findLine('20', '1')?.content).toBe('edited');
		started[1]?.finish();
		await settled();
		expect(started.map((turn) => turn.lines)).toEqual([['1'], ['1'], ['2']]);
		expect(started[2]?.control.isRerun).toBe(false);
	});

	test('S038 several edits run the turn again each time, until its first message is on its way', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1'));
		await settled();
		for (let edit = 0; edit < 3; edit += 1) {
			expect(queue.replaceLine('1', edited('1'))).toBe('replaced');
			await settled();
		}
		expect(started).toHaveLength(4);
		started[3]?.control.markDelivering();
		expect(queue.replaceLine('1', edited('1'))).toBe('too-late');
		expect(started[3]?.control.signal.aborted).toBe(false);
		started[3]?.finish();
		await settled();
		expect(queue.replaceLine('1', edited('1'))).toBe('absent');
		expect(started).toHaveLength(4);
	});

	test('S038 a turn is begun anew at most as often as allowed', async () => {
		const { queue, started } = openQueue(2);
		queue.addTurn(request('1'));
		await settled();
		const answers: string[] = [];
		for (let edit = 0; edit < 4; edit += 1) {
			answers.push(queue.replaceLine('1', edited('1')));
			await settled();
		}
		expect(answers).toEqual(['replaced', 'replaced', 'too-late', 'too-late']);
		expect(started).toHaveLength(3);
		expect(started[2]?.control.signal.aborted).toBe(false);
	});

	test('S038 an edit of a waiting line changes nothing but its text', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1', '1'));
		queue.addTurn(request('2', '2'));
		await settled();
		expect(queue.replaceLine('2', edited('2', '2'))).toBe('replaced');
		started[0]?.finish();
		await settled();
		expect(started.map((turn) => turn.control.isRerun)).toEqual([false, false]);
		expect(started[0]?.control.signal.aborted).toBe(false);
		expect(queue.findLine('20', '2')?.content).toBe('edited');
	});

	test('S038 a turn whose only line is deleted ends until its request is sent, and goes on from then on', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1'));
		await settled();
		expect(queue.removeLine('20', '1')).toBe(true);
		await settled();
		expect(started[0]?.control.signal.reason).toBe('deleted');
		queue.addTurn(request('2'));
		await settled();
		started[1]?.control.markRequested();
		expect(queue.removeLine('20', '2')).toBe(false);
		expect(started[1]?.control.signal.aborted).toBe(false);
	});

	test('S038 a dropped turn takes no lines any more, neither edited nor further ones', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1', '1'));
		queue.addTurn(request('2', '2'));
		await settled();
		expect(queue.removeLine('20', '2')).toBe(true);
		expect(queue.removeLine('20', '9')).toBe(false);
		expect(queue.replaceLine('2', edited('2', '2'))).toBe('absent');
		queue.addTurn(request('3', '2'));
		started[0]?.finish();
		await settled();
		expect(started.map((turn) => turn.lines)).toEqual([['1'], ['3']]);
	});

	test('an edit while the queue closes still runs the turn again, and the end of the time ends that too', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1'));
		await settled();
		const deadline = new AbortController();
		const closed = queue.close(deadline.signal);
		queue.replaceLine('1', edited('1'));
		await settled();
		expect(started).toHaveLength(2);
		deadline.abort();
		await closed;
		expect(started[1]?.control.signal.reason).toBe('shutdown');
		expect(started).toHaveLength(2);
	});

	test('close leaves a turn behind that does not notice its end', async () => {
		const clock = new ManualClock();
		const queue = new TurnQueue({ clock, followUpInterruptsMax: 0, runTurn: () => new Promise(() => {}) });
		queue.addTurn(request('1'));
		let isClosed = false;
		const closed = queue.close(AbortSignal.abort()).then(() => {
			isClosed = true;
		});
		await settled();
		expect(isClosed).toBe(false);
		clock.advance(lastWordsMs);
		await closed;
	});

	test('close leaves what has not begun at once, and what runs may finish', async () => {
		const left: string[] = [];
		const running = Promise.withResolvers<void>();
		const queue = new TurnQueue({
			clock: new ManualClock(),
			followUpInterruptsMax: 0,
			runTurn: () => running.promise,
			leaveTurn: async ({ trigger }) => void left.push(trigger.id),
		});
		for (const [id, author] of ['1', '2', '3'].entries()) queue.addTurn(request(String(id), author));
		expect(queue.waitingLines().map((line) => line.id)).toEqual(['0', '1', '2']);
		const closed = queue.close(new AbortController().signal);
		expect(left).toEqual(['1', '2']);
		running.resolve();
		await closed;
		expect(left).toEqual(['1', '2']);
		expect(queue.waitingLines()).toEqual([]);
	});

	test('close takes nothing new, waits for the running turn, and ends it when the time is over', async () => {
		const { queue, started } = openQueue();
		queue.addTurn(request('1'));
		await settled();
		const deadline = new AbortController();
		const closed = queue.close(deadline.signal);
		queue.addTurn(request('2', '2'));
		await settled();
		expect(started[0]?.control.signal.aborted).toBe(false);
		deadline.abort();
		await closed;
		expect(started[0]?.control.signal.reason).toBe('shutdown');
		expect(started).toHaveLength(1);
	});

	test('one line to two personas is two turns, and a further line joins the one whose persona it calls', async () => {
		const { queue, started } = openQueue();
		const to = (id: string, personaId: number): TurnRequest => {
			return { ...request(id), personaId: personaId as PersonaId };
		};
		queue.addTurn(request('1', '9'));
		for (const personaId of [7, 8]) queue.addTurn(to('2', personaId));
		queue.addTurn(to('3', 7));
		queue.addTurn(to('4', 6));
		for (let turn = 0; turn < 4; turn += 1) {
			await settled();
			started[turn]?.control.markRequested();
			started[turn]?.finish();
		}
		await settled();
		expect(started.map((turn) => turn.lines)).toEqual([['1'], ['2', '3'], ['2'], ['4']]);
	});

	test('a line that names another persona does not interrupt the one that is about to answer', async () => {
		const { queue, started } = openQueue();
		queue.addTurn({ ...request('1'), personaId: 7 as PersonaId });
		queue.addTurn({ ...request('2'), personaId: 8 as PersonaId });
		await settled();
		expect(started[0]?.control.signal.aborted).toBe(false);
	});

	test('S038 an edited line is changed in each turn that it is part of', async () => {
		const { queue, started } = openQueue();
		for (const personaId of [7, 8]) queue.addTurn({ ...request('1'), personaId: personaId as PersonaId });
		await settled();
		const edited = chatMessage({ id: '1', channelId: '20', author: person('1', 'Person 1'), content: 'edited' });
		expect(queue.replaceLine('1', edited)).toBe('replaced');
		await settled();
		expect(started[0]?.control.signal.reason).toBe('edited');
		expect(queue.findLine('20', '1')?.content).toBe('edited');
		for (const turn of [1, 2]) {
			started[turn]?.control.markDelivering();
			started[turn]?.finish();
			await settled();
		}
		expect(started).toHaveLength(3);
	});
});
