/** A tool is one file and one line: here the file is `roll-dice-tool.ts`, and the line is in the list below. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_TOOLS } from '#app/tools/all-tools';
import { answerCalls } from '#app/tools/answer-calls';
import { offeredTools } from '#app/tools/offered-tools';
import type { RunnableTool, ToolPorts, ToolScene } from '#app/tools/runnable-tool';
import { resolveToolMacros } from '#core/context/tool-macros';
import type { TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import { NotedLog } from '../../adapters/custom/endpoint.ts';
import { chatMessage } from '../../support/chat-message.ts';
import { rollDiceTool } from './roll-dice-tool.ts';

/** Files of tests share their modules, so the line goes again. */
const list = ALL_TOOLS as RunnableTool[];
beforeAll(() => void list.push(rollDiceTool));
afterAll(() => void list.pop());

const request: TurnRequest = { cause: 'mention', trigger: chatMessage({ id: '9' }), lines: [] };
const factsIn = (kind: 'guild' | 'direct', hasTools = true) =>
	({
		room: { kind },
		capabilities: { seesImages: false, seesVideos: false, hasTools },
		history: { privateUserIds: new Set() },
	}) as unknown as TurnFacts;

const call = (argumentsText: string, place: number) => ({ id: `call_${place}`, name: 'roll_dice', argumentsText });

async function answers(given: readonly string[], facts: TurnFacts = factsIn('guild')) {
	const scene = { facts, request, signal: new AbortController().signal } as ToolScene;
	const ports = { log: new NotedLog() } as unknown as ToolPorts;
	const results = await answerCalls({ calls: given.map(call), before: [] }, scene, ports);
	return results.map(({ text }) => text);
}

describe('a further tool', () => {
	test('is offered, defined and named by its macros where it says that it is there', () => {
		const here = offeredTools(factsIn('guild'), request);
		expect(here.at(-1)).toMatchObject({
			name: 'roll_dice',
			description: 'Rolls dice.',
			parameters: { type: 'object', properties: { sides: { default: 6, minimum: 2 } }, additionalProperties: false },
		});
		expect(resolveToolMacros('{dice_tool} {roll_dice_tool}{{if tool:roll_dice}}!{{/if}}', here)).toBe(
			'roll_dice roll_dice!',
		);
		for (const facts of [factsIn('direct'), factsIn('guild', false)]) {
			expect(offeredTools(facts, request).map(({ name }) => name)).not.toContain('roll_dice');
		}
	});

	test('is run with what the model gives, within its own limit', async () => {
		expect(await answers(['{"sides": 20}', ''])).toEqual(['A 20.', 'A 6.']);
		expect(await answers(['{}', '{}', '{}'])).toEqual([
			'A 6.',
			'A 6.',
			'Error: This tool cannot be used again in this reply.',
		]);
	});

	test('tells the model what is wrong with a call, and never throws', async () => {
		expect(await answers(['{"sides": 1}'])).toEqual([expect.stringMatching(/^Error: sides: /)]);
		expect(await answers(['{"sides": 13}'])).toEqual(['Error: The tool does not work right now.']);
		expect(await answers(['{}'], factsIn('direct'))).toEqual(['Error: There is no such tool.']);
	});
});

test('every file of a tool has its line in the list, and nothing else makes one', () => {
	const folder = join(import.meta.dirname, '..', '..', '..', 'src', 'app', 'tools');
	const files = readdirSync(folder).filter((name) => name.endsWith('-tool.ts') && name !== 'runnable-tool.ts');
	const list = readFileSync(join(folder, 'all-tools.ts'), 'utf8');
	expect(files.filter((name) => !list.includes(`from './${name}'`))).toEqual([]);
	const makers = readdirSync(folder).filter((name) =>
		/= runnableTool\(/.test(readFileSync(join(folder, name), 'utf8')),
	);
	expect(makers).toEqual(files);
});
