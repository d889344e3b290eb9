/** What of a channel's messages is answered late. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admit } from '#app/chat/admit';
import { type MissedOptions, missedTurns } from '#app/chat/missed-turns';
import type { ChatMessage } from '#domain/message';
import { chatMessage, person, SELF_ID } from '../support/chat-message.ts';

const START_MS = 1_700_000_000_000;
const OPTIONS: MissedOptions = {
	admit: (message) => admit(message, { selfId: SELF_ID, selfRoleIds: [] }),
	sinceMs: START_MS,
	togetherMs: 5_000,
};

interface Said {
	readonly by: string;
	readonly afterMs: number;
	readonly addressed?: boolean;
	readonly content?: string;
}

function channel(said: readonly Said[]): readonly ChatMessage[] {
	return said.map(({ by, afterMs, addressed = true, content = 'hi' }, index) =>
		chatMessage({
			id: String(1_000 + index),
			author: person(by, by),
			content,
			createdAtMs: START_MS + afterMs,
			mentionedUsers: addressed ? [{ id: SELF_ID, displayName: 'Tomori' }] : [],
		}),
	);
}

const idsOf = (said: readonly Said[]): readonly (readonly string[])[] =>
	missedTurns(channel(said), OPTIONS).map((turn) => turn.map(({ line }) => line.id));

describe('missedTurns', () => {
	test('each person is one turn, in the order of their newest lines', () => {
		const said = [
			{ by: '1', afterMs: 0 },
			{ by: '2', afterMs: 1 },
			{ by: '1', afterMs: 60_000 },
		];
		expect(idsOf(said)).toEqual([['1001'], ['1000', '1002']]);
	});

	test('a line that follows at once belongs to what it goes on with, and none that comes before or later', () => {
		const said = [
			{ by: '1', afterMs: 0, addressed: false },
			{ by: '1', afterMs: 1_000 },
			{ by: '1', afterMs: 5_000, addressed: false },
			{ by: '2', afterMs: 5_500, addressed: false },
			{ by: '1', afterMs: 11_000, addressed: false },
		];
		expect(idsOf(said)).toEqual([['1001', '1002']]);
	});

	test('what is older is left alone, and so is a wish to stop', () => {
		const said = [
			{ by: '1', afterMs: -1 },
			{ by: '2', afterMs: 0 },
			{ by: '3', afterMs: 1, content: `<@${SELF_ID}> stop!` },
		];
		expect(idsOf(said)).toEqual([['1001']]);
	});

	test('everybody who asked has one, the newest line is in the last, and no line is in two of them', async () => {
		const line = fc.record({
			by: fc.constantFrom('1', '2', '3', '4', '5', '6'),
			afterMs: fc.nat({ max: 20_000 }),
			addressed: fc.boolean(),
		});
		await fc.assert(
			fc.property(fc.array(line, { maxLength: 30 }), (drawn) => {
				const said = drawn.toSorted((first, second) => first.afterMs - second.afterMs);
				const turns = idsOf(said);
				const lines = turns.flat();
				const asked = new Set(said.filter((each) => each.addressed).map((each) => each.by));
				expect(turns).toHaveLength(asked.size);
				expect(new Set(lines).size).toBe(lines.length);
				const newest = channel(said).findLast((each) => each.mentionedUsers.length > 0);
				if (newest) expect(turns.at(-1)).toContain(newest.id);
			}),
		);
	});
});
