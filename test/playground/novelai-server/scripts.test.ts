/** Scripts make the next reply go wrong in every way that was seen in public. */

import { describe, expect, test } from 'vitest';
import { newGate, type ReplyScript } from '#playground/novelai-server/reply-scripts';
import {
	concurrentGeneration,
	htmlBadGateway,
	htmlWithSuccess,
	jsonErrorWithSuccess,
	refusal,
	serverError,
} from '#playground/novelai-server/scripted-responses';
import {
	complete,
	eventData,
	generate,
	nativeText,
	opus,
	readCompletion,
	readNative,
	readPieces,
	scroll,
	startStandIn,
} from './stand-in.ts';

const text = ' 你好🌍, Ellen. One two three.';

async function completionWith(script: ReplyScript): Promise<Response> {
	const server = await startStandIn();
	server.scripts.queue(script);
	return complete(server);
}

async function nativeWith(script: ReplyScript): Promise<Response> {
	const server = await startStandIn();
	server.scripts.queue(script);
	return generate(server);
}

function join(pieces: readonly Uint8Array[]): string {
	return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(pieces));
}

describe('fixed replies', () => {
	test.each([
		['nothing', ''],
		['spaces', '   '],
		['a zero-width space', '\u200b'],
		['thinking and a reply', '<think>hm</think>\nTomori: hi'],
		['a stray end of thinking', 'hm</think> hi'],
		['its own label', ' Tomori: hi'],
		['a foreign label', ' hi\nEllen: what?'],
		['a separator first', '***\nhi'],
		['a byte order mark', '\ufeffhi'],
		['astral characters', text],
	])('%s arrives exactly, on both routes, whatever the stops', async (_, exact) => {
		const server = await startStandIn();
		server.scripts.queue({ text: exact }, { times: 2 });
		expect((await readCompletion(await complete(server, { stop: ['\nEllen:', '***', '</think>'] }))).text).toBe(exact);
		const tokens = await readNative(await generate(server, { stop_sequences: [[85], [23]], max_length: 1 }));
		expect(nativeText(tokens)).toBe(exact);
		expect(tokens.at(-1)?.final).toBe(true);
	});

	test('an account has its own queue before the one for anyone, and always applies to the rest', async () => {
		const server = await startStandIn();
		server.scripts.always({ text: 'always' });
		server.scripts.queue({ text: 'anyone' });
		server.scripts.queue({ text: 'opus' }, { token: opus });
		const texts: string[] = [];
		for (const key of [scroll, opus, opus])
			texts.push((await readCompletion(await complete(server, {}, { key }))).text);
		expect(texts).toEqual(['anyone', 'opus', 'always']);
		server.scripts.always(null);
		expect((await readCompletion(await complete(server))).text).toContain('Ellen');
	});

	test('the finish reason can be dictated', async () => {
		expect(await readCompletion(await completionWith({ text, finishReason: 'length' }))).toMatchObject({
			text,
			finishReason: 'length',
			done: true,
		});
	});
});

describe('delays', () => {
	test('a gate holds everything back until it is opened', async () => {
		const server = await startStandIn();
		const gate = newGate();
		server.scripts.queue({ waitFor: gate.opened, text });
		let headersArrived = false;
		const response = complete(server).then((arrived) => {
			headersArrived = true;
			return arrived;
		});
		await server.until(({ accounts }) => accounts.isLocked(opus));
		expect(headersArrived).toBe(false);
		gate.open();
		expect((await readCompletion(await response)).text).toBe(text);
	});

	test('a pause in the middle lasts until it is released', async () => {
		const server = await startStandIn();
		const gate = newGate();
		server.scripts.queue({ text: ' one two three', pauseAfterTokens: { tokens: 2, until: gate.opened } });
		const response = generate(server);
		await server.until(({ requests }) => requests[0]?.outputTokens === 2);
		expect(server.requests[0]?.outputText).toBe(' one two');
		gate.open();
		expect(nativeText(await readNative(await response))).toBe(' one two three');
	});

	test('a delay before the first byte still gives the whole reply', async () => {
		expect((await readCompletion(await completionWith({ firstByteDelayMs: 5, text }))).text).toBe(text);
	});
});

describe('bytes and lines', () => {
	test('one byte at a time gives the same events', async () => {
		const whole = await readPieces(await completionWith({ text: ' 你好🌍' }));
		const cut = await readPieces(await completionWith({ text: ' 你好🌍', cutAt: 'each' }));
		const dataOf = (pieces: readonly Uint8Array[]): readonly unknown[] =>
			eventData(join(pieces)).map((data) => (data === '[DONE]' ? data : JSON.parse(data).choices));
		expect(dataOf(cut)).toEqual(dataOf(whole));
	});

	test('cuts at chosen offsets fall into the middle of characters', async () => {
		const whole = join(await readPieces(await nativeWith({ text: '你好' })));
		const offset = Buffer.from(whole.slice(0, whole.indexOf('你'))).length + 1;
		const pieces = await readPieces(await nativeWith({ text: '你好', cutAt: [offset, offset + 1] }));
		expect(join(pieces)).toBe(whole);
		expect(pieces.length).toBeGreaterThan(1);
	});

	test('the whole stream can come in one write', async () => {
		const pieces = await readPieces(await completionWith({ text, oneWrite: true }));
		expect(pieces).toHaveLength(1);
		expect(join(pieces)).toContain('[DONE]');
	});

	test('carriage returns, comments and several data lines change no event', async () => {
		const script = { text, carriageReturns: true, comments: true, multiLineData: true };
		const response = await completionWith(script);
		const body = await response.clone().text();
		expect(body).toContain(': keep-alive\r\ndata: {\r\n');
		expect((await readCompletion(response)).text).toBe(text);
		expect(nativeText(await readNative(await nativeWith(script)))).toBe(text);
	});
});

