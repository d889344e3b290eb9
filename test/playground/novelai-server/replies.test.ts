/** How replies end: stops, output limits, sentence ends; and the shape of both streams. */

import { describe, expect, test } from 'vitest';
import { newEncoder } from '#core/tokenizer/new-encoder';
import { availableTable } from '../../../scripts/bench/available-table.ts';
import {
	complete,
	completionBody,
	eventData,
	generate,
	glmIsProvisioned,
	nativeBody,
	nativeText,
	post,
	readCompletion,
	readNative,
	startStandIn,
} from './stand-in.ts';

interface WholeReply {
	readonly choices: readonly unknown[];
	readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number };
}

async function kayraIds(text: string): Promise<readonly number[]> {
	const table = await availableTable('nerdstash_v2');
	if (table === undefined) throw new Error('The project holds the Kayra vocabulary.');
	return newEncoder(table).encode(text);
}

describe('completion replies', () => {
	test('stream token by token and end with a reason and [DONE]', async () => {
		const server = await startStandIn();
		const reply = await readCompletion(await complete(server));
		expect(reply.text).toMatch(/^ \S/);
		expect(reply.text).toContain('Ellen');
		expect(reply).toMatchObject({ finishReason: 'stop', done: true });
		expect(reply.chunks).toBeGreaterThan(5);
		expect(server.requests[0]).toMatchObject({
			outputText: reply.text,
			outcome: 'answered',
			status: 200,
			stream: true,
		});
	});

	test.runIf(glmIsProvisioned)(
		"carry the ids of their tokens, characters kept whole (needs GLM's tokenizer)",
		async () => {
			const server = await startStandIn();
			server.scripts.queue({ text: ' 你好🌍 ok' });
			const data = eventData(await (await complete(server)).text())
				.slice(0, -1)
				.map((entry) => JSON.parse(entry));
			const table = await availableTable('glm46');
			if (table === undefined) throw new Error('Checked above.');
			const ids = data.flatMap((chunk) => chunk.choices[0].token_ids);
			expect(ids).toEqual([...newEncoder(table).encode(' 你好🌍 ok'), 151_336]);
			expect(data.map((chunk) => chunk.choices[0].text).join('')).toBe(' 你好🌍 ok');
			expect(data.every((chunk) => !chunk.choices[0].text.includes('\ufffd'))).toBe(true);
		},
	);

	test('come whole with a usage count when no stream is asked for', async () => {
		const server = await startStandIn();
		const body = (await (await complete(server, { stream: false })).json()) as WholeReply;
		expect(body.choices[0]).toMatchObject({ finish_reason: 'stop', text: server.requests[0]?.outputText });
		expect(body.usage.total_tokens).toBe(body.usage.prompt_tokens + body.usage.completion_tokens);
		expect(body.usage.completion_tokens).toBe(server.requests[0]?.outputTokens);
	});

	test('end before a literal stop, the earliest one, wherever tokens are cut', async () => {
		const server = await startStandIn();
		server.scripts.queue({ text: ' One two.\nEllen: three\nBo: four', obeyLimits: true }, { times: 2 });
		expect((await readCompletion(await complete(server, { stop: ['\nBo:', '\nEllen:'] }))).text).toBe(' One two.');
		expect(await readCompletion(await complete(server, { stop: 'wo' }))).toMatchObject({
			text: ' One t',
			finishReason: 'stop',
		});
	});

	test('hold the stop text only when a script says so', async () => {
		const server = await startStandIn();
		server.scripts.queue({ text: ' One.\nEllen: two', obeyLimits: true, includeStopText: true });
		expect((await readCompletion(await complete(server, { stop: ['\nEllen:'] }))).text).toBe(' One.\nEllen:');
	});

	test('a stop at the first token gives an empty reply', async () => {
		const server = await startStandIn();
		server.scripts.queue({ text: '*** a', obeyLimits: true });
		expect(await readCompletion(await complete(server, { stop: ['***'] }))).toMatchObject({
			text: '',
			finishReason: 'stop',
		});
	});

	test('end with the reason length at the output limit', async () => {
		const server = await startStandIn();
		const reply = await readCompletion(await complete(server, { max_tokens: 3 }));
		expect(reply).toMatchObject({ finishReason: 'length', done: true });
		expect(server.requests[0]?.outputTokens).toBe(3);
	});

	test('the same prompt gives the same reply', async () => {
		const server = await startStandIn();
		const other = await startStandIn();
		expect((await readCompletion(await complete(server))).text).toBe(
			(await readCompletion(await complete(other))).text,
		);
	});
});

