/** The edits of `/model parameters`. */
import { describe, expect, test } from 'vitest';
import { samplersOfPreset } from '#app/commands/model/apply-preset';
import { changedChoice } from '#app/commands/model/changed-choice';
import { changeStops, readStops, removalOf, shownStop } from '#app/commands/model/stop-strings';
import type { StoredPreset } from '#domain/preset';
import { STOP_STRING_LIMITS } from '#domain/sampling';
import { EMPTY_MODEL_CHOICE, type ModelChoice } from '#domain/settings';

const PRESET: StoredPreset = {
	name: 'Some',
	target: 'kayra',
	isDefault: true,
	parameters: { temperature: 1.35, top_k: 15, top_p: 0.85, order: [2, 0] },
};

function change(
	values: Readonly<Record<string, string>>,
	choice: ModelChoice = EMPTY_MODEL_CHOICE,
	preset: StoredPreset | null = null,
) {
	return changedChoice(
		{ choice, preset, inheritedStops: [], stopLimits: STOP_STRING_LIMITS },
		new Map(Object.entries(values)),
	);
}

describe('numbers', () => {
	test.each([
		['temperature', { inside: ['0', '2'], outside: '2.01' }],
		['top_p', { inside: ['0', '1'], outside: '-0.1' }],
		['top_k', { inside: ['0', '1000'], outside: '2.5' }],
		['min_p', { inside: ['0', '1'], outside: '1.5' }],
		['frequency', { inside: ['-2', '2'], outside: '-2.5' }],
		['presence', { inside: ['-2', '2'], outside: '3' }],
		['max_output_tokens', { inside: ['1', '131072'], outside: '0' }],
	])('%s takes its ends and refuses what is outside, naming the option', (option, { inside, outside }) => {
		for (const text of inside) expect(change({ [option]: text }).ok, text).toBe(true);
		for (const text of [outside, 'warm', '', '1e3', 'NaN', '0x1', '1 000']) {
			expect(change({ [option]: text }), text).toMatchObject({
				ok: false,
				error: { kind: 'number', parameter: { option } },
			});
		}
	});

	test('a comma is read like a point', () => {
		expect(change({ temperature: '0,7' })).toMatchObject({ ok: true, value: { sampling: { temperature: 0.7 } } });
	});

	test('one value out of range leaves everything as it was', () => {
		expect(change({ temperature: '0.5', top_p: '2' }).ok).toBe(false);
	});

	test('at least one value has to be given', () => {
		expect(change({ scope: 'server' })).toEqual({ ok: false, error: { kind: 'nothing-given' } });
	});
});

describe('edits over a preset', () => {
	const applied: ModelChoice = { ...EMPTY_MODEL_CHOICE, ...samplersOfPreset(PRESET), maxOutputTokens: 99 };

	test('applying stores the four samplers and enables them, without an edit', () => {
		expect(applied).toMatchObject({
			presetName: 'Some',
			sampling: { temperature: 1.35, topK: 15, topP: 0.85 },
			enabledSamplers: ['temperature', 'topK', 'topP', 'minP'],
			editedSamplers: [],
		});
	});

	test('an edit is marked, also where it repeats the preset, and keeps preset and length', () => {
		const edited = change({ top_k: '15', min_p: '0.1' }, applied, PRESET);
		expect(edited).toMatchObject({
			ok: true,
			value: {
				presetName: 'Some',
				maxOutputTokens: 99,
				sampling: { topK: 15, minP: 0.1 },
				editedSamplers: ['topK', 'minP'],
			},
		});
	});

	test('default brings the value of the preset back', () => {
		const edited = change({ temperature: '0.2', presence: '1' }, applied, PRESET);
		const back = edited.ok ? change({ temperature: 'default', presence: 'Default' }, edited.value, PRESET) : edited;
		expect(back).toEqual({ ok: true, value: applied });
	});
});

describe('stop strings', () => {
	const changed = (stops: readonly string[], value: string, limits = STOP_STRING_LIMITS) =>
		changeStops(stops, value, limits);

	test('are added, removed one by one and all at once', () => {
		const two = changed(['a'], 'b\\nc');
		expect(two).toEqual({ ok: true, value: ['a', 'b\nc'] });
		expect(changed(['a', 'b\nc'], removalOf('b\nc'))).toEqual({ ok: true, value: ['a'] });
		expect(changed(['a', 'b'], '!clear')).toEqual({ ok: true, value: [] });
		expect(changed(['a'], 'a')).toEqual({ ok: true, value: ['a'] });
	});

	test.each(['\n', 'a\tb', '\\n', '\\\\', 'plain'])('%j is shown on one line and read back the same', (stop) => {
		expect(shownStop(stop)).not.toMatch(/[\n\t]/);
		expect(changed([], shownStop(stop))).toEqual({ ok: true, value: [stop] });
	});

	test('have limits', () => {
		const forty = Array.from({ length: 40 }, (_each, index) => `stop ${index}`);
		expect(changed(forty, 'one more')).toEqual({ ok: false, error: 'too-many' });
		expect(changed([], 'x'.repeat(200)).ok).toBe(true);
		expect(changed([], 'x'.repeat(201))).toEqual({ ok: false, error: 'too-long' });
		expect(changed([], '')).toEqual({ ok: false, error: 'blank' });
		expect(changed(['a'], '!remove b')).toEqual({ ok: false, error: 'unknown' });
	});

	test('have the limits of the operator, and lose what there is by being taken back all the same', () => {
		const limits = { stopStringsMax: 2, stopStringCharactersMax: 3 };
		expect(changed(['a'], 'two', limits)).toEqual({ ok: true, value: ['a', 'two'] });
		expect(changed(['a', 'b'], 'two', limits)).toEqual({ ok: false, error: 'too-many' });
		expect(changed([], 'four', limits)).toEqual({ ok: false, error: 'too-long' });
		expect(changed(['a', 'b', 'more'], removalOf('more'), limits)).toEqual({ ok: true, value: ['a', 'b'] });
		expect([readStops('a\nb', limits), readStops('a\nb\nc', limits), readStops('four', limits)]).toEqual([
			['a', 'b'],
			null,
			null,
		]);
	});
});
