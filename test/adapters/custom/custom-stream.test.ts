import { afterEach, describe, expect, test } from 'vitest';
import type { GenerationEvent } from '#domain/generation';
import {
	DONE,
	eventsOf,
	type Provider,
	type Script,
	StillClock,
	startBareProvider,
	startProvider,
	streamOf,
	until,
} from '../novelai/provider.ts';
import { chatChunk, credentialFor, guardOf, KEY, NotedLog, openCustomModel, preparedFor } from './endpoint.ts';

let provider: Provider | null = null;
afterEach(async () => {
	await provider?.stop();
	provider = null;
});

const never = new AbortController().signal;
const text = (words: string): GenerationEvent => ({ type: 'text-delta', text: words });
const thought = (words: string): GenerationEvent => ({ type: 'thinking-delta', text: words });
const ended = (reason: 'stop' | 'length' | 'cut' | 'speaker-stop' | 'separator') => ({
	type: 'generation-end',
	reason,
});
const failed = (code: string, detail?: string) => ({
	type: 'generation-failure',
	failure: expect.objectContaining(detail === undefined ? { code } : { code, detail }),
});
const words = (content: string, finish: string | null = null): string => chatChunk({ content }, finish);

/** Events of one generation against a script. */
async function generate(script: Script, clock = new StillClock()) {
	provider = startProvider(script);
	const log = new NotedLog();
	const model = openCustomModel({ clock, log });
	const credential = credentialFor(provider.url);
	const events = await eventsOf(model.stream(await preparedFor(model, credential), credential, never));
	expect(JSON.stringify([events, log.lines])).not.toContain(KEY.slice(3));
	return events;
}

describe('what is sent', () => {
	test('goes below the base URL with the key in its header, and nowhere else', async () => {
		await generate(() => streamOf([words('Hi.', 'stop'), DONE]));
		const [seen] = provider?.seen ?? [];
		expect(seen?.path).toBe('/v1/chat/completions');
		expect(seen?.authorization).toBe(`Bearer ${KEY}`);
		expect(seen?.body).not.toContain(KEY);
		expect(JSON.parse(seen?.body ?? '')).toEqual({
			model: 'stand-in',
			messages: [{ role: 'user', content: 'Bo: hi' }],
			stream: true,
			stream_options: { include_usage: true },
			max_tokens: 256,
		});
	});

	test('without a key there is no header', async () => {
		provider = startProvider(() => streamOf([words('Hi.', 'stop'), DONE]));
		const model = openCustomModel();
		const credential = credentialFor(`${provider.url}/v1`, { key: '' });
		await eventsOf(model.stream(await preparedFor(model, credential), credential, never));
		expect(provider.seen[0]).toMatchObject({ authorization: null, path: '/v1/chat/completions' });
	});
});

describe('ends of a reply', () => {
	test('a finish reason ends it, and text in the same chunk counts', async () => {
		const chunks = [chatChunk({ role: 'assistant', content: '' }), words('Hel'), words('lo.', 'stop'), DONE];
		expect(await generate(() => streamOf(chunks))).toEqual([text('Hello.'), ended('stop')]);
	});

	test('a reply at the requested length says so', async () => {
		expect(await generate(() => streamOf([words('Hello'), chatChunk({}, 'length'), DONE]))).toEqual([
			text('Hello'),
			ended('length'),
		]);
	});

	test('the sentinel after text is a normal end, and its absence after a finish reason is no matter', async () => {
		expect(await generate(() => streamOf([words('Hello.'), DONE]))).toEqual([text('Hello.'), ended('stop')]);
		await provider?.stop();
		expect(await generate(() => streamOf([words('Hello.', 'stop')]))).toEqual([text('Hello.'), ended('stop')]);
	});

	test('a connection that closes in the middle cuts the reply; one that closes before it is a failure', async () => {
		expect(await generate(() => streamOf([words('Hello, th')]))).toEqual([text('Hello, th'), ended('cut')]);
		expect(provider?.seen).toHaveLength(1);
		await provider?.stop();
		expect(await generate(() => streamOf([DONE]))).toEqual([failed('provider-broken')]);
	});

	test('a normal end without text is an empty reply and no failure', async () => {
		expect(await generate(() => streamOf([chatChunk({ content: null }, 'stop'), DONE]))).toEqual([ended('stop')]);
	});

	test('a content filter that keeps everything back is a refusal, and after text an end', async () => {
		expect(await generate(() => streamOf([chatChunk({}, 'content_filter'), DONE]))).toEqual([
			failed('provider-rejected'),
		]);
		await provider?.stop();
		expect(await generate(() => streamOf([words('Well.'), chatChunk({}, 'content_filter')]))).toEqual([
			text('Well.'),
			ended('stop'),
		]);
	});

	test('a server that answers in one piece although a stream was asked for is read all the same', async () => {
		const message = { role: 'assistant', content: 'Hello.', reasoning_content: 'hm' };
		const body = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage: { total_tokens: 3 } };
		expect(await generate(() => Response.json(body))).toEqual([thought('hm'), text('Hello.'), ended('stop')]);
	});

	test('chunks that say nothing are no harm: usage, pings, comments, unknown fields', async () => {
		const usage = 'data: {"choices":[],"usage":{"prompt_tokens":1}}\n\n';
		const odd = ': keep-alive\n\nevent: ping\ndata: {"type":"ping"}\n\n';
		expect(
			await generate(() => streamOf([odd, words('Hi.'), usage, chatChunk({ tool_calls: [] }), chatChunk({}, 'stop')])),
		).toEqual([text('Hi.'), ended('stop')]);
	});

	test('a last event that is cut in half is a failure after the text', async () => {
		expect(await generate(() => streamOf([words('Hello'), 'data: {"choices":[{"del']))).toEqual([
			text('Hello'),
			failed('provider-broken'),
		]);
	});
});

