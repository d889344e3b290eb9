/** Bodies that the service's schemas do not allow are refused and recorded. */

import { describe, expect, test } from 'vitest';
import { newEncoder } from '#core/tokenizer/new-encoder';
import { availableTable } from '../../../scripts/bench/available-table.ts';
import {
	complete,
	generate,
	nativeBody,
	nativeText,
	opus,
	post,
	readMessage,
	readNative,
	startStandIn,
	storyPrompt,
} from './stand-in.ts';

describe('completion bodies', () => {
	test('every documented field is taken', async () => {
		const server = await startStandIn();
		const response = await complete(server, {
			temperature: 0.9,
			top_p: 0.95,
			top_k: 40,
			min_p: 0,
			frequency_penalty: 0,
			presence_penalty: 0.5,
			stop: ['\nEllen:', '\n***\n'],
			logit_bias: { '1234': -1.5 },
			unified_linear: 0,
			unified_quadratic: 0,
			unified_cubic: 0,
			unified_increase_linear_with_entropy: 0,
			seed: 7,
			n: 1,
		});
		expect(response.status).toBe(200);
		await response.text();
		expect(server.violations).toEqual([]);
	});

	test.each([
		['an unknown field', { repetition_penalty: 1.1 }, /repetition_penalty/],
		['a string for a number', { temperature: '1' }, /temperature/],
		['a temperature out of bounds', { temperature: 2.5 }, /temperature/],
		['a fractional token limit', { max_tokens: 1.5 }, /max_tokens/],
		['no output at all', { max_tokens: 0 }, /max_tokens/],
		['an empty stop', { stop: [''] }, /stop/],
		['a bias by text', { logit_bias: { ' time': -1 } }, /logit_bias/],
		['a top_p of 2', { top_p: 2 }, /top_p/],
		['messages', { messages: [] }, /messages/],
		['an unknown model', { model: 'glm-4-5' }, /glm-4-5/],
	])('%s is refused and recorded', async (_, fields, message) => {
		const server = await startStandIn();
		const response = await complete(server, fields);
		expect(response.status).toBe(400);
		expect(await readMessage(response)).toMatch(message);
		expect(server.violations).toHaveLength(1);
		expect(server.violations[0]?.message).toMatch(message);
		expect(server.requests[0]?.outcome).toBe('refused');
	});

	test('a body that is not JSON is refused', async () => {
		const server = await startStandIn();
		const response = await fetch(`${server.url}/oa/v1/completions`, {
			method: 'POST',
			headers: { authorization: `Bearer ${opus}` },
			body: '{"model":',
		});
		expect(response.status).toBe(400);
		expect(server.violations).toHaveLength(1);
	});
});

describe('native bodies', () => {
	test('a full set of a preset is taken', async () => {
		const server = await startStandIn();
		const response = await generate(server, {
			temperature: 1.35,
			min_length: 1,
			top_k: 15,
			top_p: 0.85,
			top_a: 0.1,
			typical_p: 1,
			tail_free_sampling: 0.915,
			repetition_penalty: 2.8,
			repetition_penalty_range: 2048,
			repetition_penalty_slope: 0.02,
			repetition_penalty_frequency: 0.02,
			repetition_penalty_presence: 0,
			repetition_penalty_whitelist: [49256, 49264],
			phrase_rep_pen: 'aggressive',
			order: [2, 3, 0, 4, 1],
			stop_sequences: [[85, 23, 85]],
			bad_words_ids: [[3], [49356]],
			logit_bias_exp: [{ sequence: [23], bias: -0.08, ensure_sequence_finish: false, generate_once: false }],
			generate_until_sentence: true,
			num_logprobs: 0,
			prefix: 'vanilla',
			use_cache: false,
			return_full_text: false,
		});
		expect(response.status).toBe(200);
		await response.text();
		expect(server.violations).toEqual([]);
	});

	test.each([
		['an unknown field', { max_tokens: 10 }, /max_tokens/],
		['a length over the ceiling', { max_length: 2049 }, /max_length/],
		['an unknown sampler', { order: [0, 11] }, /order/],
		['a sampler twice', { order: [0, 0] }, /order/],
		['flat stop sequences', { stop_sequences: [85] }, /stop_sequences/],
		['text stop sequences', { stop_sequences: ['\nEllen:'] }, /stop_sequences/],
		['an empty stop sequence', { stop_sequences: [[]] }, /stop_sequences/],
		['too many stop sequences', { stop_sequences: Array.from({ length: 1025 }, () => [85]) }, /stop_sequences/],
		['a nested whitelist', { repetition_penalty_whitelist: [[1]] }, /repetition_penalty_whitelist/],
		['a bias without its flags', { logit_bias_exp: [{ sequence: [23], bias: -0.08 }] }, /logit_bias_exp/],
		['an id outside the vocabulary', { stop_sequences: [[128_000]] }, /stop_sequences/],
		['a temperature of 0', { temperature: 0 }, /temperature/],
		['a range over 8,192', { repetition_penalty_range: 9000 }, /repetition_penalty_range/],
		['an unknown phrase penalty', { phrase_rep_pen: 'strong' }, /phrase_rep_pen/],
		['no word on use_string', { use_string: undefined }, /use_string/],
	])('%s is refused and recorded', async (_, parameters, message) => {
		const server = await startStandIn();
		const response = await generate(server, parameters);
		expect(response.status).toBe(400);
		expect(await readMessage(response)).toMatch(message);
		expect(server.violations.length).toBeGreaterThan(0);
		expect(server.violations[0]).toMatchObject({ kind: 'body', requestNumber: 1 });
	});

	test.each(['repetition_penalty_slope', 'repetition_penalty_range'])(
		'%s of 0 is an unknown error with a success status',
		async (field) => {
			const server = await startStandIn();
			const response = await generate(server, { [field]: 0 });
			expect(response.status).toBe(200);
			expect(await response.json()).toEqual({ error: 'unknown error' });
			expect(server.violations).toHaveLength(1);
		},
	);

	test('an input over 100,000 characters is refused', async () => {
		const server = await startStandIn();
		const response = await post(server, '/ai/generate', {
			body: nativeBody({}, { input: `${'a '.repeat(50_001)}\nTomori:` }),
		});
		expect(response.status).toBe(400);
		expect(server.violations[0]?.message).toMatch(/^input/);
	});

	test('packed token ids are taken in place of text, plain text is not', async () => {
		const server = await startStandIn();
		const table = await availableTable('nerdstash_v2');
		if (table === undefined) throw new Error('The project holds the Kayra vocabulary.');
		const ids = Uint16Array.from(newEncoder(table).encode(storyPrompt));
		const input = Buffer.from(ids.buffer).toString('base64');
		const good = await post(server, '/ai/generate-stream', { body: nativeBody({ use_string: false }, { input }) });
		expect(nativeText(await readNative(good))).toContain('Ellen');
		expect(server.requests[0]).toMatchObject({ prompt: storyPrompt, inputTokens: ids.length });
		expect((await post(server, '/ai/generate-stream', { body: nativeBody({ use_string: false }) })).status).toBe(400);
	});
});
