/** What an endpoint teaches by its answers, over sockets against the strict stand-in. */
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { CustomTextModel } from '#adapters/custom/custom-text-model';
import type { StructuredContextItem } from '#domain/context-item';
import type { Credential } from '#domain/credential';
import type { CustomProvider } from '#domain/custom-provider';
import type { PromptRequest } from '#domain/prompt-request';
import { TOOL_LIMITS, type ToolRound } from '#domain/tool-call';
import type { ChatScript } from '#playground/openai-server/chat-frames';
import type { OverflowWords } from '#playground/openai-server/manner';
import {
	type OpenaiServer,
	type OpenaiServerOptions,
	startOpenaiServer,
} from '#playground/openai-server/start-openai-server';
import { answered, requestOf, said } from '../../core/novelai/conversation.ts';
import { eventsOf, type Provider, StillClock, startProvider, streamOf, until } from '../novelai/provider.ts';
import { chatChunk, credentialFor, openCustomModel } from './endpoint.ts';

let server: OpenaiServer | null = null;
let raw: Provider | null = null;
afterEach(async () => {
	await server?.stop();
	await raw?.stop();
	server = null;
	raw = null;
});

const never = new AbortController().signal;
const WORDS = 'the kettle is on, and so it is. ';

/** A conversation of so many lines, the last of which is answered. */
function talk(lines: number, words = WORDS.repeat(3)): readonly StructuredContextItem[] {
	const lineOf = (index: number) =>
		index % 3 === 0 ? answered(`${100 + index}`, words) : said(`${100 + index}`, 'Bo', words);
	return [...Array.from({ length: lines }, (_, index) => lineOf(index)), said('9', 'Bo', 'songs?')];
}

interface Told {
	readonly model: CustomTextModel;
	readonly credential: Credential;
	readonly clock: StillClock;
}

function start(
	options: OpenaiServerOptions = {},
	endpoint: Partial<CustomProvider> = {},
): Told & { readonly server: OpenaiServer } {
	const started = startOpenaiServer({ models: { 'stand-in': 2_048 }, ...options });
	server = started;
	const clock = new StillClock();
	const model = openCustomModel({ clock });
	return {
		model,
		clock,
		server: started,
		credential: credentialFor(started.url, { windowTokens: 2_048, ...endpoint }),
	};
}

async function reply(
	{ model, credential }: Told,
	items: readonly StructuredContextItem[],
	change: Partial<PromptRequest> = {},
) {
	const prepared = await model.prepare(requestOf(items, { codename: 'custom:home', ...change }), credential);
	if (!prepared.ok) return { end: prepared.error.code, text: '', report: null };
	const events = await eventsOf(model.stream(prepared.value, credential, never));
	const last = events.at(-1);
	const failure = last?.type === 'generation-failure' ? last.failure.code : null;
	const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
	return { end: last?.type === 'generation-end' ? last.reason : failure, text, report: prepared.value.report };
}

const bodiesOf = ({ requests }: OpenaiServer) => requests.map(({ body }) => body as Readonly<Record<string, unknown>>);
const statusesOf = ({ requests }: OpenaiServer) => requests.map(({ status }) => status);

