import { describe, expect, test } from 'vitest';
import { CAREFREE_KAYRA } from '#core/novelai/profiles/presets';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import { completionParameters, nativeParameters } from '#core/novelai/request/samplers';
import { stopSequencesMax, stopStrings, stopTokenSequences } from '#core/novelai/request/stops';
import type { PromptRequest } from '#domain/prompt-request';
import { answered, requestOf, said, sample, tokenizerOf, wordTokenizer } from './conversation.ts';

const kayra = await tokenizerOf('nerdstash_v2');
if (kayra === null) throw new Error('The project brings this vocabulary along.');
const words = await wordTokenizer();
const TALK = [...sample(0, 'hi', 'hey'), said('1', 'Bo', 'hello'), answered('2', 'hey'), said('3', 'Bo', 'and?')];

function bodyOf(change: Partial<PromptRequest>) {
	const tokenizer = change.codename === 'kayra-v1' && kayra !== null ? kayra : words;
	const prepared = preparePrompt(requestOf(TALK, change), 'scroll', tokenizer);
	if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
	return prepared.value;
}

describe('the completion body', () => {
	test('holds the prompt, the published samplers, literal stops and nothing about tools', () => {
		const { body, prompt, transport } = bodyOf({});
		expect(transport).toBe('completion');
		expect(body).toEqual({
			model: 'glm-4-6',
			prompt,
			max_tokens: 1024,
			temperature: 1,
			top_k: 40,
			top_p: 0.95,
			stop: ['\n***\n', '\n---\n', '\nEllen:', '\nBo:'],
			stream: true,
		});
	});

	test('explicit samplers win and unset ones are left to the API', () => {
		const base = { temperature: 1, topK: 40, topP: 0.95 };
		expect(completionParameters(base, { temperature: 0, minP: 0.05, presencePenalty: -1 })).toEqual({
			temperature: 0,
			top_k: 40,
			top_p: 0.95,
			min_p: 0.05,
			presence_penalty: -1,
		});
	});

	test('a configured length has no ceiling but the window', () => {
		expect(bodyOf({ maxOutputTokens: 20_000 }).body['max_tokens']).toBe(20_000);
		expect(bodyOf({ maxOutputTokens: 28_672 }).report.outputTokensMax).toBeLessThan(28_672);
	});
});

describe('the native body', () => {
	test('asks for text, for whole sentences, and for the preset within its order', () => {
		const { body, prompt } = bodyOf({ codename: 'kayra-v1' });
		expect(body).toMatchObject({ model: 'kayra-v1', input: prompt });
		expect(body['parameters']).toMatchObject({
			use_string: true,
			generate_until_sentence: true,
			max_length: 150,
			min_length: 1,
			order: [2, 3, 0, 4, 1],
			temperature: 1.35,
			repetition_penalty: 2.8,
			phrase_rep_pen: 'aggressive',
			prefix: 'vanilla',
			stop_sequences: [
				[85, 23, 85],
				[85, 4080, 85],
				[85, 33495, 350, 49287],
				[85, 14500, 49287],
			],
		});
		for (const idle of ['typical_p', 'mirostat_tau', 'mirostat_lr', 'cfg_scale', 'top_g', 'min_p']) {
			expect(body['parameters']).not.toHaveProperty(idle);
		}
	});

	test('neither blank lines nor the end of text are banned, brackets are', () => {
		const { bad_words_ids: banned } = bodyOf({ codename: 'kayra-v1' }).body['parameters'] as {
			bad_words_ids: number[][];
		};
		expect(banned).not.toContainEqual([3]);
		expect(banned).not.toContainEqual([85, 85]);
		expect(banned).toContainEqual([49356]);
		expect(banned).toContainEqual([24]);
	});

	test('the ceiling of 2,048 tokens holds', () => {
		expect(bodyOf({ codename: 'kayra-v1', maxOutputTokens: 5000 }).body['parameters']).toMatchObject({
			max_length: 2048,
		});
	});

	test('an edit of a sampler that the order leaves out appends it', () => {
		const parameters = nativeParameters(CAREFREE_KAYRA, { minP: 0.1, temperature: 0, frequencyPenalty: 0.5 });
		expect(parameters).toMatchObject({
			order: [2, 3, 0, 4, 1, 10],
			min_p: 0.1,
			temperature: 0.1,
			repetition_penalty_frequency: 0.5,
		});
	});

	test('a repetition range or slope of 0 is left out, since the API fails on it', () => {
		const zeroed = { ...CAREFREE_KAYRA.parameters, repetition_penalty_range: 0, repetition_penalty_slope: 0 };
		const parameters = nativeParameters({ ...CAREFREE_KAYRA, parameters: zeroed }, {});
		expect(parameters).not.toHaveProperty('repetition_penalty_range');
		expect(parameters).not.toHaveProperty('repetition_penalty_slope');
		expect(parameters).toMatchObject({ repetition_penalty_presence: 0 });
	});
});

describe('stops', () => {
	test('a separator is never a bare one, and configured strings are exact and first', () => {
		const stops = stopStrings({ foreignNames: ['Bo', 'Ann'], configured: ['END', '', 'END'] });
		expect(stops).toEqual(['END', '\n***\n', '\n---\n', '\nBo:', '\nAnn:']);
	});

	test('the list is cut at 1,024, which costs names only', () => {
		const foreignNames = Array.from({ length: 2000 }, (_, index) => `Name ${index}`);
		const stops = stopTokenSequences({ foreignNames, configured: ['END'] }, kayra.counter);
		expect(stops).toHaveLength(stopSequencesMax);
		expect(stops[0]).toEqual(kayra.counter.encode('END'));
	});

	test('the persona and its aliases are own labels, everybody else who spoke is foreign', () => {
		const items = [...TALK, said('4', 'TOMORI', 'me too'), said('5', 'Momo', 'no'), said('6', 'bo', 'again')];
		const prepared = preparePrompt(requestOf(items, { personaAliases: ['Momo'] }), 'opus', words);
		expect(prepared.ok && [prepared.value.ownLabels, prepared.value.foreignNames]).toEqual([
			['Tomori', 'Momo'],
			['Ellen', 'Bo'],
		]);
	});
});
