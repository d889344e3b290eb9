/** A message that had to wait is not taken while its author, or its server, has as many on their way as they may. */
import { describe, expect, test } from 'vitest';
import type { TurnControl } from '#app/chat/pending-turn';
import { TurnQueue } from '#app/chat/turn-queue';
import type { PersonaId } from '#domain/ids';
import type { TurnRequest } from '#domain/turn';
import { chatMessage, person } from '../support/chat-message.ts';
import { ManualClock } from '../support/manual-clock.ts';

interface Line {
	readonly id: string;
	readonly author?: string;
	readonly channelId?: string;
	readonly guildId?: string | null;
}

function request(
	{ id, author = id, channelId = '20', guildId = '5' }: Line,
	change: Partial<TurnRequest> = {},
): TurnRequest {
	const trigger = chatMessage({ id, channelId, guildId, author: person(author, `Person ${author}`) });
	return { cause: 'mention', trigger, lines: [trigger], ...change };
}

function openQueue(activeMessages = { perUserMax: 2, perServerMax: 3 }) {
	const started: { readonly id: string; readonly control: TurnControl; finish(): void }[] = [];
	const refused: string[] = [];
	const queue = new TurnQueue({
		activeMessages,
		onFull: ({ trigger }) => void refused.push(trigger.id),
		clock: new ManualClock(),
		followUpInterruptsMax: 3,
		runTurn: (taken, control) =>
			new Promise((resolve) => {
				started.push({ id: taken.trigger.id, control, finish: resolve });
				control.signal.addEventListener('abort', () => resolve(), { once: true });
			}),
	});
	return { queue, started, refused, ids: () => started.map(({ id }) => id) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('messages that are answered or wait', () => {
	test('are limited for each person over all channels, and a quiet channel takes everybody', async () => {
		const { queue, started, refused, ids } = openQueue({ perUserMax: 2, perServerMax: 100 });
		queue.addTurn(request({ id: '1', author: '1', channelId: '20' }));
		queue.addTurn(request({ id: '2', author: '1', channelId: '21' }));
		queue.addTurn(request({ id: '3', channelId: '22' }));
		queue.addTurn(request({ id: '4', author: '1', channelId: '22' }));
		expect(refused).toEqual(['4']);
		queue.addTurn(request({ id: '5', author: '1', channelId: '23' }));
		queue.addTurn(request({ id: '6', channelId: '22' }));
		await settled();
		expect([refused, ids()]).toEqual([['4'], ['1', '2', '3', '5']]);
		started[0]?.finish();
		started[1]?.finish();
		await settled();
		queue.addTurn(request({ id: '7', author: '1', channelId: '22' }));
		expect(refused).toEqual(['4']);
	});

	test('are limited for each server, whoever writes; other servers and direct conversations do not count', () => {
		const { queue, refused } = openQueue();
		for (const [id, channelId] of [
			['1', '20'],
			['2', '20'],
			['3', '21'],
		] as const)
			queue.addTurn(request({ id, channelId }));
		queue.addTurn(request({ id: '4' }));
		queue.addTurn(request({ id: '5', channelId: '30', guildId: '6' }));
		queue.addTurn(request({ id: '6', channelId: '30', guildId: '6' }));
		for (const id of ['7', '8', '9', '10', '11']) queue.addTurn(request({ id, channelId: '40', guildId: null }));
		expect(refused).toEqual(['4']);
	});

	test('do not count commands, late lines, called personas and the further personas of one line', () => {
		const { queue, refused } = openQueue();
		for (const id of ['1', '2', '3']) queue.addTurn(request({ id }));
		queue.addTurn(request({ id: '4' }, { cause: 'command' }));
		queue.addTurn(request({ id: '5' }, { isLate: true }));
		queue.addTurn(request({ id: '6' }, { cause: 'persona' }));
		queue.addTurn(request({ id: '1' }, { personaId: 7 as PersonaId }));
		expect(refused).toEqual([]);
	});

	test('a follow-up takes the place of what it interrupts, however full it is', async () => {
		const { queue, started, refused, ids } = openQueue();
		for (const [id, channelId] of [
			['1', '20'],
			['2', '21'],
			['3', '22'],
		] as const)
			queue.addTurn(request({ id, channelId }));
		await settled();
		queue.addTurn(request({ id: '4', author: '1' }));
		await settled();
		expect(ids()).toEqual(['1', '2', '3', '4']);
		expect([refused, started[0]?.control.signal.reason]).toEqual([[], 'follow-up']);
	});
});
