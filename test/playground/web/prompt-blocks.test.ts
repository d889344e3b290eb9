import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { promptBlocks } from '#playground/web/prompt-blocks';

const glm =
	'[gMASK]<sop><|user|>\nTomori is kind.\n***\nEllen: hi/nothink<|system|>\nA lantern.<|assistant|>\n<think></think>\nTomori:';

describe('the blocks of a prompt', () => {
	test('a chat prompt is cut at its role tags', () => {
		expect(promptBlocks(glm).map(({ role }) => role)).toEqual(['start', 'user', 'system', 'assistant']);
	});

	test('tags and separators are marked', () => {
		const marked = promptBlocks(glm).flatMap(({ pieces }) => pieces.filter(({ kind }) => kind !== 'text'));
		expect(marked.map(({ text }) => text)).toEqual([
			'[gMASK]',
			'<sop>',
			'<|user|>',
			'***',
			'/nothink',
			'<|system|>',
			'<|assistant|>',
			'<think>',
			'</think>',
		]);
	});

	test('a story prompt is one block', () => {
		expect(promptBlocks('[ Style: chat ]\nEllen: hi\nTomori:')).toEqual([
			{
				role: 'story',
				pieces: [
					{ kind: 'separator', text: '[ Style: chat ]' },
					{ kind: 'text', text: '\nEllen: hi\nTomori:' },
				],
			},
		]);
	});

	test('nothing of the prompt is lost or added', () => {
		const part = fc.constantFrom(
			'<|user|>',
			'<|assistant|>',
			'<|system|>',
			'\n',
			'***',
			'----',
			'/nothink',
			'<think>',
			'a',
			' ',
			'[ S: 4 ]',
			'<|x',
		);
		fc.assert(
			fc.property(
				fc.array(part).map((parts) => parts.join('')),
				(prompt) => {
					const joined = promptBlocks(prompt).flatMap(({ pieces }) => pieces.map(({ text }) => text));
					expect(joined.join('')).toBe(prompt);
				},
			),
		);
	});
});
