import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gateFailure, isGated, servingTiers } from '#core/novelai/profiles/model-gate';
import { allProfiles, profileOf } from '#core/novelai/profiles/profile-of';
import { requiredFamily } from '#core/novelai/profiles/serving-family';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import type { StructuredContextItem } from '#domain/context-item';
import { EMPTY_ATTG } from '#domain/persona';
import type { SubscriptionTier } from '#domain/subscription';
import {
	answered,
	personality,
	prefilled,
	requestOf,
	said,
	sample,
	tokenizerOf,
	wordTokenizer,
} from './conversation.ts';

const words = await wordTokenizer();
const vocabularies = new Map([
	['glm46', await tokenizerOf('glm46')],
	['nerdstash_v2', await tokenizerOf('nerdstash_v2')],
	['llama3', await tokenizerOf('llama3')],
]);
const LONG_RUN = 'x'.repeat(1025);

function prepare(items: readonly StructuredContextItem[]) {
	return preparePrompt(requestOf(items), 'opus', words);
}

function reportOf(items: readonly StructuredContextItem[]) {
	const prepared = prepare(items);
	if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
	return prepared.value.report;
}

describe('what is admitted', () => {
	test('tags outside the table are left out with a reason', () => {
		const rules = { ...personality('Be kind.'), tag: 'SYSTEM_HUMANIZER_RULES', identity: 'humanizer' } as const;
		const note = { ...rules, tag: 'CONTEXT_NOTE_INJECTION', identity: 'note' } as const;
		const report = reportOf([rules, note, personality('kind'), said('1', 'Bo', 'hi')]);
		expect(report.included).toEqual(['personality', 'history:1']);
		expect(report.excluded).toEqual([
			{ identity: 'humanizer', reason: 'tag' },
			{ identity: 'note', reason: 'projection' },
		]);
	});

	test('a history line without projection is left out, another piece without one gives its text', () => {
		const { completionText: _, ...bare } = said('1', 'Bo', 'hi');
		const report = reportOf([personality('kind'), bare, { ...said('2', 'Bo', 'x'), completionText: '' }]);
		expect(report.included).toEqual(['personality']);
		expect(report.excluded.map(({ reason }) => reason)).toEqual(['projection', 'projection']);
	});

	test('an empty projection excludes any piece, blank text counts as empty', () => {
		const report = reportOf([{ ...personality('kind'), completionText: '' }, said('1', 'Bo', ' \n ')]);
		expect(report.excluded).toEqual([
			{ identity: 'personality', reason: 'projection' },
			{ identity: 'history:1', reason: 'empty' },
		]);
	});
});

describe('oversized runs', () => {
	test('an unprotected piece is left out, a sample with both sides', () => {
		const items = [
			...sample(0, LONG_RUN, 'hey'),
			...sample(1, 'hi', 'hey'),
			said('1', 'Bo', LONG_RUN),
			said('2', 'Bo', 'x'),
		];
		const report = reportOf(items);
		expect(report.included).toEqual(['sample:1', 'history:2']);
		expect(report.excluded).toEqual([
			{ identity: 'sample:0', reason: 'oversized-run' },
			{ identity: 'history:1', reason: 'oversized-run' },
		]);
	});

	test.each([
		['personality', [personality(LONG_RUN), said('1', 'Bo', 'x')]],
		['the trigger', [said('1', 'Bo', LONG_RUN)]],
		['a prefill', [said('1', 'Bo', 'x'), prefilled(LONG_RUN)]],
	])('%s fails preparation', (_name, items) => {
		expect(prepare(items)).toEqual({ ok: false, error: { code: 'oversized-run' } });
	});

	test('the story header fails preparation', () => {
		const request = requestOf([said('1', 'Bo', 'x')], {
			codename: 'kayra-v1',
			attg: { ...EMPTY_ATTG, tags: LONG_RUN },
		});
		expect(preparePrompt(request, 'opus', words)).toEqual({ ok: false, error: { code: 'oversized-run' } });
	});

	test('a long Japanese paragraph is no run', () => {
		expect(reportOf([said('1', 'Bo', 'あ'.repeat(2000))]).included).toEqual(['history:1']);
	});
});

