import { describe, expect, test } from 'vitest';
import { allProfiles, profileOf } from '#core/novelai/profiles/profile-of';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import { stopSequencesMax, stopStrings, stopTokenSequences } from '#core/novelai/request/stops';
import type { ContextSender, StructuredContextItem } from '#domain/context-item';
import type { PromptRequest } from '#domain/prompt-request';
import type { SubscriptionTier } from '#domain/subscription';
import type { TokenCounter } from '#domain/tokens';
import { answered, requestOf, said, sample, tokenizerOf, wordTokenizer } from './conversation.ts';

const kayra = await tokenizerOf('nerdstash_v2');
if (kayra === null) throw new Error('The project brings this vocabulary along.');
const words = await wordTokenizer();

/** Like Llama 3's vocabulary, one in which punctuation takes the line feeds behind it into its own token. */
function fusingCounter(): TokenCounter {
	const ids = new Map<string, number>();
	const encode = (text: string) =>
		(text.match(/ ?[^\p{L}\p{N}\s]+\n*|\n+|\s|[\p{L}\p{N}]+/gu) ?? []).map((piece) => {
			ids.set(piece, ids.get(piece) ?? ids.size);
			return ids.get(piece) ?? -1;
		});
	return { encode, count: (text) => encode(text).length };
}
const fusing = { ...words, counter: fusingCounter() };
const TALK = [...sample(0, 'hi', 'hey'), said('1', 'Bo', 'hello'), answered('2', 'hey'), said('3', 'Bo', 'and?')];

function bodyOf(change: Partial<PromptRequest>, tier: SubscriptionTier = 'scroll') {
	const tokenizer = change.codename === 'kayra-v1' && kayra !== null ? kayra : fusing;
	const prepared = preparePrompt(requestOf(TALK, change), tier, tokenizer);
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
});

