/** What lines that call somebody make of a turn. */
import { describe, expect, test } from 'vitest';
import { joinCalls, type LineCall, requestsOf } from '#app/chat/line-call';
import type { PersonaId } from '#domain/ids';
import type { TriggerCause } from '#domain/turn';
import { chatMessage } from '../support/chat-message.ts';

function call(cause: TriggerCause, ids: readonly number[], personasMax = 3): LineCall {
	return { cause, personas: ids.map((id) => ({ id: id as PersonaId, isMain: id === 1 })), personasMax };
}

describe('calls of lines in one go', () => {
	test('add up, each persona once, up to the limit', () => {
		expect(joinCalls(call('mention', [1]), call('trigger-word', [2, 1]))).toEqual(call('mention', [1, 2]));
		expect(joinCalls(call('mention', [1, 2]), call('mention', [3, 4]))).toEqual(call('mention', [1, 2, 3]));
		expect(joinCalls(call('mention', [1]), null)).toEqual(call('mention', [1]));
	});

	test('are on purpose when any of them is', () => {
		expect(joinCalls(call('trigger-word', [2]), call('reply', [3])).cause).toBe('reply');
		expect(joinCalls(call('trigger-word', [2]), call('trigger-word', [3])).cause).toBe('trigger-word');
		expect(joinCalls(call('mention', [2]), call('reply', [3])).cause).toBe('mention');
	});

	test('make one request a persona, which knows of the others', () => {
		const trigger = chatMessage({ id: '9' });
		const lines = { trigger, lines: [trigger] };
		expect(requestsOf(call('mention', []), lines)).toEqual([{ ...lines, cause: 'mention' }]);
		expect(requestsOf(call('mention', [1]), lines)).toEqual([{ ...lines, cause: 'mention' }]);
		expect(requestsOf(call('trigger-word', [2, 1]), lines)).toEqual([
			{ ...lines, cause: 'trigger-word', personaId: 2, alsoCalled: [1] },
			{ ...lines, cause: 'trigger-word', alsoCalled: [2] },
		]);
	});
});
