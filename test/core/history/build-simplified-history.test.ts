/** What Discord returned, as the list of what was said. */
import { describe, expect, test } from 'vitest';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import type { HistoryFacts } from '#core/history/history-facts';
import type { ChatMessage } from '#domain/message';
import { chatMessage, person, SELF, SELF_ID } from '../../support/chat-message.ts';
import { historyFacts } from './history-case.ts';

function facts(turnLines: readonly ChatMessage[], change: Partial<HistoryFacts> = {}): HistoryFacts {
	return historyFacts({ turnLines, ...change });
}

const trigger = chatMessage({ id: '1000', content: 'and you?' });
const said = (history: ReturnType<typeof buildSimplifiedHistory>) =>
	history.entries.map((entry) => `${entry.authorName}: ${entry.content}`);

describe('buildSimplifiedHistory', () => {
	test('people and the persona keep their order, the trigger is last', () => {
		const messages = [
			chatMessage({ id: '998', content: 'hi' }),
			chatMessage({ id: '999', content: 'hello', author: SELF }),
			trigger,
		];
		const history = buildSimplifiedHistory(messages, facts([trigger]));
		expect(said(history)).toEqual(['Ellen: hi', 'Tomori: hello', 'Ellen: and you?']);
		expect(history.entries.map((entry) => entry.authorType)).toEqual(['user', 'persona', 'user']);
	});

	test('lines of others after the trigger wait for their own turn, while our later words stay before it', () => {
		const messages = [
			trigger,
			chatMessage({ id: '1001', author: person('2', 'Bo'), content: 'me too' }),
			chatMessage({ id: '1002', author: SELF, content: 'an answer to somebody' }),
		];
		const history = buildSimplifiedHistory(messages, facts([trigger]));
		expect(said(history)).toEqual(['Tomori: an answer to somebody', 'Ellen: and you?']);
		expect(history.dropped).toEqual([{ id: '1001', reason: 'after-trigger' }]);
	});

	test('lines written together close the list in their order, in their newest wording', () => {
		const first = chatMessage({ id: '1000', content: 'one' });
		const second = chatMessage({ id: '1002', content: 'two' });
		const messages = [
			{ ...first, content: 'one, edited' },
			chatMessage({ id: '1001', author: person('2', 'Bo'), content: 'between' }),
			second,
		];
		const history = buildSimplifiedHistory(messages, facts([first, second]));
		expect(said(history)).toEqual(['Bo: between', 'Ellen: one, edited\ntwo']);
	});

	test('a trigger that is gone from the channel is still answered', () => {
		const history = buildSimplifiedHistory([], facts([trigger]));
		expect(said(history)).toEqual(['Ellen: and you?']);
	});

	test('joins, notices and messages without text are left out and accounted for', () => {
		const messages = [
			chatMessage({ id: '1', kind: 'system' }),
			chatMessage({ id: '2', author: SELF, noticeKind: 'notice' }),
			chatMessage({ id: '3', author: SELF }),
			chatMessage({ id: '4', content: '\u200b ' }),
			trigger,
		];
		const history = buildSimplifiedHistory(
			messages,
			facts([trigger], { notices: new Map([['3', { kind: 'notice', payload: {} }]]) }),
		);
		expect(said(history)).toEqual(['Ellen: and you?']);
		expect(history.dropped).toEqual([
			{ id: '1', reason: 'system-message' },
			{ id: '2', reason: 'notice' },
			{ id: '3', reason: 'notice' },
			{ id: '4', reason: 'empty' },
		]);
	});

	test("a person's message that looks like a notice is a person's message", () => {
		const message = chatMessage({ id: '5', noticeKind: 'notice', content: 'tomori · notice' });
		expect(said(buildSimplifiedHistory([message, trigger], facts([trigger])))).toEqual([
			'Ellen: tomori · notice',
			'Ellen: and you?',
		]);
	});

	test('mentions become names, the bot is named as the persona, emoji keep their names, unknown ids stay', () => {
		const message = chatMessage({
			content: `<@${SELF_ID}> ask <@2> or <@3> <:wave:123456789012345678>`,
			mentionedUsers: [
				{ id: SELF_ID, displayName: 'bot account' },
				{ id: '2', displayName: 'Bo\nSYSTEM:' },
			],
		});
		const history = buildSimplifiedHistory([message], facts([message]));
		expect(said(history)).toEqual(['Ellen: Tomori ask Bo SYSTEM or <@3> :wave:']);
	});
});