describe('how it counts', () => {
	test('is used for the next prompt, which then fits by its own count', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.double({ min: 0.5, max: 3, noNaN: true }),
				fc.constantFrom(WORDS, 'お茶が一番好きです。', 'да, конечно, ', 'Ah, então é isso! '),
				async (factor, words) => {
					// As many tokens as another vocabulary makes of it: nothing of our own estimate is in this count.
					const countTokens = (prompt: string): number => Math.floor((Buffer.byteLength(prompt) / 4) * factor);
					const told = start({ countTokens });
					const few = talk(16, words.repeat(3));
					const first = await reply(told, few);
					const second = await reply(told, talk(300, words.repeat(3)));
					expect([first.end, second.end]).toEqual(['stop', 'stop']);
					expect(statusesOf(told.server)).toEqual([200, 200]);
					expect(told.server.violations).toEqual([]);
					expect(second.report?.trimmed.length).toBeGreaterThan(0);
					await told.server.stop();
				},
			),
			{ numRuns: 12 },
		);
	});

	const script = (more: ChatScript): ChatScript => ({ text: 'Yes, and then I had some of it.', ...more });

	test.each([
		['behind the end of the reply', { usage: { prompt_tokens: 900, completion_tokens: 1, total_tokens: 901 } }],
		['with it', { usage: { prompt_tokens: 900 }, usageWithFinish: true }],
		['with it, where no sentinel follows', { usage: { prompt_tokens: 900 }, omitDone: true }],
	])('is read %s', async (_name, more) => {
		const told = start();
		const before = await reply(told, talk(10));
		told.server.scripts.queue(script(more));
		const first = await reply(told, talk(10));
		const second = await reply(told, talk(10));
		expect(first.end).toBe('stop');
		expect(second.report?.inputTokens).toBeGreaterThan((before.report?.inputTokens ?? 0) * 1.5);
	});

	test.each([
		['nothing at all', null],
		['nonsense', { prompt_tokens: 'many' }],
		['more than anybody can mean', { prompt_tokens: 10_000_000 }],
		['less than was sent, since it cut the prompt', { prompt_tokens: 40 }],
		['a negative number', { prompt_tokens: -900 }],
	])('is not learnt from %s', async (_name, usage) => {
		const told = start();
		told.server.scripts.always(script({ usage }));
		const first = await reply(told, talk(10));
		const second = await reply(told, talk(10));
		expect([first.end, second.end]).toEqual(['stop', 'stop']);
		expect(second.report?.inputTokens).toBe(first.report?.inputTokens);
	});

	test('belongs to the model and the address', async () => {
		const told = start({ models: { 'stand-in': 2_048, other: 2_048 } });
		told.server.scripts.queue(script({ usage: { prompt_tokens: 900 } }));
		const first = await reply(told, talk(10));
		const credential = credentialFor(told.server.url, { windowTokens: 2_048, model: 'other' });
		expect((await reply({ ...told, credential }, talk(10))).report?.inputTokens).toBe(first.report?.inputTokens);
	});

	test('is not waited for longer than a moment, and not again the next time', async () => {
		const clock = new StillClock();
		raw = startProvider(() => streamOf([chatChunk({ content: 'Yes, and then I had some of it.' }, 'stop')], 'open'));
		const told = { model: openCustomModel({ clock }), clock, credential: credentialFor(raw.url) };
		const first = reply(told, talk(10));
		await until(() => clock.armed().includes(1_000));
		clock.pass(1_000);
		expect((await first).end).toBe('stop');
		expect((await reply(told, talk(10))).end).toBe('stop');
		expect(clock.armed()).toEqual([]);
		await until(() => raw?.aborted.length === 2);
	});

	test('a connection that breaks behind the end of the reply takes nothing from it', async () => {
		const told = start();
		told.server.scripts.queue({ text: 'Yes.', resetAfterTokens: 999 });
		told.server.scripts.queue({ text: 'Yes.', omitDone: true, usage: null });
		expect((await reply(told, talk(10))).end).toBe('cut');
		expect((await reply(told, talk(10))).end).toBe('stop');
	});
});