describe('reasoning', () => {
	test.each([
		['reasoning_content', [chatChunk({ reasoning_content: 'hm, ' }), chatChunk({ reasoning_content: 'tea' })]],
		['reasoning', [chatChunk({ reasoning: 'hm, tea', content: '' })]],
		['tags', [words('<think>hm, '), words('tea</think>')]],
		['a closing tag alone', [words('hm, tea'), words('</think>')]],
		['parts', [chatChunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm, tea' }] }] })]],
	])('in %s is thinking and never text', async (_name, chunks) => {
		const events = await generate(() => streamOf([...chunks, words('\n\nHello.', 'stop'), DONE]));
		const thoughts = events.map((event) => (event.type === 'thinking-delta' ? event.text : '')).join('');
		expect(thoughts).toBe('hm, tea');
		const shown = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
		expect(shown.trim()).toBe('Hello.');
		expect(events.at(-1)).toEqual(ended('stop'));
	});
});

describe('guards', () => {
	test('somebody else’s label ends the reply before it, and the request is released', async () => {
		const own = 'Tomori: Hello, this is long enough to be shown before any end of it comes.\n';
		const stream = streamOf([words(`${own}B`), words('o: and then I')], 'open');
		expect(await generate(() => stream)).toEqual([text(own), ended('speaker-stop')]);
		await until(() => provider?.aborted.length === 1);
	});

	test('a separator ends it', async () => {
		expect(await generate(() => streamOf([words('Hello.\n***\nLater'), chatChunk({}, 'stop')]))).toEqual([
			text('Hello.\n'),
			ended('separator'),
		]);
	});

	test('an endpoint that never ends is ended', async () => {
		const endless = Array.from({ length: 60 }, () => words('la '.repeat(3_000)));
		const events = await generate(() => streamOf(endless, 'open'));
		expect(events.at(-1)).toEqual(ended('length'));
	});
});

describe('refusals', () => {
	const error = (status: number, body: unknown) => () => Response.json(body, { status });
	test.each([
		[401, { error: { message: `Incorrect API key provided: ${KEY}` } }, 'key-rejected'],
		[402, { error: { message: 'Insufficient credits' } }, 'subscription-inactive'],
		[403, { detail: 'Not authenticated' }, 'key-rejected'],
		[403, { error: { message: 'This model is moderated.' } }, 'provider-rejected'],
		[404, { error: { message: 'model "x" not found, try pulling it first' } }, 'provider-rejected'],
		[400, { object: 'error', message: 'stop must be a list', code: 400 }, 'provider-rejected'],
		[
			429,
			{ error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
			'subscription-inactive',
		],
	])('%i with %j is %s', async (status, body, code) => {
		expect(await generate(error(status, body))).toEqual([failed(code)]);
		expect(provider?.seen).toHaveLength(1);
	});

	test('the server’s own words are told, without any key and bounded', async () => {
		const message = `no model for ${KEY} or sk-or-v1-abcdef0123 ${'x'.repeat(500)}`;
		const [event] = await generate(error(404, { error: { message } }));
		expect(event).toEqual(
			failed('provider-rejected', expect.stringMatching(/^no model for \[secret\] or \[secret\] x+…$/)),
		);
	});

	test('a page in place of an answer is told as such, whatever its status', async () => {
		const page = (status: number) => () =>
			new Response('<!DOCTYPE html><html>hello</html>', { status, headers: { 'content-type': 'text/html' } });
		expect(await generate(page(404))).toEqual([failed('provider-rejected', 'it gave no reason (HTTP 404)')]);
		await provider?.stop();
		expect(await generate(page(200))).toEqual([
			failed('provider-rejected', 'it sent a web page in place of an answer (HTTP 200)'),
		]);
		await provider?.stop();
		expect(await generate(page(502))).toEqual([failed('provider-overloaded')]);
	});

	test('no redirect is followed, since the key would go along', async () => {
		const answers = () => new Response(null, { status: 307, headers: { location: 'http://127.0.0.1:1/v1' } });
		expect(await generate(answers)).toEqual([failed('provider-rejected', 'it sends elsewhere (HTTP 307)')]);
	});

	test('an error object with success is a failure, alone or in the middle of a stream, in every shape', async () => {
		for (const [body, code] of [
			[{ error: { message: 'slow down', code: 429 } }, 'provider-busy'],
			[{ error: { message: 'bad key', code: 'invalid_api_key' } }, 'key-rejected'],
			[{ error: 'the model crashed' }, 'provider-rejected'],
			[{ object: 'error', message: 'too long', code: 400 }, 'provider-rejected'],
			[{ error: { message: 'upstream', type: 'server_error' } }, 'provider-overloaded'],
		] as const) {
			expect(await generate(error(200, body))).toEqual([failed(code)]);
			await provider?.stop();
			const inStream = `data: ${JSON.stringify(body)}\n\n`;
			expect((await generate(() => streamOf([words('x'.repeat(70)), inStream]))).at(-1)).toEqual(failed(code));
			await provider?.stop();
			expect(
				(await generate(() => streamOf([words('x'.repeat(70)), `error: ${JSON.stringify(body)}\n\n`]))).at(-1),
			).toEqual(failed(code));
			await provider?.stop();
		}
	});
});

describe('trying again', () => {
	test('a busy or overloaded server is waited for, longer each time', async () => {
		const clock = new StillClock();
		const statuses = [429, 503, 429];
		const events = await generate((index) => {
			const status = statuses[index];
			return status === undefined ? streamOf([words('Hi.', 'stop')]) : new Response('', { status });
		}, clock);
		expect(events).toEqual([text('Hi.'), ended('stop')]);
		expect(clock.sleptMs).toEqual([2000, 2000, 4000]);
	});

	test('one that stays so is given up', async () => {
		expect(await generate(() => new Response('', { status: 429 }))).toEqual([failed('provider-busy')]);
		expect(provider?.seen).toHaveLength(4);
		await provider?.stop();
		expect(await generate(() => new Response('', { status: 500 }))).toEqual([failed('provider-overloaded')]);
		expect(provider?.seen).toHaveLength(3);
	});

	test('once text came, nothing is asked for again', async () => {
		const broke = 'data: {"error":{"message":"broke","code":500}}\n\n';
		const events = await generate(() =>
			streamOf([words('Hello, this is long enough to be shown before any end of it comes up.'), broke]),
		);
		expect(events.at(-1)).toEqual(failed('provider-overloaded'));
		expect(provider?.seen).toHaveLength(1);
	});

	test('a server that hangs up at once is tried again, and then out of reach', async () => {
		const bare = startBareProvider(null);
		try {
			const clock = new StillClock();
			const model = openCustomModel({ clock });
			const credential = credentialFor(bare.url);
			const events = await eventsOf(model.stream(await preparedFor(model, credential), credential, never));
			expect(events).toEqual([failed('provider-unreachable')]);
			expect(clock.sleptMs).toEqual([2000, 4000]);
		} finally {
			bare.stop();
		}
	});

	test('a server that breaks in the middle leaves what it said', async () => {
		const bare = startBareProvider(words('Hello there, this is what I have been meaning to tell you all day long.'));
		try {
			const model = openCustomModel();
			const credential = credentialFor(bare.url);
			const events: GenerationEvent[] = [];
			for await (const event of model.stream(await preparedFor(model, credential), credential, never)) {
				events.push(event);
				if (event.type === 'text-delta') bare.reset();
			}
			expect(events.at(-1)).toEqual(ended('cut'));
		} finally {
			bare.stop();
		}
	});
});

describe('times', () => {
	test('the first byte has its time', async () => {
		const clock = new StillClock();
		const reply = generate(() => new Promise(() => {}), clock);
		await until(() => provider?.seen.length === 1);
		expect(clock.armed()).toEqual([60_000]);
		clock.pass(60_000);
		expect(await reply).toEqual([failed('provider-timeout')]);
	});

	test('and so has every silence after it', async () => {
		const clock = new StillClock();
		const reply = generate(
			() => streamOf([words('Hello there, this is long enough to be shown before any end of it comes.')], 'open'),
			clock,
		);
		await until(() => clock.armed().includes(30_000));
		clock.pass(30_000);
		expect((await reply).at(-1)).toEqual(ended('cut'));
		await until(() => provider?.aborted.length === 1);
	});

	test.each(['before the first byte', 'in the middle'])(
		'an aborted reply %s ends without an event and releases the request',
		async (when) => {
			const began = [words('Hello there, this is long enough to be shown before any end of it comes up at all.')];
			provider = startProvider(() =>
				when === 'in the middle' ? streamOf(began, 'open') : new Promise<Response>(() => {}),
			);
			const model = openCustomModel();
			const credential = credentialFor(provider.url);
			const aborting = new AbortController();
			const events = eventsOf(model.stream(await preparedFor(model, credential), credential, aborting.signal));
			await until(() => provider?.seen.length === 1);
			aborting.abort();
			const kinds = (await events).map(({ type }) => type);
			expect(kinds.filter((kind) => kind !== 'text-delta')).toEqual([]);
			await until(() => provider?.aborted.length === 1);
		},
	);
});

describe('where an address leads', () => {
	test('is asked before each request, and decides', async () => {
		provider = startProvider(() => streamOf([words('Hi.', 'stop')]));
		const asked: string[] = [];
		const addressGuard = guardOf(async (url) => {
			asked.push(url);
			return { reach: asked.length === 1 ? 'public' : 'private', addresses: ['127.0.0.1'] };
		});
		const model = openCustomModel({ addressGuard });
		const credential = credentialFor(provider.url, { mayBePrivate: false });
		const prepared = await preparedFor(model, credential);
		expect((await eventsOf(model.stream(prepared, credential, never))).at(-1)).toEqual(ended('stop'));
		expect(await eventsOf(model.stream(prepared, credential, never))).toEqual([failed('address-private')]);
		expect(await model.checkCredential(credential, never)).toEqual({ ok: false, error: { code: 'address-private' } });
		expect(asked).toEqual([provider.url, provider.url, provider.url]);
		expect(provider.seen).toHaveLength(1);
	});

	test('the connection goes to the address that was checked, under its own name, however often the name is asked', async () => {
		provider = startProvider(() => streamOf([words('Hi.', 'stop')]));
		const { port } = new URL(provider.url);
		// Nobody resolves this name, so that a second look at it would end the request.
		const baseUrl = `http://models.invalid:${port}/v1`;
		const addressGuard = guardOf(async () => ({ reach: 'public', addresses: ['127.0.0.1', '127.0.0.2'] }));
		const model = openCustomModel({ addressGuard });
		const credential = credentialFor(baseUrl, { mayBePrivate: false });
		const prepared = await preparedFor(model, credential);
		expect((await eventsOf(model.stream(prepared, credential, never))).at(-1)).toEqual(ended('stop'));
		expect(await model.checkCredential(credential, never)).toMatchObject({ ok: true });
		expect(provider.seen.map(({ host }) => host)).toEqual(Array(3).fill(`models.invalid:${port}`));
	});

	test('a name service that does not answer is waited for no longer than a server', async () => {
		const clock = new StillClock();
		const model = openCustomModel({ clock, addressGuard: guardOf(() => new Promise(() => {})) });
		const credential = credentialFor('http://nowhere.invalid');
		const checked = model.checkCredential(credential, never);
		await until(() => clock.armed().includes(60_000));
		clock.pass(60_000);
		expect(await checked).toEqual({ ok: false, error: { code: 'provider-unreachable' } });
	});

	test('a name that leads nowhere is out of reach', async () => {
		const model = openCustomModel({}, 'unknown');
		const credential = credentialFor('http://nowhere.invalid');
		const prepared = await preparedFor(model, credential);
		expect(await eventsOf(model.stream(prepared, credential, never))).toEqual([failed('provider-unreachable')]);
	});
});