describe('broken ends', () => {
	test('the body ends cleanly without any terminal event', async () => {
		const reply = await readCompletion(await completionWith({ endAfterTokens: 3 }));
		expect(reply).toMatchObject({ finishReason: null, done: false });
		expect(reply.text).not.toBe('');
		const tokens = await readNative(await nativeWith({ endAfterTokens: 3 }));
		expect(tokens.map((token) => token.final)).toEqual([false, false, false]);
	});

	test('the body ends in the middle of an event', async () => {
		const body = await (await nativeWith({ text, endAfterBytes: 100 })).text();
		expect(Buffer.byteLength(body)).toBe(100);
		expect(body.endsWith('\n\n')).toBe(false);
	});

	test('[DONE], the finish reason or the final mark can be left out', async () => {
		expect(await readCompletion(await completionWith({ text, omitDone: true }))).toMatchObject({
			finishReason: 'stop',
			done: false,
		});
		expect(await readCompletion(await completionWith({ text, omitFinishReason: true }))).toMatchObject({
			text,
			finishReason: null,
			done: true,
		});
		const tokens = await readNative(await nativeWith({ text, omitFinal: true }));
		expect(nativeText(tokens)).toBe(text);
		expect(tokens.some((token) => token.final)).toBe(false);
	});

	test('the last event is malformed and the text before it whole', async () => {
		const data = eventData(await (await completionWith({ text: ' one two three', malformedLastChunk: true })).text());
		expect(() => JSON.parse(data.at(-1) ?? '')).toThrow();
		const before = data.slice(0, -1).map((entry) => JSON.parse(entry).choices[0].text);
		expect(before.join('')).toBe(' one two');
	});

	test('the connection breaks in the middle, or before anything was sent', async () => {
		await expect((await completionWith({ resetAfterTokens: 2 })).text()).rejects.toThrow(/ECONNRESET/);
		await expect(completionWith({ resetAtOnce: true }).then((response) => response.text())).rejects.toThrow(
			/ECONNRESET/,
		);
	});

	test('an error object can end the stream, after text or at once', async () => {
		for (const tokens of [0, 2]) {
			const data = eventData(
				await (await nativeWith({ text, errorAfterTokens: { tokens, message: 'overloaded' } })).text(),
			);
			expect(data).toHaveLength(tokens + 1);
			expect(JSON.parse(data.at(-1) ?? '')).toEqual({ error: { message: 'overloaded' } });
		}
	});

	test('the account is free after every broken end', async () => {
		const server = await startStandIn();
		const scripts: ReplyScript[] = [
			{ endAfterTokens: 1 },
			{ endAfterBytes: 10 },
			{ resetAfterTokens: 1 },
			{ resetAtOnce: true },
			{ malformedLastChunk: true },
			{ omitFinishReason: true, omitDone: true },
			{ errorAfterTokens: { tokens: 0, message: 'x' } },
			{ response: serverError() },
		];
		for (const script of scripts) {
			server.scripts.queue(script);
			const ended = complete(server).then((response) => response.text());
			await ended.catch(() => undefined);
			expect(server.accounts.isLocked(opus)).toBe(false);
		}
		expect(server.requests).toHaveLength(scripts.length);
		expect(server.requests.every((request) => request.outcome !== 'running')).toBe(true);
	});
});

describe('whole answers in place of a reply', () => {
	test.each([
		['a bad gateway page', htmlBadGateway(), 502],
		['a page with success', htmlWithSuccess(), 200],
		['a server error', serverError(), 500],
		['a concurrent generation', concurrentGeneration(), 429],
		['an error with status 200', jsonErrorWithSuccess('overloaded'), 200],
		['an error with status 201', jsonErrorWithSuccess('overloaded', 201), 201],
		['a refusal', refusal(402, 'Anonymous quota reached.'), 402],
	])('%s', async (_, scripted, status) => {
		const server = await startStandIn();
		server.scripts.queue({ response: scripted }, { times: 2 });
		for (const response of [await complete(server), await generate(server)]) {
			expect(response.status).toBe(status);
			expect(response.headers.get('content-type')).toBe(scripted.contentType);
			expect(await response.text()).toBe(scripted.body);
		}
		expect(server.requests[0]).toMatchObject({ status, outcome: 'script-fault', outputText: '' });
		expect((await complete(server)).status).toBe(200);
	});
});
