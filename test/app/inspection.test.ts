/** What is shown of a prepared prompt. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contextPanel } from '#app/inspection/context-panel';
import { exportJson } from '#app/inspection/export-json';
import { exportText } from '#app/inspection/export-text';
import type { FittingReport, PreparedPrompt, PromptSegment } from '#domain/fitting';
import { EMPTY_ATTG } from '#domain/persona';

const SEGMENTS: readonly PromptSegment[] = ['frame', 'personality', 'memories', 'lore', 'samples', 'history'];

function reportOf(tokens: readonly number[], change: Partial<FittingReport> = {}): FittingReport {
	return {
		included: ['personality', 'history:1'],
		excluded: [{ identity: 'history:0', reason: 'projection' }],
		trimmed: ['sample:1'],
		inputTokens: tokens.reduce((sum, count) => sum + count, 0),
		shares: SEGMENTS.map((segment, index) => ({ segment, tokens: tokens[index] ?? 0 })),
		approximate: false,
		windowTokens: 1_000,
		outputTokensMax: 150,
		...change,
	};
}

const request: PreparedPrompt['request'] = {
	codename: 'kayra-v1',
	items: [],
	personaName: 'Tomori',
	personaAliases: [],
	attg: EMPTY_ATTG,
	sampling: { presetName: null, edits: {} },
	isFallbackAttempt: false,
	thinkingLevel: 'auto',
	maxOutputTokens: null,
	stopStrings: [],
	triggerMessageId: '1',
};

const prepared: PreparedPrompt = {
	request,
	tier: 'opus',
	codename: 'kayra-v1',
	transport: 'native',
	prompt: '\n----\n"Tomori":\n日本語',
	body: { model: 'kayra-v1', input: '\n----\n"Tomori":\n日本語', parameters: { max_length: 150, min_p: 0.05 } },
	ownLabels: ['Tomori'],
	foreignNames: ['Ellen'],
	thinking: false,
	report: reportOf([10, 90]),
};

const WORDS = {
	title: 'Report',
	model: 'Model',
	input: 'Input',
	approximate: 'about',
	window: 'Window',
	output: 'Output',
	tools: 'Tools',
	media: 'Media',
	included: 'In',
	excluded: 'Out',
	trimmed: 'Cut',
};

describe('the text export', () => {
	test('begins with the prompt, byte for byte, and then accounts for every piece', () => {
		const text = exportText(prepared, WORDS);
		expect(text.startsWith(`${prepared.prompt}\n\n=====`)).toBe(true);
		const report = text.slice(prepared.prompt.length);
		expect(report).toContain('Model: kayra-v1\nInput: 100\nWindow: 1000\nOutput: 150\n');
		expect(report).toContain('In (2):\n  personality\n  history:1\n');
		expect(report).toContain('Out (1):\n  history:0 (projection)\n');
		expect(report).toContain('Cut (1):\n  sample:1\n');
	});

	test('names the tools and counts what is shown, where there is any', () => {
		expect(exportText(prepared, WORDS)).not.toMatch(/Tools|Media/);
		const tools = [
			{ name: 'recall', description: '', parameters: {} },
			{ name: 'remember', description: '', parameters: {} },
		];
		const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } };
		const messages = [
			{ role: 'user', content: [picture, { type: 'text', text: 'hi' }, picture] },
			{ role: 'assistant', content: 'image_url' },
		];
		const chat = { ...prepared, request: { ...request, tools }, body: { messages } };
		expect(exportText(chat, WORDS)).toContain('Output: 150\nTools: recall, remember\nMedia: 2\nIn (2):');
	});

	test('says so where the count is only approximate', () => {
		const approximate = { ...prepared, report: reportOf([100], { approximate: true }) };
		expect(exportText(approximate, WORDS)).toContain('Input: 100 (about)\n');
	});
});

describe('the JSON export', () => {
	test('holds the request and the report', () => {
		expect(JSON.parse(exportJson(prepared))).toEqual({
			model: 'kayra-v1',
			transport: 'native',
			request: prepared.body,
			report: {
				inputTokens: 100,
				approximate: false,
				windowTokens: 1_000,
				outputTokensMax: 150,
				included: ['personality', 'history:1'],
				excluded: [{ identity: 'history:0', reason: 'projection' }],
				trimmed: ['sample:1'],
			},
		});
	});
});

describe('the context panel', () => {
	test('shows the parts that are there, the room for the reply and what stays free', () => {
		const panel = contextPanel(reportOf([10, 40, 0, 0, 0, 350]));
		expect(panel.rows.map(({ part, tokens }) => [part, tokens])).toEqual([
			['frame', 10],
			['personality', 40],
			['history', 350],
			['output', 150],
			['free', 450],
		]);
		expect(panel.rows.map((row) => row.bar.replaceAll('░', '').length)).toEqual([1, 1, 7, 3, 9]);
		expect(panel.picture.split('\n')).toEqual([
			`◆████${'■'.repeat(20)}`,
			`${'■'.repeat(15)}${'□'.repeat(10)}`,
			`${'□'.repeat(5)}${'·'.repeat(20)}`,
			'·'.repeat(25),
		]);
	});

	test('pictures any report in four lines of 25 cells, in the proportion of its parts', () => {
		const counts = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 6, maxLength: 6 });
		const room = fc.integer({ min: 0, max: 3_000 });
		fc.assert(
			fc.property(counts, room, room, (tokens, outputTokensMax, free) => {
				const used = tokens.reduce((sum, count) => sum + count, 0) + outputTokensMax;
				const windowTokens = Math.max(1, used + free);
				const { rows, picture } = contextPanel(reportOf(tokens, { windowTokens, outputTokensMax }));
				expect(picture.split('\n').map((line) => line.length)).toEqual([25, 25, 25, 25]);
				for (const { glyph, share, bar } of rows) {
					const cells = [...picture].filter((cell) => cell === glyph).length;
					expect(Math.abs(cells - share * 100)).toBeLessThanOrEqual(1);
					expect(bar).toHaveLength(20);
				}
			}),
		);
	});
});
