import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newGate } from '#playground/novelai-server/reply-scripts';
import type { OpenaiServer } from '#playground/openai-server/start-openai-server';
import { startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { eventsOf } from '../novelai/provider.ts';
import { credentialFor, KEY, lineOf, openCustomModel, preparedFor } from './endpoint.ts';

let server: OpenaiServer;
beforeEach(() => {
	server = startOpenaiServer({ keys: [KEY] });
});
afterEach(async () => {
	await server.stop();
});

const never = new AbortController().signal;

async function reply(items = [lineOf('Bo', 'do you like tea or coffee?')], signal = never) {
	const model = openCustomModel();
	const credential = credentialFor(server.url);
	return await eventsOf(model.stream(await preparedFor(model, credential, items), credential, signal));
}

describe('against the strict stand-in', () => {
	test('an ordinary reply comes through', async () => {
		const events = await reply();
		expect(events.map(({ type }) => type)).toEqual(['text-delta', 'generation-end']);
		expect(server.violations).toEqual([]);
		expect(server.unknownRoutes).toEqual([]);
		await server.until(({ requests }) => requests[0]?.outcome === 'answered');
		expect(server.requests).toMatchObject([{ status: 200, model: 'stand-in' }]);
	});

	test('every fault of a stream has its end, and none of them is silent', async () => {
		const long = 'This is long enough to be shown before it has ended, and then it goes on a little.';
		for (const [script, end] of [
			[{ omitDone: true }, 'stop'],
			[{ omitFinishReason: true }, 'stop'],
			[{ omitDone: true, omitFinishReason: true }, 'cut'],
			[{ endAfterTokens: 14 }, 'cut'],
			[{ resetAfterTokens: 14 }, 'cut'],
			[{ finishReason: 'length' }, 'length'],
			[{ errorAfterTokens: { tokens: 14, message: 'it broke' } }, 'provider-rejected'],
			[{ malformedLastChunk: true }, 'provider-broken'],
			[{ carriageReturns: true, comments: true, multiLineData: true }, 'stop'],
			[{ cutAt: 'each' }, 'stop'],
			[{ oneWrite: true }, 'stop'],
			[{ inOnePiece: true, reasoning: 'hm' }, 'stop'],
			[{ reasoning: 'hm', reasoningField: 'reasoning' }, 'stop'],
		] as const) {
			server.scripts.queue({ text: long, ...script });
			const events = await reply();
			const last = events.at(-1);
			const said =
				last?.type === 'generation-end' ? last.reason : last?.type === 'generation-failure' ? last.failure.code : null;
			expect(said, JSON.stringify(script)).toBe(end);
			const shown = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : [])).join('');
			expect(long.startsWith(shown)).toBe(true);
			expect(shown).not.toBe('');
		}
	});

	test('an aborted reply frees the server', async () => {
		const gate = newGate();
		server.scripts.queue({ text: 'Never to be seen.', waitFor: gate.opened });
		const aborting = new AbortController();
		const events = reply(undefined, aborting.signal);
		await server.until(({ requests }) => requests.length === 1);
		aborting.abort();
		expect(await events).toEqual([]);
		await server.until(({ requests }) => requests[0]?.outcome === 'aborted');
		gate.open();
	});
});

describe('trying a key', () => {
	test('asks for a few words, then for the models', async () => {
		const checked = await openCustomModel().checkCredential(credentialFor(server.url), never);
		expect(checked).toEqual({ ok: true, value: { tier: null, models: ['stand-in'] } });
		expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /v1/chat/completions',
			'GET /v1/models',
		]);
		expect(server.violations).toEqual([]);
	});

	test.each([
		['a wrong key', { key: 'sk-wrong' }, 'key-rejected'],
		['a wrong model', { model: 'other' }, 'provider-rejected'],
		['a wrong port', { baseUrl: 'http://127.0.0.1:1/v1' }, 'provider-unreachable'],
		['a wrong path', { baseUrl: '/wrong' }, 'provider-rejected'],
	])('%s is told', async (_name, change, code) => {
		const baseUrl = 'baseUrl' in change && change.baseUrl.startsWith('/') ? server.url + change.baseUrl : undefined;
		const credential = credentialFor(server.url, { ...change, ...(baseUrl === undefined ? {} : { baseUrl }) });
		const checked = await openCustomModel().checkCredential(credential, never);
		expect(checked).toMatchObject({ ok: false, error: { code } });
	});

	test('a server that lists no models is no worse for it', async () => {
		server.scripts.queue({ text: 'Hello.' });
		const model = openCustomModel();
		expect(await model.keyFacts(credentialFor(server.url))).toEqual({
			ok: true,
			value: { tier: null, models: ['stand-in'] },
		});
		expect(server.requests).toEqual([]);
	});
});
