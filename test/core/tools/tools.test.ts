/** What the tools take, and the macros that stand for them. */
import { describe, expect, test } from 'vitest';
import { resolveToolMacros } from '#core/context/tool-macros';
import { recall } from '#core/tools/recall';
import { remember } from '#core/tools/remember';
import { revealMessageMetadata } from '#core/tools/reveal-message-metadata';

describe('arguments', () => {
	test('are read, and what is left out has a default', () => {
		expect(remember.readArguments('{"text": " tea "}')).toEqual({
			ok: true,
			value: { text: 'tea', about: 'personal' },
		});
		expect(revealMessageMetadata.readArguments('')).toEqual({ ok: true, value: { ids: [], latest: 5 } });
		expect(revealMessageMetadata.readArguments('{"ids":["media_1"]}')).toEqual({
			ok: true,
			value: { ids: ['media_1'], latest: 0 },
		});
	});

	test.each(['{', '[]', '7', '{"text":""}', '{"text":"a","about":"me"}', '{"text":"a","also":1}', '{"words":1}'])(
		'are refused in words: %s',
		(given) => {
			for (const tool of [remember, recall]) {
				expect(tool.readArguments(given)).toEqual({ ok: false, error: expect.stringMatching(/\S/) });
			}
		},
	);

	test('have a schema of an object that models can read', () => {
		for (const { parameters } of [remember, recall, revealMessageMetadata]) {
			expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
			expect(parameters).not.toHaveProperty('$schema');
		}
		expect(remember.parameters['required']).toEqual(['text']);
	});
});

describe('macros of tools', () => {
	const text = 'Ask {message_metadata_tool} or {recall_tool}.{{if tool:recall}} Look twice.{{/if}}';

	test('are the names of the tools of this turn', () => {
		expect(resolveToolMacros(text, [revealMessageMetadata, recall])).toBe(
			'Ask reveal_message_metadata or recall. Look twice.',
		);
	});

	test('stay where there is no such tool, and what depends on it goes', () => {
		expect(resolveToolMacros(text, [revealMessageMetadata])).toBe('Ask reveal_message_metadata or {recall_tool}.');
		expect(resolveToolMacros('{bot} and {x}', [])).toBe('{bot} and {x}');
	});
});