describe('native replies', () => {
	test('stream one token an event, the last one final and with text', async () => {
		const server = await startStandIn();
		const response = await generate(server, { stop_sequences: [[85]] });
		const body = await response.text();
		expect(body.startsWith('event: newToken\nid: 0\ndata: {"token":')).toBe(true);
		const tokens = eventData(body).map((entry) => JSON.parse(entry));
		expect(tokens.map((token) => token.ptr)).toEqual(tokens.map((_, index) => index));
		expect(tokens.map((token) => token.final)).toEqual(tokens.map((_, index) => index === tokens.length - 1));
		expect(tokens.at(-1).token).not.toBe('');
		expect(body).not.toContain('[DONE]');
	});

	test('run on into the next speaker when nothing stops them', async () => {
		const server = await startStandIn();
		expect(nativeText(await readNative(await generate(server)))).toContain('\nEllen:');
		const stops = [[...(await kayraIds('\nEllen:'))]];
		const text = nativeText(await readNative(await generate(server, { stop_sequences: stops })));
		expect(text).not.toContain('\nEllen:');
		expect(text).toContain('Ellen');
	});

	test('stop on the exact token sequence only, not on the same text in other tokens', async () => {
		const server = await startStandIn();
		const text = ' One."\nEllen: two';
		const ids = await kayraIds(text);
		const fused = ids.slice(2, 5);
		server.scripts.queue({ text, obeyLimits: true }, { times: 2 });
		const stopped = await readNative(await generate(server, { stop_sequences: [[...fused]] }));
		expect(nativeText(stopped).length).toBeLessThan(text.length);
		const split = [...ids.slice(2, 4), 1, ...ids.slice(4, 5)];
		expect(nativeText(await readNative(await generate(server, { stop_sequences: [split] })))).toBe(text);
	});

	test('min_length holds stops back', async () => {
		const server = await startStandIn();
		server.scripts.queue({ text: ' a\nb\nc\nd', obeyLimits: true });
		const tokens = await readNative(await generate(server, { stop_sequences: [[85]], min_length: 4 }));
		expect(nativeText(tokens)).toBe(' a\nb');
	});

	test('end at max_length, or at a sentence end shortly after it', async () => {
		const server = await startStandIn();
		const text = ' one two three four five six. seven eight nine';
		server.scripts.queue({ text, obeyLimits: true }, { times: 2 });
		expect(nativeText(await readNative(await generate(server, { max_length: 3 })))).toBe(' one two three');
		const sentence = await readNative(await generate(server, { max_length: 3, generate_until_sentence: true }));
		expect(nativeText(sentence)).toBe(' one two three four five six.');
	});

	test('a sentence end that never comes is not waited for over 20 tokens', async () => {
		const server = await startStandIn();
		server.scripts.queue({ text: ' stone'.repeat(60), obeyLimits: true });
		await readNative(await generate(server, { max_length: 5, generate_until_sentence: true }));
		expect(server.requests[0]?.outputTokens).toBe(25);
	});

	test('come whole as output when no stream is asked for', async () => {
		const server = await startStandIn();
		const body = await (await post(server, '/ai/generate', { body: nativeBody({ stop_sequences: [[85]] }) })).json();
		expect(body).toEqual({ output: server.requests[0]?.outputText });
	});
});

describe('continuations', () => {
	test('a prompt that ends with what was sent last gets the rest of the same reply', async () => {
		const server = await startStandIn();
		const whole = (await readCompletion(await complete(await startStandIn()))).text;
		server.scripts.queue({ endAfterTokens: 4 });
		const first = (await readCompletion(await complete(server))).text;
		const prompt = `${completionBody()['prompt']}${first}`;
		const second = (await readCompletion(await complete(server, { prompt }))).text;
		expect(first.length).toBeGreaterThan(0);
		expect(first + second).toBe(whole);
	});
});
