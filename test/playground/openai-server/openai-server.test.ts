import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';

const KEY = 'sk-of-this-test';
let server: OpenaiServer;

beforeEach(() => {
	server = startOpenaiServer({ keys: [KEY], models: { small: 100, large: 8_192 } });
});

afterEach(async () => {
	await server.stop();
});

const system = { role: 'system', content: 'Be kind.' };
const user = { role: 'user', content: 'Bo: do you like tea or coffee?' };
const assistant = { role: 'assistant', content: 'Tomori: Hello.' };
const calling = {
	role: 'assistant',
	content: null,
	tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
};
const result = { role: 'tool', tool_call_id: 'a', content: 'A boat.' };

async function post(body: unknown, key = KEY): Promise<Response> {
	return await fetch(`${server.url}/chat/completions`, {
		method: 'POST',
		headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
}

interface Whole {
	readonly choices: readonly { readonly message: { readonly content: string }; readonly finish_reason: string }[];
	readonly usage: { readonly total_tokens: number };
}

describe('what strict servers refuse', () => {
	const ok = { model: 'large', messages: [user] };
	test.each([
		['no JSON', '{'],
		['no model', { messages: [user] }],
		['no messages', { model: 'large' }],
		['an empty list of messages', { ...ok, messages: [] }],
		['an unknown field', { ...ok, top_k: 40 }],
		['another unknown field', { ...ok, messages: [{ ...user, parts: [] }] }],
		['a wrong type', { ...ok, max_tokens: '100' }],
		['a value out of bounds', { ...ok, temperature: 2.1 }],
		['five stops', { ...ok, stop: ['a', 'b', 'c', 'd', 'e'] }],
		['an unknown role', { ...ok, messages: [{ role: 'model', content: 'x' }] }],
		['an empty message', { ...ok, messages: [{ role: 'user', content: ' ' }] }],
		['the system alone', { ...ok, messages: [system] }],
		['an assistant who begins', { ...ok, messages: [system, assistant, user] }],
		['two users in a row', { ...ok, messages: [user, user] }],
		['two assistants in a row', { ...ok, messages: [user, assistant, assistant] }],
		['a result of nothing', { ...ok, messages: [user, assistant, result] }],
		['a call without a result', { ...ok, messages: [user, calling] }],
		['a call that is answered late', { ...ok, messages: [user, calling, user, result] }],
		['a call that is answered twice', { ...ok, messages: [user, calling, result, result] }],
		['nothing said and nothing called', { ...ok, messages: [user, { role: 'assistant', content: null }] }],
		['an empty list of tools', { ...ok, tools: [] }],
		['the system last', { ...ok, messages: [user, system] }],
		['more than the window', { ...ok, model: 'small', max_tokens: 99 }],
	])('%s', async (_name, body) => {
		const response = await post(body);
		expect(response.status).toBe(400);
		const { error } = (await response.json()) as { readonly error: Record<string, unknown> };
		expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code']);
		expect(server.violations).not.toEqual([]);
	});

	test('an unknown key, model or route, each in OpenAI’s words', async () => {
		expect((await post(ok, 'sk-other')).status).toBe(401);
		expect((await post({ ...ok, model: 'other' })).status).toBe(404);
		expect((await fetch(`${server.url}/completions`, { method: 'POST' })).status).toBe(404);
		expect(server.unknownRoutes).toEqual([{ method: 'POST', path: '/v1/completions' }]);
	});
});

describe('an answer', () => {
	test('is in the persona’s name, about what was said, and the same for the same messages', async () => {
		const body = { model: 'large', messages: [system, { role: 'user', content: 'Bo: hi' }, assistant, user] };
		const [one, two] = await Promise.all(
			[post(body), post(body)].map(async (each) => (await (await each).json()) as Whole),
		);
		expect(one?.choices[0]).toMatchObject({
			finish_reason: 'stop',
			message: { content: expect.stringMatching(/^Tomori: /) },
		});
		expect(one?.choices[0]?.message.content).toMatch(/tea|coffee/i);
		expect(two?.choices).toEqual(one?.choices);
		expect(one?.usage.total_tokens).toBeGreaterThan(0);
	});

	test('goes on from a prefill, and ends at a stop and at the limit', async () => {
		const prefilled = [user, { role: 'assistant', content: 'Tomori: Well,' }];
		const whole = (await (await post({ model: 'large', messages: prefilled })).json()) as Whole;
		expect(whole.choices[0]?.message.content).not.toMatch(/^Tomori:/);
		const short = (await (await post({ model: 'large', messages: [user], max_tokens: 2 })).json()) as Whole;
		expect(short.choices[0]?.finish_reason).toBe('length');
		const word = short.choices[0]?.message.content.trim().split(' ')[0] ?? '';
		const stopped = (await (await post({ model: 'large', messages: [user], stop: word })).json()) as Whole;
		expect(stopped.choices[0]?.message.content).toBe('');
	});

	test('streams its role, words, finish reason, usage where asked for, and the sentinel', async () => {
		server.scripts.queue({ text: 'Good evening.', reasoning: 'hm' });
		const options = { stream: true, stream_options: { include_usage: true } };
		const response = await post({ model: 'large', messages: [user], ...options });
		expect(response.headers.get('content-type')).toContain('text/event-stream');
		const events = (await response.text()).split('\n\n').filter((event) => event !== '');
		const data = events.map((event) => event.replace(/^data: /, ''));
		expect(data.pop()).toBe('[DONE]');
		const chunks = data.map(
			(each) => JSON.parse(each) as { readonly choices: readonly object[]; readonly usage?: object },
		);
		expect(chunks.map(({ choices }) => choices[0] ?? null)).toMatchObject([
			{ delta: { role: 'assistant' } },
			{ delta: { reasoning_content: 'hm' } },
			{ delta: { content: 'Good' } },
			{ delta: { content: ' evenin' } },
			{ delta: { content: 'g.' } },
			{ delta: {}, finish_reason: 'stop' },
			null,
		]);
		expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 3 });
	});

	test('is noted in the log without the key', async () => {
		await post({ model: 'large', messages: [user] });
		expect(server.requests).toMatchObject([{ outcome: 'answered', model: 'large', windowTokens: 8_192, status: 200 }]);
		expect(JSON.stringify(server.requests)).not.toContain(KEY);
	});

	test('models are listed to whoever has a key', async () => {
		const list = await fetch(`${server.url}/models`, { headers: { authorization: `Bearer ${KEY}` } });
		expect(await list.json()).toMatchObject({ object: 'list', data: [{ id: 'small' }, { id: 'large' }] });
		expect((await fetch(`${server.url}/models`)).status).toBe(401);
	});
});