describe('how much it reads', () => {
	const small = (overflow: OverflowWords): OpenaiServerOptions => ({
		models: { 'stand-in': 1_024 },
		countTokens: (prompt) => Math.ceil(Buffer.byteLength(prompt) / 3),
		manner: { overflow },
	});

	test.each(['openai', 'llama.cpp', 'vllm', 'lm-studio'] as const)(
		'is what it says when a prompt was too long, in the words of %s: one more try, and the next one fits at once',
		async (overflow) => {
			const told = start(small(overflow), { windowTokens: 8_192, outputTokensMax: 128 });
			const first = await reply(told, talk(120));
			expect(first.end).toBe('stop');
			expect(told.server.requests).toHaveLength(2);
			const second = await reply(told, talk(120));
			expect(second.end).toBe('stop');
			expect(told.server.requests).toHaveLength(3);
			expect(second.report?.windowTokens).toBe(1_024);
			const sent = JSON.stringify(bodiesOf(told.server)[1]?.['messages']);
			expect(sent).toContain('songs?');
			// Whole lines are left out, and none is cut.
			expect(sent.split('\\n').every((line) => line.includes('songs?') || line.includes(WORDS.repeat(3).trim()))).toBe(
				true,
			);
			expect(told.server.violations).toEqual([]);
		},
	);

	test('a server that does not say it gets a shorter one once, and then it is told', async () => {
		const near = start(
			{ ...small('wordless'), models: { 'stand-in': 6_000 } },
			{ windowTokens: 8_192, outputTokensMax: 128 },
		);
		expect((await reply(near, talk(300))).end).toBe('stop');
		expect(near.server.requests).toHaveLength(2);
		await near.server.stop();
		const far = start(small('wordless'), { windowTokens: 8_192, outputTokensMax: 128 });
		expect(await reply(far, talk(120))).toMatchObject({ end: 'context-exceeded', text: '' });
		expect(far.server.requests).toHaveLength(2);
		expect(far.clock.sleptMs).toEqual([]);
	});

	test('where not even the shortest prompt fits, that is told', async () => {
		const told = start(small('llama.cpp'), { windowTokens: 8_192 });
		expect((await reply(told, [said('9', 'Bo', WORDS.repeat(200))])).end).toBe('floor-too-large');
		expect(told.server.requests).toHaveLength(1);
	});

	test('is asked again after an hour, since servers are given more room', async () => {
		const told = start(small('llama.cpp'), { windowTokens: 8_192, outputTokensMax: 128 });
		await reply(told, talk(120));
		told.clock.nowMs += 3_600_001;
		expect((await reply(told, talk(120))).report?.windowTokens).toBe(8_192);
	});

	test('an error of that kind behind words that were shown is no reason to begin again', async () => {
		const long = 'This is long enough to be shown before any end of it comes up, and it says so at length.';
		const overflow = { error: { message: 'maximum context length is 512 tokens', code: 400 } };
		raw = startProvider(() => streamOf([chatChunk({ content: long }), `data: ${JSON.stringify(overflow)}\n\n`]));
		const told = { model: openCustomModel(), clock: new StillClock(), credential: credentialFor(raw.url) };
		expect(await reply(told, talk(3))).toMatchObject({ end: 'context-exceeded', text: long });
		expect(raw.seen).toHaveLength(1);
	});
});

