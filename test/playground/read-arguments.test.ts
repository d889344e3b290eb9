import { describe, expect, test } from 'vitest';
import { readArguments } from '#playground/read-arguments';

describe('the command line of the playground', () => {
	test('without words it serves a page on the usual port and keeps what is learnt', () => {
		expect(readArguments([])).toMatchObject({
			ok: true,
			value: { say: null, once: false, fresh: false, data: null, port: 3210, portIsNamed: false, provider: 'novelai' },
		});
	});

	test('a port that is named is told from the usual one', () => {
		expect(readArguments(['--port', '3210'])).toMatchObject({ ok: true, value: { port: 3210, portIsNamed: true } });
	});

	test('a line and --once are taken together', () => {
		expect(readArguments(['--say', 'Hello there', '--once'])).toMatchObject({
			ok: true,
			value: { say: 'Hello there', once: true },
		});
	});

	test.each([
		[['--once'], '--once needs a line'],
		[['--say', ' '], '--say needs a text'],
		[['--port', '70000'], '--port needs a number'],
		[['--fresh', '--data', 'somewhere'], '--fresh keeps nothing'],
		[['--provider', 'ollama'], '--provider is novelai or custom'],
		[['--colour'], '--colour'],
	])('%j is answered with a sentence', (words, sentence) => {
		expect(readArguments(words)).toMatchObject({ ok: false, error: expect.stringContaining(sentence) });
	});
});
