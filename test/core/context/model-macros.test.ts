/** Macros that depend on the model of one attempt. */
import { describe, expect, test } from 'vitest';
import { resolveCapabilityMacros } from '#core/context/capability-macros';
import { composeContext } from '#core/context/compose-context';
import { resolveToolMacros } from '#core/context/tool-macros';
import { TEXT_ONLY } from '#domain/media-descriptor';
import { factsOf, line } from './dialogue-case.ts';

const tools = [{ name: 'recall', description: '', parameters: {} }];

describe('conditions on what a model can do', () => {
	const text = 'A{{if capability:images}} I{{/if}}{{IF capability: videos }} V{{/IF}}{{if capability:tools}} T{{/if}}.';

	test('stay where the model can, and else go', () => {
		const resolved = (change: object) => resolveCapabilityMacros(text, { ...TEXT_ONLY, ...change });
		expect(resolved({})).toBe('A.');
		expect(resolved({ seesImages: true })).toBe('A I.');
		expect(resolved({ seesVideos: true, hasTools: true })).toBe('A V T.');
	});

	test('on something that nobody knows go, and what is no condition stays', () => {
		expect(resolveCapabilityMacros('a{{if capability:fly}}b{{/if}}c {{if}} {{/if}}', TEXT_ONLY)).toBe(
			'ac {{if}} {{/if}}',
		);
		expect(resolveCapabilityMacros('{{if tool:x}}y{{/if}}', TEXT_ONLY)).toBe('{{if tool:x}}y{{/if}}');
	});

	test('act in what the keepers wrote, and not in what people say', () => {
		const said = 'look{{if capability:images}} here{{/if}} {recall_tool}';
		const written = { prompts: { systemPrompt: said, channelPrompt: null, personaPrompt: null }, tools };
		const history = [line('1', 'Ellen', { content: said, completionContent: said })];
		const textsFor = (seesImages: boolean) =>
			composeContext(factsOf(history, { ...written, capabilities: { ...TEXT_ONLY, seesImages } })).items.map(
				(item) => item.text,
			);
		for (const sees of [true, false]) expect(textsFor(sees)).toContain(`Ellen: ${said}`);
		expect(textsFor(true)).toContain('look here recall');
		expect(textsFor(false)).toContain('look recall');
	});
});

describe('macros of tools', () => {
	test('are known in single and double braces', () => {
		expect(resolveToolMacros('{recall_tool} {{recall_tool}} {{fly_tool}} {{{recall_tool}}}', tools)).toBe(
			'recall recall {{fly_tool}} {recall}',
		);
	});
});
