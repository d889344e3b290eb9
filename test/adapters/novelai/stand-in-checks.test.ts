/** What is prepared for all four models, held against the templates and schemas of the stand-in for NovelAI. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readManifest } from '#adapters/tokenizers/read-manifest';
import { presetCatalog } from '#core/novelai/presets/preset-catalog';
import { allProfiles } from '#core/novelai/profiles/profile-of';
import { requiredFamily } from '#core/novelai/profiles/serving-family';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import { specialStringsOf } from '#core/tokenizer/manifest';
import type { StructuredContextItem } from '#domain/context-item';
import type { AttgFields } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import { checkChatPrompt } from '#playground/novelai-server/chat-prompt';
import { completionRequestSchema } from '#playground/novelai-server/completion-request';
import { nativeRequestSchema } from '#playground/novelai-server/native-request';
import { checkStoryPrompt } from '#playground/novelai-server/story-prompt';
import {
	answered,
	narrated,
	personality,
	requestOf,
	said,
	sample,
	wordTokenizer,
} from '../../core/novelai/conversation.ts';

const words = await wordTokenizer();
const manifest = await readManifest();
const STRUCTURES = [
	...['\n', '\n***\n', '\n----\n', '\n---\n', '\n======\n', '\n⁂\n', '[ S: 5 ]', '\n[ Author: me ]', '[ Style: chat ]'],
	...['Tomori:', '\nBo: ', '\nRelevant persistent information:', 'hello', '夏龍', ' ', '{ do this }'],
];

/** The words of people who know what the model reads as structure. */
function hostileText(specialStrings: readonly string[]): fc.Arbitrary<string> {
	const part = fc.oneof(fc.constantFrom(...STRUCTURES), fc.constantFrom(...specialStrings));
	return fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => `a${parts.join('')}`);
}

function hostileConversation(text: fc.Arbitrary<string>): fc.Arbitrary<StructuredContextItem[]> {
	const line = fc.record({ by: fc.constantFrom('person', 'persona', 'nobody'), words: text });
	const parts = { about: fc.option(text), theirs: text, ours: text, lines: fc.array(line, { maxLength: 8 }) };
	return fc.record(parts).map(({ about, theirs, ours, lines }) => [
		...(about === null ? [] : [personality(about)]),
		...sample(0, theirs, ours),
		...lines.map(({ by, words: spoken }, index) => {
			if (by === 'person') return said(`${index}`, 'Bo', spoken);
			return by === 'persona' ? answered(`${index}`, spoken) : narrated(`${index}`, spoken);
		}),
	]);
}

function hostileHeader(text: fc.Arbitrary<string>): fc.Arbitrary<AttgFields> {
	const value = fc.oneof(fc.constant(''), text);
	const stars = fc.option(fc.integer({ min: 1, max: 5 }));
	return fc.record({ author: value, title: value, tags: value, genre: value, stars });
}

function prepare(request: PromptRequest, specialStrings: readonly string[] = words.specialStrings) {
	const prepared = preparePrompt(request, 'opus', { ...words, specialStrings });
	if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
	return prepared.value;
}

describe.each(allProfiles())('$displayName', (profile) => {
	const { codename, transport, renderer } = profile;

	test('every prompt is one that the template can produce, whatever people write', () => {
		const check = renderer === 'story' ? checkStoryPrompt : checkChatPrompt;
		const specials = specialStringsOf(manifest, requiredFamily(profile));
		const text = hostileText([...specials, ...profile.guardedStrings]);
		const levels = fc.constantFrom('auto', 'none', 'high');
		fc.assert(
			fc.property(hostileConversation(text), hostileHeader(text), levels, (items, attg, thinkingLevel) => {
				const { prompt } = prepare(requestOf(items, { codename, attg, thinkingLevel }), specials);
				expect(check(prompt, { model: codename, isContinuation: false }), prompt).toEqual([]);
			}),
			{ numRuns: 150 },
		);
	});

	test('every body passes the schema of its endpoint, with any preset and any edit', () => {
		const schema = transport.kind === 'native' ? nativeRequestSchema : completionRequestSchema;
		const edits = fc.record(
			{
				temperature: fc.double({ min: 0, max: 2, noNaN: true }),
				topP: fc.double({ min: 0, max: 1, noNaN: true }),
				topK: fc.integer({ min: 0, max: 1000 }),
				minP: fc.double({ min: 0, max: 1, noNaN: true }),
				frequencyPenalty: fc.double({ min: -2, max: 2, noNaN: true }),
				presencePenalty: fc.double({ min: -2, max: 2, noNaN: true }),
			},
			{ requiredKeys: [] },
		);
		const names = fc.constantFrom(null, ...presetCatalog().map(({ name }) => name));
		fc.assert(
			fc.property(names, edits, fc.option(fc.integer({ min: 1, max: 4000 })), (presetName, chosen, maxOutputTokens) => {
				const items = [said('1', 'Bo', 'hello')];
				const { body } = prepare(
					requestOf(items, { codename, sampling: { presetName, edits: chosen }, maxOutputTokens }),
				);
				expect(schema.safeParse(body).error).toBeUndefined();
			}),
			{ numRuns: 150 },
		);
	});
});
