import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatItem } from '#core/chat-completions/chat-item';
import { estimateRequest } from '#core/chat-completions/estimate-request';
import { prepareChat } from '#core/chat-completions/prepare-chat';
import { observedScale, TOKEN_SCALE_LIMITS, tokenScale, withObservation } from '#core/chat-completions/token-scale';
import { requestOf } from '../novelai/conversation.ts';
import { answered, memories, said, sample, system } from './pieces.ts';

const ENDPOINT = { model: 'x', windowTokens: 2_048, outputTokensMax: 128 };

function prepared(items: readonly ChatItem[], endpoint: Parameters<typeof prepareChat>[2]) {
	const resolved = items.map(({ text, ...item }) => ({ ...item, parts: [{ type: 'text', text } as const] }));
	const result = prepareChat(requestOf(items, { triggerMessageId: '9' }), resolved, endpoint);
	if (!result.ok) throw new Error(result.error.code);
	return result.value;
}

describe('one observation', () => {
	test.each([
		['a count', 600, 400, 1.5],
		['a low one', 200, 400, 0.5],
		['less than any vocabulary makes of it', 199, 400, null],
		['more than any', 2_401, 400, null],
		['of a prompt that is too short', 600, 199, null],
		['of nothing', 600, 0, null],
		['none', undefined, 400, null],
		['no number', '600', 400, null],
		['a negative one', -600, 400, null],
		['a broken one', 600.5, 400, null],
		['an endless one', Number.POSITIVE_INFINITY, 400, null],
	])('%s', (...[, counted, estimated, scale]) => {
		expect(observedScale(counted, estimated)).toBe(scale);
	});
});

test('a little more than the highest of the newest observations counts, and none of the older ones', () => {
	expect(tokenScale([])).toBe(1);
	const seen = [3, 0.6, 0.7, 0.8].reduce(withObservation, [] as readonly number[]);
	expect(tokenScale(seen)).toBeCloseTo(3.15);
	expect(tokenScale(withObservation(seen, 0.9))).toBeCloseTo(0.945);
	expect(withObservation([], 1_000)).toEqual([TOKEN_SCALE_LIMITS.max]);
});

test('pictures are not estimated, and everything else of a body is', () => {
	const body = prepared([said('9', 'Bo', 'hi')], ENDPOINT).body;
	const estimate = estimateRequest(body) ?? 0;
	expect(estimate).toBeGreaterThan(0);
	expect(estimateRequest({ ...body, tools: [{ type: 'function', function: { name: 'recall' } }] })).toBeGreaterThan(
		estimate,
	);
	const shown = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }];
	expect(estimateRequest({ messages: shown })).toBeNull();
	expect(estimateRequest({})).toBeNull();
});

const words = fc.oneof(
	fc.constantFrom(
		'the kettle is on, and so it is. ',
		'お茶が一番好きです。',
		'Ah, então é isso! ',
		'да, конечно ',
		'🎸🎸 ',
	),
	fc.string({ minLength: 1, maxLength: 8 }),
);
const line = fc.array(words, { minLength: 6, maxLength: 20 }).map((parts) => parts.join('').trim() || 'hm');

test('a server that counts by any factor gets no more than its window, and whole pieces of it', () => {
	fc.assert(
		fc.property(
			fc.array(line, { minLength: 60, maxLength: 90 }),
			fc.double({ min: 0.5, max: 3, noNaN: true }),
			(lines, factor) => {
				const talk = lines.map((text, index) =>
					index % 3 === 0 ? answered(`${100 + index}`, text) : said(`${100 + index}`, 'Bo', text),
				);
				const items = [
					system('Be kind.'),
					memories('tea', 'rain'),
					...sample(0, 'hi', 'hey'),
					...talk,
					said('9', 'Bo', 'songs?'),
				];
				const counted = (body: Readonly<Record<string, unknown>>): number =>
					Math.floor(((estimateRequest(body) ?? 0) + 3 * (body['messages'] as unknown[]).length) * factor);
				// Long enough to be learnt from, and in any case short enough for the server.
				const first = prepared([system('x'.repeat(1_000)), said('9', 'Bo', 'songs?')], ENDPOINT);
				const scale = observedScale(counted(first.body), estimateRequest(first.body) ?? 0) ?? 1;
				const { body, report } = prepared(items, { ...ENDPOINT, tokenScale: tokenScale([scale]) });
				const outputTokens = body['max_tokens'] as number;
				expect(counted(body) + outputTokens).toBeLessThanOrEqual(ENDPOINT.windowTokens);
				expect(report.inputTokens + report.outputTokensMax).toBeLessThanOrEqual(ENDPOINT.windowTokens);
				const sent = (body['messages'] as { content: string }[]).map(({ content }) => content).join('\n');
				for (const { identity, text } of talk) {
					if (report.included.includes(identity)) expect(sent).toContain(text);
				}
				expect(report.included).toContain('history:9');
				expect(report.included).toContain('personality');
			},
		),
		{ numRuns: 150 },
	);
});

test('a higher scale never keeps what a lower one gave up', () => {
	const talk = Array.from({ length: 150 }, (_, index) =>
		said(`${100 + index}`, 'Bo', 'the kettle is on, and so it is. '.repeat(3)),
	);
	const kept = [0.5, 1, 2, 3, 6].map(
		(tokenScale) => prepared([...talk, said('9', 'Bo', 'hi')], { ...ENDPOINT, tokenScale }).report.included.length,
	);
	expect(kept).toEqual(kept.toSorted((left, right) => right - left));
	expect(new Set(kept).size).toBeGreaterThan(3);
});