describe('models and plans', () => {
	test('an unknown codename is a failure and not another model', () => {
		expect(profileOf('glm-4-7')).toBeNull();
		expect(preparePrompt(requestOf([], { codename: 'glm-4-7' }), 'opus', words)).toEqual({
			ok: false,
			error: { code: 'model-unknown', model: 'glm-4-7' },
		});
	});

	const windows: readonly [string, string, Partial<Record<SubscriptionTier, number>>][] = [
		['glm-4-6', 'GLM-4.6', { tablet: 8192, scroll: 28_672, opus: 28_672 }],
		['xialong-v1', 'Xialong', { opus: 28_672 }],
		['kayra-v1', 'Kayra', { tablet: 4096, scroll: 8192, opus: 8192 }],
		['llama-3-erato-v1', 'Erato', { opus: 8192 }],
	];
	const tiers: readonly [SubscriptionTier, string][] = [
		['paper', 'Paper'],
		['tablet', 'Tablet'],
		['scroll', 'Scroll'],
		['opus', 'Opus'],
	];
	const cases = windows.flatMap(([codename, model, published]) =>
		tiers.map(([tier, plan]) => ({ codename, model, tier, plan, window: published[tier] ?? null })),
	);

	test('GLM is the default of the four', () => {
		expect(allProfiles().map(({ codename }) => codename)).toEqual(windows.map(([codename]) => codename));
	});

	test.each(cases)('S081 $codename on $plan has a window of $window tokens, or is refused', (one) => {
		const { codename, model, tier, plan, window } = one;
		const prepared = preparePrompt(requestOf([said('1', 'Bo', 'hi')], { codename }), tier, words);
		const profile = profileOf(codename);
		const gate = profile && gateFailure(profile, { tier, active: true });
		if (window === null) {
			const refusal = { code: 'tier-unsupported', model, tier: plan };
			expect(prepared).toEqual({ ok: false, error: refusal });
			expect(gate).toEqual(refusal);
		} else {
			expect(prepared).toMatchObject({ ok: true, value: { report: { windowTokens: window } } });
			expect(gate).toBeNull();
		}
	});

	test('an account that is not active is refused on every plan', () => {
		for (const profile of allProfiles()) {
			expect(gateFailure(profile, { tier: 'opus', active: false })).toEqual({ code: 'subscription-inactive' });
		}
	});

	test('the models that some paid plan lacks are those whose choice looks at the account', () => {
		const gated = allProfiles().filter(isGated);
		expect(gated.map(({ codename }) => codename)).toEqual(['xialong-v1', 'llama-3-erato-v1']);
		expect(gated.map(servingTiers)).toEqual([['opus'], ['opus']]);
	});

	test('rollover is part of no window', () => {
		const largest = Math.max(...allProfiles().flatMap(({ windows: own }) => Object.values(own)));
		expect(largest).toBe(28_672);
	});

	test('Kayra alone reserves a token for framing', () => {
		const framing = allProfiles().map(({ displayName, reserves }) => [displayName, reserves.framingTokens]);
		expect(framing).toEqual([
			['GLM-4.6', 0],
			['Xialong', 0],
			['Kayra', 1],
			['Erato', 0],
		]);
	});

	test('native models reserve 64 tokens for the end of a sentence, completion models none', () => {
		const reserved = allProfiles().map(({ transport, reserves }) => [
			transport.kind,
			reserves.sentenceCompletionTokens,
		]);
		expect(reserved).toEqual([
			['completion', 0],
			['completion', 0],
			['native', 64],
			['native', 64],
		]);
	});

	test('default lengths are 1,024 for completion models and 150 for native ones', () => {
		expect(allProfiles().map(({ transport, outputTokensDefault }) => [transport.kind, outputTokensDefault])).toEqual([
			['completion', 1024],
			['completion', 1024],
			['native', 150],
			['native', 150],
		]);
	});
});

const talk = fc.array(fc.tuple(fc.constantFrom('Bo', 'Ellen', null), fc.lorem({ maxCount: 200 })), {
	minLength: 1,
	maxLength: 60,
});

for (const profile of allProfiles()) {
	const tokenizer = vocabularies.get(requiredFamily(profile)) ?? null;
	const tiers = Object.entries(profile.windows) as [SubscriptionTier, number][];
	const why = tokenizer === null ? ` (skipped: no ${requiredFamily(profile)} vocabulary)` : '';
	test.skipIf(tokenizer === null).each(tiers)(
		`${profile.displayName} on %s: prompt, output and reserves fit the window and every candidate is accounted for once${why}`,
		(tier, windowTokens) => {
			if (tokenizer === null) return;
			const length = fc.integer({ min: 1, max: 3000 });
			fc.assert(
				fc.property(talk, length, (lines, maxOutputTokens) => {
					const items = [
						personality('kind'),
						...sample(0, 'hi', 'hey'),
						...sample(1, null, 'psst'),
						...lines.map(([name, text], index) =>
							name === null ? answered(`${index}`, text) : said(`${index}`, name, text),
						),
					];
					const request = requestOf(items, { codename: profile.codename, maxOutputTokens });
					const prepared = preparePrompt(request, tier, tokenizer);
					if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
					const { report, prompt } = prepared.value;
					const { framingTokens, sentenceCompletionTokens } = profile.reserves;
					expect(report.inputTokens).toBe(tokenizer.counter.count(prompt));
					expect(report.approximate).toBe(tokenizer.approximate);
					expect(
						report.inputTokens + report.outputTokensMax + framingTokens + sentenceCompletionTokens,
					).toBeLessThanOrEqual(windowTokens);
					const listed = [...report.included, ...report.trimmed, ...report.excluded.map(({ identity }) => identity)];
					const header = profile.stars.kind === 'always' ? ['attg'] : [];
					const candidates = new Set([...header, ...items.map(({ identity }) => identity)]);
					expect(listed.toSorted()).toEqual([...candidates].toSorted());
				}),
				{ numRuns: 30 },
			);
		},
	);
}
