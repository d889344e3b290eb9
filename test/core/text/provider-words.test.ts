import { describe, expect, test } from 'vitest';
import { errorStatusOf, isHtmlPage, providerWords, safeDetail } from '#core/text/provider-words';
import { Secret } from '#domain/secret';

describe('an error that came with success', () => {
	test.each([
		[{ statusCode: 500, message: 'x' }, 500],
		[{ error: 'x' }, 400],
		[{ error: { message: 'x' } }, 400],
		[{ error: { code: 429 } }, 429],
		[{ error: { code: '503' } }, 503],
		[{ error: { code: 'invalid_api_key' } }, 401],
		[{ error: { type: 'insufficient_quota' } }, 402],
		[{ error: { type: 'rate_limit_exceeded', code: null } }, 429],
		[{ error: { type: 'server_error' } }, 503],
		[{ object: 'error', code: 404 }, 404],
		[{ object: 'error' }, 400],
		[{ object: 'chat.completion.chunk', code: 500 }, null],
		[{ error: null, choices: [] }, null],
		[{ error: '', choices: [] }, null],
		[{ error: false, choices: [] }, null],
		[{ object: 'error', error: '' }, 400],
		[{ statusCode: 200 }, null],
		[{ code: 'invalid_api_key' }, null],
	])('%j is %s', (payload, status) => {
		expect(errorStatusOf(payload)).toBe(status);
	});
});

test.each([
	['{"message":"a","error":{"message":"b"}}', 'a'],
	['{"error":{"message":"b"},"detail":"c"}', 'b'],
	['{"error":"b"}', 'b'],
	['{"detail":"c"}', 'c'],
	['{"detail":[{"msg":"d"}]}', '{"detail":[{"msg":"d"}]}'],
	['plain words', 'plain words'],
])('the words of %s are %s', (body, words) => {
	expect(providerWords(body)).toBe(words);
});

describe('words that are told', () => {
	test('are on one line, bounded, and without anything that looks like a key', () => {
		const secret = new Secret('the key of this test');
		const told = safeDetail(
			'a\n b: the key of this test, Bearer abc, pst-abcdef, sk-or-v1-12345, sk-abc***xyz',
			secret,
		);
		expect(told).toBe('a b: [secret], [secret], [secret], [secret], [secret]');
		expect([...safeDetail('🎸'.repeat(400), secret)]).toHaveLength(300);
	});

	test('keep what only begins like a key', () => {
		expect(safeDetail('ask-me, sk-1 and task-force', new Secret(''))).toBe('ask-me, sk-1 and task-force');
	});
});

test('a page is told from words that hold a tag', () => {
	expect(isHtmlPage(' <!DOCTYPE html><p>')).toBe(true);
	expect(isHtmlPage('use <html> here')).toBe(false);
});
