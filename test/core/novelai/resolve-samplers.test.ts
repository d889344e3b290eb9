/** Edits on top of presets, and the traps of the native parameters. */
import { describe, expect, test } from 'vitest';
import { defaultPresetOf, presetOf } from '#core/novelai/presets/preset-catalog';
import { allProfiles, profileOf } from '#core/novelai/profiles/profile-of';
import { resolveSamplers } from '#core/novelai/request/resolve-samplers';
import type { SamplingOverrides } from '#domain/sampling';

function sent(codename: string, edits: SamplingOverrides, presetName: string | null = null) {
	const profile = profileOf(codename);
	if (profile === null) throw new Error(`No model ${codename}.`);
	return resolveSamplers({ profile, selection: { presetName, edits }, isFallbackAttempt: false });
}

describe('edits on native models', () => {
	test('an edit of a sampler that the order leaves out appends it', () => {
		expect(sent('kayra-v1', { minP: 0.1, frequencyPenalty: 0.5 })).toMatchObject({
			order: [2, 3, 0, 4, 1, 10],
			min_p: 0.1,
			repetition_penalty_frequency: 0.5,
		});
		expect(sent('llama-3-erato-v1', { temperature: 0.8, topP: 0.9, topK: 30 })).toMatchObject({
			order: [9, 10, 0, 1, 2],
			temperature: 0.8,
			top_p: 0.9,
			top_k: 30,
			math1_temp: 0.3,
		});
	});

	test('an edit of a sampler that runs changes its value and leaves the order alone', () => {
		expect(sent('kayra-v1', { topK: 99 }, 'Fresh-Coffee-Kayra')).toMatchObject({ order: [0, 1, 2, 3], top_k: 99 });
	});

	test('an edit that turns a sampler off takes it out of the order', () => {
		const parameters = sent('kayra-v1', { topK: 0, topP: 1, minP: 0 });
		expect(parameters).toMatchObject({ order: [3, 0, 4] });
		for (const off of ['top_k', 'top_p', 'min_p']) expect(parameters).not.toHaveProperty(off);
	});

	test('values that a preset was published with are not taken for switched off', () => {
		const parameters = sent('kayra-v1', {}, 'Blook-Kayra');
		expect(parameters).toMatchObject({ order: [2, 3, 1, 0], top_k: 0 });
	});

	test('the lowest temperature of the API is kept to', () => {
		expect(sent('kayra-v1', { temperature: 0 })).toMatchObject({ temperature: 0.1 });
	});

	test('a repetition range or slope of 0 is left out, since the API fails on it', () => {
		expect(presetOf('Blended-Coffee-Kayra')?.parameters).toMatchObject({ repetition_penalty_range: 0 });
		expect(sent('kayra-v1', {}, 'Blended-Coffee-Kayra')).not.toHaveProperty('repetition_penalty_range');
		const base = defaultPresetOf('kayra');
		const parameters = { ...base.parameters, repetition_penalty_slope: 0, repetition_penalty_presence: 0 };
		const kayra = profileOf('kayra-v1');
		if (kayra === null) throw new Error('Kayra is a model.');
		const profile = { ...kayra, baseSamplers: { ...base, parameters } };
		const selection = { presetName: null, edits: {} };
		const resolved = resolveSamplers({ profile, selection, isFallbackAttempt: false });
		expect(resolved).not.toHaveProperty('repetition_penalty_slope');
		expect(resolved).toMatchObject({ repetition_penalty_presence: 0 });
	});
});

describe('edits on completion models', () => {
	test('explicit samplers win, and unset ones are left to the API', () => {
		expect(sent('glm-4-6', { temperature: 0, minP: 0.05, presencePenalty: -1 })).toEqual({
			temperature: 0,
			top_k: 40,
			top_p: 0.95,
			min_p: 0.05,
			presence_penalty: -1,
		});
		expect(sent('xialong-v1', { topK: 0, frequencyPenalty: 0.3 }, 'Default-Xialong')).toEqual({
			temperature: 0.85,
			top_k: 0,
			top_p: 0.95,
			frequency_penalty: 0.3,
		});
	});

	test('a story preset contributes nothing, but the edits made on top of it still act', () => {
		expect(sent('xialong-v1', { temperature: 0.5 }, 'Carefree-Kayra')).toEqual({
			temperature: 0.5,
			top_k: 250,
			top_p: 0.95,
		});
	});
});

test('the base samplers of story models and of Xialong are presets of the catalog itself', () => {
	const bases = allProfiles().map(({ presetTarget, baseSamplers }) => [presetTarget, baseSamplers]);
	expect(bases.filter(([target]) => target !== null)).toEqual(
		(['xialong', 'kayra', 'erato'] as const).map((target) => [target, defaultPresetOf(target)]),
	);
	expect(allProfiles()[0]).toMatchObject({ codename: 'glm-4-6', presetTarget: null });
});
