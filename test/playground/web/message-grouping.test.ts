import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { isCompact } from '#playground/web/message-grouping';

function message(fields: object): APIMessage {
	return {
		type: 0,
		author: { id: '1', username: 'ellen' },
		timestamp: '2026-01-01T12:00:00.000Z',
		...fields,
	} as APIMessage;
}

const first = message({});
const soon = '2026-01-01T12:06:59.000Z';
const late = '2026-01-01T12:07:00.000Z';

describe('messages under one name', () => {
	test('a further message of the same author stands compact for seven minutes', () => {
		expect(isCompact(message({ timestamp: soon }), first)).toBe(true);
		expect(isCompact(message({ timestamp: late }), first)).toBe(false);
		expect(isCompact(first, undefined)).toBe(false);
	});

	test('another person, another persona of one webhook, and a reply show their name', () => {
		expect(isCompact(message({ author: { id: '2', username: 'bo' } }), first)).toBe(false);
		expect(isCompact(message({ author: { id: '1', username: 'Akari' } }), first)).toBe(false);
		expect(isCompact(message({ type: 19, referenced_message: null }), first)).toBe(false);
	});

	test('a private answer does not hide among public ones', () => {
		expect(isCompact(message({ flags: 64 }), first)).toBe(false);
	});
});