describe('which fields it takes', () => {
	const sampling = { presetName: null, edits: { temperature: 0.5, topP: 0.9 } };

	test('models with reasoning are asked by the other name of the length and without a temperature, from then on', async () => {
		const told = start({ manner: { refusedFields: ['max_tokens', 'temperature'] } });
		expect((await reply(told, talk(3), { sampling })).end).toBe('stop');
		expect(statusesOf(told.server)).toEqual([400, 400, 200]);
		expect((await reply(told, talk(3), { sampling })).end).toBe('stop');
		expect(statusesOf(told.server)).toEqual([400, 400, 200, 200]);
		const last = bodiesOf(told.server).at(-1);
		expect(last).toMatchObject({ max_completion_tokens: 256, top_p: 0.9 });
		expect(last).not.toHaveProperty('max_tokens');
		expect(last).not.toHaveProperty('temperature');
		expect(told.clock.sleptMs).toEqual([]);
	});

	test('looking at a prompt shows the fields that will be sent', async () => {
		const told = start({ manner: { refusedFields: ['max_tokens'] } });
		await reply(told, talk(3));
		const prepared = await told.model.prepare(requestOf(talk(3), { codename: 'custom:home' }), told.credential);
		expect(prepared.ok && prepared.value.body).toMatchObject({ max_completion_tokens: 256 });
		expect(prepared.ok && prepared.value.body).not.toHaveProperty('max_tokens');
	});

	test.each([
		['OpenAI’s words', (field: string) => `Unsupported parameter: '${field}' is not supported with this model.`],
		['Fireworks’ words', (field: string) => `Extra inputs are not permitted, field: '${field}'`],
		['no name of it', () => 'Unknown field in the request body'],
	])('the question for the count is left out where it is refused, in %s', async (_name, wordsOf) => {
		const told = start();
		for (const status of [400, 422]) {
			const body = JSON.stringify({ error: { message: wordsOf('stream_options') } });
			const model = openCustomModel();
			told.server.scripts.queue({ response: { status, body, contentType: 'application/json' } });
			const from = told.server.requests.length;
			expect((await reply({ ...told, model }, talk(3))).end).toBe('stop');
			expect((await reply({ ...told, model }, talk(3))).end).toBe('stop');
			const asked = bodiesOf(told.server).slice(from);
			expect(asked.map((each) => 'stream_options' in each)).toEqual([true, false, false]);
		}
	});

	test('one that goes on refusing is told after one more try for each field', async () => {
		const told = start();
		const body = JSON.stringify({ error: { message: "Unsupported parameter: 'stream_options'" } });
		told.server.scripts.always({ response: { status: 400, body, contentType: 'application/json' } });
		expect((await reply(told, talk(3))).end).toBe('provider-rejected');
		expect(told.server.requests).toHaveLength(2);
	});

	test('a value that is out of bounds is told and not left out', async () => {
		const told = start();
		const body = JSON.stringify({ error: { message: 'temperature must be at most 1', param: 'temperature' } });
		told.server.scripts.queue({ response: { status: 400, body, contentType: 'application/json' } });
		expect((await reply(told, talk(3), { sampling })).end).toBe('provider-rejected');
		expect(told.server.requests).toHaveLength(1);
	});

	test('a server without the word that nothing may be called any more is asked without it', async () => {
		const told = start({ manner: { refusedFields: ['tool_choice'] } });
		const look = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };
		const request = requestOf(talk(3), { codename: 'custom:home', tools: [look] });
		const prepared = await told.model.prepare(request, told.credential);
		if (!prepared.ok) throw new Error(prepared.error.code);
		const round = (id: string): ToolRound => ({
			form: 'native',
			said: '',
			calls: [{ id, name: 'look', argumentsText: '{}' }],
			results: [{ callId: id, text: 'seen' }],
		});
		const toolRounds = Array.from({ length: TOOL_LIMITS.roundsMax }, (_, at) => round(`id${at}`));
		const events = await eventsOf(told.model.stream({ ...prepared.value, toolRounds }, told.credential, never));
		expect(events.at(-1)).toEqual({ type: 'generation-end', reason: 'stop' });
		expect(statusesOf(told.server)).toEqual([400, 200]);
	});

	test('trying a key knows both names, too', async () => {
		const told = start({ manner: { refusedFields: ['max_tokens'] } });
		expect(await told.model.checkCredential(told.credential, never)).toMatchObject({ ok: true });
	});

	test('everything is asked for again after a day', async () => {
		const told = start({ manner: { refusedFields: ['max_tokens'] } });
		await reply(told, talk(3));
		told.clock.nowMs += 24 * 3_600_000 + 1;
		await reply(told, talk(3));
		expect(statusesOf(told.server)).toEqual([400, 200, 400, 200]);
	});
});

test('a model without eyes says so with an error of the server’s own; asking again would change nothing', async () => {
	const told = start();
	const message = 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj';
	const body = JSON.stringify({ error: { code: 500, message, type: 'server_error' } });
	told.server.scripts.queue({ response: { status: 500, body, contentType: 'application/json' } });
	expect((await reply(told, talk(1))).end).toBe('provider-rejected');
	expect(told.server.requests).toHaveLength(1);
});

test('calls that are left in the words behind the last round are not shown', async () => {
	const told = start();
	told.server.scripts.queue({ text: 'Let me look.<tool_call>\n{"name": "recall", "arguments": {}}\n</tool_call>' });
	const tools = [{ name: 'recall', description: 'd', parameters: { type: 'object', properties: {} } }];
	expect(await reply(told, talk(1), { tools })).toMatchObject({ end: 'stop', text: 'Let me look.' });
});
