/** What the tools take, and the macros that stand for them. */
import { describe, expect, test } from 'vitest';
import { recallTool } from '#app/tools/recall-tool';
import { rememberTool } from '#app/tools/remember-tool';
import { revealMessageMetadataTool } from '#app/tools/reveal-message-metadata-tool';
import { resolveToolMacros } from '#core/context/tool-macros';

describe('arguments', () => {
	test('are read, and what is left out has a default', () => {
		expect(rememberTool.readArguments('{"text": " tea "}')).toEqual({
			ok: true,
			value: { text: 'tea', about: 'personal' },
		});
		expect(revealMessageMetadataTool.readArguments('')).toEqual({ ok: true, value: { ids: [], latest: 5 } });
		expect(revealMessageMetadataTool.readArguments('{"ids":["media_1"]}')).toEqual({
			ok: true,
			value: { ids: ['media_1'], latest: 0 },
		});
	});

	test.each(['{', '[]', '7', '{"text":""}', '{"text":"a","about":"me"}', '{"text":"a","also":1}', '{"words":1}'])(
		'are refused in words: %s',
		(given) => {
			for (const tool of [rememberTool, recallTool]) {
				expect(tool.readArguments(given)).toEqual({ ok: false, error: expect.stringMatching(/\S/) });
			}
		},
	);

	test('have a schema of an object that models can read', () => {
		for (const { parameters } of [rememberTool, recallTool, revealMessageMetadataTool].map(
			({ definition }) => definition,
		)) {
			expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
			expect(parameters).not.toHaveProperty('$schema');
		}
		expect(rememberTool.definition.parameters['required']).toEqual(['text']);
	});
});

describe('macros of tools', () => {
	const metadata = revealMessageMetadataTool.definition;
	const recall = recallTool.definition;
	const text = 'Ask {message_metadata_tool} or {recall_tool}.{{if tool:recall}} Look twice.{{/if}}';

	test('are the names of the tools of this turn', () => {
		expect(resolveToolMacros(text, [metadata, recall])).toBe('Ask reveal_message_metadata or recall. Look twice.');
	});

	test('stay where there is no such tool, and what depends on it goes', () => {
		expect(resolveToolMacros(text, [metadata])).toBe('Ask reveal_message_metadata or {recall_tool}.');
		expect(resolveToolMacros('{bot} and {x}', [])).toBe('{bot} and {x}');
	});
});
