/** People's words never reach the log through the errors of libraries. */
import { DiscordAPIError, HTTPError } from 'discord.js';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, test } from 'vitest';
import { openLog } from '#adapters/pino/pino-log';

const PRIVATE = 'what Ellen told nobody\n    at all';

function logged(error: unknown): string {
	const lines: string[] = [];
	const log = openLog({ level: 'debug', secrets: [], destination: { write: (line) => lines.push(line) } });
	log.error({ error }, 'it failed');
	log.warn({ err: error }, 'it failed');
	log.warn({ error: new Error('outer', { cause: new Error('between', { cause: error }) }) }, 'it failed');
	log.warn({ error: new AggregateError([error, error], 'all of them') }, 'it failed');
	return lines.join('');
}

async function queryError(): Promise<unknown> {
	const fails = { query: () => Promise.reject(Object.assign(new Error('gone'), { detail: PRIVATE, code: '23505' })) };
	const db = drizzle(fails as never);
	return await db.execute(sql`insert into notes (text) values (${PRIVATE})`).catch((error: unknown) => error);
}

describe('errors of libraries', () => {
	const url = 'https://discord.com/api/v10/channels/123456789012345678/messages';
	const body = { files: undefined, json: { content: PRIVATE } };

	test('Discord’s refusal is told without the message that it refused', () => {
		const refusal = { code: 50_035, message: 'Invalid Form Body' };
		const text = logged(new DiscordAPIError(refusal, 50_035, 400, 'POST', url, { body: body.json, files: undefined }));
		expect(text).not.toContain('Ellen');
		expect(text).toContain('Invalid Form Body');
		expect(text).toContain('"status":400');
		expect(text).toContain('123456789012345678');
	});

	test('so is an answer that was no answer', () => {
		const text = logged(new HTTPError(502, 'Bad Gateway', 'POST', url, { body: body.json, files: undefined }));
		expect(text).not.toContain('Ellen');
		expect(text).toContain('"status":502');
	});

	test('a failed query is told without its values', async () => {
		const error = await queryError();
		expect(String(error)).toContain('Ellen');
		const text = logged(error);
		expect(text).not.toMatch(/Ellen|at all/);
		expect(text).toContain('insert into notes');
		expect(text).toContain('23505');
	});

	test('what is no error stays readable, and causes that go round in circles end', () => {
		expect(logged('a thrown text')).toContain('a thrown text');
		const first = new Error('first');
		const second = new Error('second', { cause: first });
		first.cause = second;
		expect(logged(first)).toContain('second');
	});
});