describe('stops', () => {
	test('a separator is never a bare one, and configured strings are exact and first', () => {
		const stops = stopStrings({ foreignNames: ['Bo', 'Ann'], configured: ['END', '', 'END'] });
		expect(stops).toEqual(['END', '\n***\n', '\n---\n', '\nBo:', '\nAnn:']);
	});

	test('the list is cut at 1,024, which costs names only', () => {
		const foreignNames = Array.from({ length: 2000 }, (_, index) => `Name ${index}`);
		const stops = stopTokenSequences({ foreignNames, configured: ['END'] }, { prefixes: [], counter: kayra.counter });
		expect(stops).toHaveLength(stopSequencesMax);
		expect(stops[0]).toEqual(kayra.counter.encode('END'));
	});

	test('stop strings beyond 40, or longer than 200 characters, do not count', () => {
		const configured = ['y'.repeat(201), ...Array.from({ length: 50 }, (_, index) => `stop ${index}`)];
		const stops = stopStrings({ foreignNames: [], configured });
		expect(stops).toEqual([...configured.slice(1, 41), '\n***\n', '\n---\n']);
		expect(stopStrings({ foreignNames: [], configured: ['y'.repeat(200)] })[0]).toHaveLength(200);
	});

	test('configured stop strings reach every model, as text or as tokens', () => {
		expect(bodyOf({ stopStrings: ['THE END'] }).body['stop']).toContain('THE END');
		const { stop_sequences: sequences } = bodyOf({ codename: 'kayra-v1', stopStrings: ['THE END'] }).body[
			'parameters'
		] as { stop_sequences: number[][] };
		expect(sequences[0]).toEqual(kayra.counter.encode('THE END'));
	});

	test.each(allProfiles().map(({ codename }) => codename))(
		'%s stops at separators and at everybody else, with nothing configured',
		(codename) => {
			const { body, foreignNames } = bodyOf({ codename, stopStrings: [] }, 'opus');
			const { stop, parameters } = body as { stop?: string[]; parameters?: { stop_sequences: number[][] } };
			const { counter } = codename === 'kayra-v1' ? kayra : fusing;
			const expected = ['\n***\n', '\n---\n', '\nEllen:', '\nBo:'];
			expect(foreignNames).toEqual(['Ellen', 'Bo']);
			if (parameters === undefined) expect(stop).toEqual(expected);
			else expect(parameters.stop_sequences.slice(0, 4)).toEqual(expected.map((text) => counter.encode(text)));
		},
	);

	test('where punctuation takes the line feed along, Erato has a sequence for each end of a line', () => {
		const stopsOf = (codename: string) => {
			const { parameters } = bodyOf({ codename }, 'opus').body as { parameters: { stop_sequences: number[][] } };
			return parameters.stop_sequences;
		};
		const fused = ['.', '!', '?', '."', '*', '…', ')', '.\n'].map((end) => fusing.counter.encode(`${end}\nBo:`));
		expect(stopsOf('llama-3-erato-v1')).toEqual(expect.arrayContaining([...fused]));
		expect(stopsOf('kayra-v1')).toHaveLength(4);
	});

	test('1,024 sequences hold each name as it is before they hold it behind the ends of lines', () => {
		const many = Array.from({ length: 600 }, (_, index) => said(`9${index}`, `Name ${index}`, 'hi'));
		const prepared = preparePrompt(requestOf(many, { codename: 'llama-3-erato-v1' }), 'opus', fusing);
		if (!prepared.ok) throw new Error(prepared.error.code);
		const { stop_sequences: sequences } = prepared.value.body['parameters'] as { stop_sequences: number[][] };
		expect(prepared.value.foreignNames).toHaveLength(600);
		expect(sequences).toHaveLength(stopSequencesMax);
		const plain = prepared.value.foreignNames.map((name) => fusing.counter.encode(`\n${name}:`));
		expect(sequences.slice(2, 602)).toEqual(plain);
		expect(sequences).toContainEqual(fusing.counter.encode('.\nName 0:'));
	});

	test('who only takes part is foreign too, and a look of the persona is its own label', () => {
		const mira: ContextSender = { name: 'Mira', type: 'persona' };
		const present: StructuredContextItem = {
			...{
				role: 'user',
				tag: 'KNOWLEDGE_USERS_IN_CONVERSATION',
				text: '',
				completionText: '',
				identity: 'participants',
			},
			participants: [{ name: 'Ann', type: 'user' }, mira, { name: 'tomori', type: 'user' }],
		};
		const look = { ...answered('4', 'I am you.'), sender: { name: 'Tomori (Bo)', type: 'persona' } } as const;
		const prepared = preparePrompt(requestOf([present, ...TALK, look]), 'opus', words);
		expect(prepared.ok && [prepared.value.ownLabels, prepared.value.foreignNames]).toEqual([
			['Tomori', 'Tomori (Bo)'],
			['Ellen', 'Bo', 'Ann', 'Mira'],
		]);
	});

	test.each(['glm-4-6', 'kayra-v1'])('the wish not to stop at names changes nothing of %s', (codename) => {
		const bodies = [true, false, undefined].map((speakerStopEnabled) => {
			return bodyOf({ codename, ...(speakerStopEnabled === undefined ? {} : { speakerStopEnabled }) }).body;
		});
		expect(bodies[1]).toEqual(bodies[0]);
		expect(bodies[2]).toEqual(bodies[0]);
		expect(JSON.stringify(bodies[1])).toContain(codename === 'glm-4-6' ? String.raw`\nEllen:` : '33495,350,49287');
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

const llama = await tokenizerOf('llama3');
const why = llama === null ? ' (skipped: no llama3 vocabulary)' : '';

describe('stops of Erato', () => {
	const erato = profileOf('llama-3-erato-v1');
	const prefixes = erato?.transport.kind === 'native' ? erato.transport.stopPrefixes : [];

	function sequencesOf(foreignNames: readonly string[]): readonly (readonly number[])[] {
		if (llama === null) throw new Error('The test is skipped without it.');
		return stopTokenSequences({ foreignNames, configured: [] }, { prefixes, counter: llama.counter });
	}

	test.skipIf(llama === null)(`punctuation that swallows the line feed has a sequence of its own${why}`, () => {
		const sequences = sequencesOf(['Alice']);
		expect([sequences[0], sequences[2]]).toEqual([
			[198, 34_184],
			[198, 62_786, 25],
		]);
		for (const fused of [627, 4999, 5380, 702, 10_246, 5736, 340, 271, 382, 90_578, 89_241]) {
			expect(sequences).toContainEqual([fused, 62_786, 25]);
		}
	});

	test.skipIf(llama === null)(`no sequence is there twice or ends like another one${why}`, () => {
		const ends = sequencesOf(['Alice', 'Bo']).map((sequence) => ` ${sequence.join(' ')}`);
		for (const [index, end] of ends.entries()) {
			expect(ends.findIndex((other) => end.endsWith(other))).toBe(index);
		}
		expect(prefixes.length).toBe(new Set(prefixes).size);
		expect(ends).toHaveLength(4 * (prefixes.length + 1));
	});

	test.skipIf(llama === null)(`a stop matches after whatever a line ended with, as far as the list knows${why}`, () => {
		if (llama === null) return;
		const sequences = sequencesOf(['Alice']);
		for (const line of [
			'Fine.',
			'"Fine."',
			'Fine!?',
			'*She waves.*',
			'Well…',
			'Fine~',
			'うん。',
			'「うん。」',
			'ok',
			'ok :)',
			'Hm.\n',
		]) {
			const reply = llama.counter.encode(`${line}\nAlice:`);
			const isStopped = sequences.some((end) => end.every((id, at) => reply[reply.length - end.length + at] === id));
			expect(isStopped, JSON.stringify(line)).toBe(true);
		}
	});

	test.skipIf(llama === null)(
		`1,024 sequences hold every name in its plain form and the commonest ends for all${why}`,
		() => {
			if (llama === null) return;
			const names = Array.from({ length: 400 }, (_, index) => `Name${index}`);
			const sequences = sequencesOf(names);
			expect(sequences).toHaveLength(stopSequencesMax);
			for (const name of names) {
				expect(sequences).toContainEqual(llama.counter.encode(`\n${name}:`));
				expect(sequences).toContainEqual(llama.counter.encode(`.\n${name}:`));
			}
		},
	);
});
