/** A continuation is the same prompt with the reply's beginning at its end, fitted again with what is left. */
import { describe, expect, test } from 'vitest';
import { profileOf } from '#core/novelai/profiles/profile-of';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import type { PreparedPrompt } from '#domain/fitting';
import type { PromptRequest } from '#domain/prompt-request';
import { answered, personality, prefilled, requestOf, said, wordTokenizer } from './conversation.ts';

const tokenizer = await wordTokenizer();
const items = [
	personality('A quiet guitarist.'),
	said('1', 'Ellen', 'hi'),
	answered('2', 'hello'),
	said('3', 'Bo', 'x'),
];

function prepared(request: PromptRequest): PreparedPrompt {
	const result = preparePrompt(request, 'opus', tokenizer);
	if (!result.ok) throw new Error(result.error.code);
	return result.value;
}

function continued(request: PromptRequest, written: string, totalOutputTokens = 100): PreparedPrompt {
	return prepared({ ...request, continuation: { written, totalOutputTokens } });
}

describe('the prompt', () => {
	test.each<[string, PromptRequest, string]>([
		['behind the cue', requestOf(items), ' It rains.\nWe'],
		['of a story model', requestOf(items, { codename: 'kayra-v1' }), ' It rains. We'],
		['behind a prefill', requestOf([...items, prefilled('Tomori: Well,')]), ' it rains'],
		['inside a thought', requestOf(items, { thinkingLevel: 'high' }), '<think>They say'],
		['behind a thought', requestOf(items, { thinkingLevel: 'high' }), '<think>hm</think>\nTomori: It'],
	])('%s is that of the first request with what was written', (_name, request, written) => {
		const first = prepared(request);
		const next = continued(request, written);
		expect(next.prompt).toBe(first.prompt + written);
		expect(next.body[first.transport === 'native' ? 'input' : 'prompt']).toBe(next.prompt);
		expect([next.thinking, next.foreignNames, next.ownLabels]).toEqual([
			first.thinking,
			first.foreignNames,
			first.ownLabels,
		]);
		expect(next.report.included).toEqual([...first.report.included, 'continuation']);
	});

	test('what the model wrote is exact, special strings and separators included', () => {
		const written = ' <|user|>\n***\n[ Author: x ]';
		expect(continued(requestOf(items), written).prompt.endsWith(`Tomori:${written}`)).toBe(true);
	});

	test('it is fitted again: a longer beginning takes room from the oldest lines', () => {
		const history = Array.from({ length: 60 }, (_, index) => [
			said(`${index}1`, 'Ellen', 'word '.repeat(60)),
			answered(`${index}2`, 'word '.repeat(60)),
		]).flat();
		const request = requestOf(history, { codename: 'kayra-v1', maxOutputTokens: 1_000 });
		const first = prepared(request);
		const next = continued(request, ' word'.repeat(900), 1_900);
		expect(next.report.trimmed.length).toBeGreaterThan(first.report.trimmed.length);
		const { framingTokens, sentenceCompletionTokens } = profileOf('kayra-v1')?.reserves ?? expect.fail();
		const used = next.report.inputTokens + next.report.outputTokensMax + framingTokens + sentenceCompletionTokens;
		expect(used).toBeLessThanOrEqual(next.report.windowTokens);
	});
});

describe('the length', () => {
	test('is the total less what was written, thoughts included', () => {
		const next = continued(requestOf(items, { thinkingLevel: 'high' }), '<think>one two</think> three', 100);
		expect(next.body['max_tokens']).toBe(100 - tokenizer.counter.count('<think>one two</think> three'));
		const native = continued(requestOf(items, { codename: 'kayra-v1' }), ' one two', 100);
		expect(native.body['parameters']).toMatchObject({ max_length: 98 });
	});

	test('is not the configured one again', () => {
		expect(continued(requestOf(items, { maxOutputTokens: 500 }), ' one two', 60).body['max_tokens']).toBe(58);
	});

	test('that is used up leaves nothing to ask for', () => {
		const request = { ...requestOf(items), continuation: { written: ' one two', totalOutputTokens: 2 } };
		expect(preparePrompt(request, 'opus', tokenizer)).toEqual({ ok: false, error: { code: 'continuation-exhausted' } });
	});
});

test('a run that no tokenizer takes cannot be gone on with', () => {
	const request = { ...requestOf(items), continuation: { written: 'x'.repeat(1_100), totalOutputTokens: 100 } };
	expect(preparePrompt(request, 'opus', tokenizer)).toEqual({ ok: false, error: { code: 'oversized-run' } });
});

test('what was prepared crosses to another thread and back', () => {
	const first = prepared(requestOf(items));
	expect(structuredClone(first)).toEqual(first);
	expect(first.request).toEqual(requestOf(items));
	expect(first.tier).toBe('opus');
});
