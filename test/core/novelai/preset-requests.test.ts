/** Every preset on every model: what is really sent, held against the published numbers. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { defaultPresetOf, presetCatalog, presetOf, presetsFor } from '#core/novelai/presets/preset-catalog';
import { allProfiles } from '#core/novelai/profiles/profile-of';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import type { PromptRequest } from '#domain/prompt-request';
import { requestOf, said, wordTokenizer } from './conversation.ts';

interface Fact {
	readonly name: string;
	readonly displayName: string;
	readonly model: string;
	/** What the publisher's file says about length; never sent. */
	readonly publishedLength: number | null;
	/** The samplers of `order`, by the publisher's names. */
	readonly runningSamplers: readonly string[];
	readonly parameters: Readonly<Record<string, unknown>>;
}

const fixture = new URL('../../fixtures/presets.json', import.meta.url);
const FACTS = JSON.parse(await readFile(fixture, 'utf8')) as readonly Fact[];
const words = await wordTokenizer();

const SAMPLER_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
	temperature: ['temperature'],
	top_k: ['top_k'],
	top_p: ['top_p'],
	tfs: ['tail_free_sampling'],
	top_a: ['top_a'],
	typical_p: ['typical_p'],
	cfg: ['cfg_scale'],
	top_g: ['top_g'],
	mirostat: ['mirostat_tau', 'mirostat_lr'],
	math1: ['math1_temp', 'math1_quad', 'math1_quad_entropy_scale'],
	min_p: ['min_p'],
};

/** Parameters that the API has whether or not a sampler runs. */
const ALWAYS = [
	'repetition_penalty',
	'repetition_penalty_range',
	'repetition_penalty_slope',
	'repetition_penalty_frequency',
	'repetition_penalty_presence',
	'phrase_rep_pen',
];

/** Parts of a native body that are the same for every preset, each held by a test of its own. */
const NOT_SAMPLING = [
	'use_string',
	'max_length',
	'min_length',
	'generate_until_sentence',
	'stop_sequences',
	'bad_words_ids',
	'logit_bias_exp',
	'prefix',
	'return_full_text',
	'use_cache',
];

function bodyOf(change: Partial<PromptRequest>): Readonly<Record<string, unknown>> {
	const prepared = preparePrompt(requestOf([said('1', 'Bo', 'hello')], change), 'opus', words);
	if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
	return prepared.value.body;
}

/** The sampling part of what a request carries. */
function samplingSent(change: Partial<PromptRequest>): Readonly<Record<string, unknown>> {
	const { parameters, prompt, input, model, max_tokens, stop, stream, ...completion } = bodyOf(change);
	if (parameters === undefined) return completion;
	return Object.fromEntries(Object.entries(parameters as object).filter(([name]) => !NOT_SAMPLING.includes(name)));
}

/** What the published numbers ask for on the model they were published for. */
function samplingExpected(fact: Fact): Readonly<Record<string, unknown>> {
	const { order, ...published } = fact.parameters;
	if (order === undefined) return published;
	const running = [...fact.runningSamplers.flatMap((name) => SAMPLER_PARAMETERS[name] ?? []), ...ALWAYS];
	const kept = Object.entries(published).filter(
		([name, value]) => running.includes(name) && !(value === 0 && /_(range|slope)$/.test(name)),
	);
	return { ...Object.fromEntries(kept), order };
}

function factOf(name: string): Fact {
	const fact = FACTS.find((candidate) => candidate.name === name);
	if (fact === undefined) throw new Error(`No facts about ${name}.`);
	return fact;
}

/** What each model runs on before anybody chose anything. */
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
	'glm-4-6': { temperature: 1, top_k: 40, top_p: 0.95 },
	'xialong-v1': samplingExpected(factOf('Default-Xialong')),
	'kayra-v1': samplingExpected(factOf('Carefree-Kayra')),
	'llama-3-erato-v1': samplingExpected(factOf('Erato-Shosetsu')),
};

const PAIRS = FACTS.flatMap((fact) => allProfiles().map(({ codename }) => ({ preset: fact.name, codename, fact })));

describe('the catalog', () => {
	test('has 13 presets for Kayra, 5 for Erato and 1 for Xialong, each by its published name', () => {
		const counts = (['kayra', 'erato', 'xialong'] as const).map((target) => presetsFor(target).length);
		expect(counts).toEqual([13, 5, 1]);
		const named = presetCatalog().map(({ name, displayName }) => [name, displayName]);
		expect(named.toSorted()).toEqual(FACTS.map(({ name, displayName }) => [name, displayName]).toSorted());
	});

	test('holds every published number and nothing else', () => {
		for (const fact of FACTS) {
			const preset = presetOf(fact.name);
			// The list of words without a penalty that this flag stands for is nowhere published as numbers.
			const { repetition_penalty_default_whitelist: _, order = [], ...published } = fact.parameters;
			expect({ order: preset?.order, ...preset?.parameters }, fact.name).toEqual({ order, ...published });
		}
	});

	test('names the default of each target', () => {
		expect([defaultPresetOf('kayra').name, defaultPresetOf('erato').name, defaultPresetOf('xialong').name]).toEqual([
			'Carefree-Kayra',
			'Erato-Shosetsu',
			'Default-Xialong',
		]);
		expect(presetCatalog().filter(({ isDefault }) => isDefault)).toHaveLength(3);
	});

	test('has nothing for a model without presets, and knows no other name', () => {
		expect(presetsFor(null)).toEqual([]);
		expect([presetOf('Default-GLM'), presetOf('GLM-Chat'), presetOf('carefree-kayra')]).toEqual([null, null, null]);
	});
});

describe('what is sent', () => {
	test.each(allProfiles())("$codename without a choice runs on the model's defaults", ({ codename }) => {
		expect(samplingSent({ codename })).toEqual(DEFAULTS[codename]);
	});

	test.each(PAIRS)('$preset on $codename', ({ preset, codename, fact }) => {
		const expected = fact.model === codename ? samplingExpected(fact) : DEFAULTS[codename];
		expect(samplingSent({ codename, sampling: { presetName: preset, edits: {} } })).toEqual(expected);
	});

	test.each(PAIRS)('a fallback attempt on $codename takes nothing of $preset and its edits', ({ preset, codename }) => {
		const sampling = { presetName: preset, edits: { temperature: 0.33, minP: 0.2 } };
		expect(samplingSent({ codename, sampling, isFallbackAttempt: true })).toEqual(DEFAULTS[codename]);
	});

	test.each(FACTS)('no length of $name is sent: the configured one is, or the default of the model', (fact) => {
		const sampling = { presetName: fact.name, edits: {} };
		const lengthOf = (maxOutputTokens: number | null) => {
			const body = bodyOf({ codename: fact.model, sampling, maxOutputTokens });
			return (body['parameters'] as { max_length: number } | undefined)?.max_length ?? body['max_tokens'];
		};
		const modelDefault = allProfiles().find(({ codename }) => codename === fact.model)?.outputTokensDefault;
		expect([lengthOf(97), lengthOf(null)]).toEqual([97, modelDefault]);
		expect(modelDefault).not.toBe(fact.publishedLength);
	});
});
