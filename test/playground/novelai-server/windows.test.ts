/** Input and wanted output must fit the plan's window, counted with the model's own tokenizer. */

import { describe, expect, test } from 'vitest';
import { newEncoder } from '#core/tokenizer/new-encoder';
import { availableTable } from '../../../scripts/bench/available-table.ts';
import {
	chatPrompt,
	complete,
	generate,
	glmIsProvisioned,
	nativeBody,
	paper,
	post,
	readMessage,
	scroll,
	startStandIn,
	storyPrompt,
	tablet,
} from './stand-in.ts';

/** A story prompt of exactly so many Kayra tokens. */
async function storyOf(tokens: number): Promise<string> {
	const table = await availableTable('nerdstash_v2');
	if (table === undefined) throw new Error('The project holds the Kayra vocabulary.');
	const encoder = newEncoder(table);
	const withFiller = (count: number): string =>
		storyPrompt.replace('collects stones.', `collects${' stone'.repeat(count)}`);
	let filler = tokens - encoder.count(withFiller(0));
	while (encoder.count(withFiller(filler)) > tokens) filler -= 1;
	while (encoder.count(withFiller(filler)) < tokens) filler += 1;
	return withFiller(filler);
}

describe('native windows', () => {
	test.each([
		[paper, 1024],
		[tablet, 4096],
		[scroll, 8192],
	])('%s may fill its window to the last token and no further', async (key, window) => {
		const server = await startStandIn();
		const fits = await post(server, '/ai/generate', {
			body: nativeBody({}, { input: await storyOf(window - 150) }),
			key,
		});
		expect(fits.status).toBe(200);
		expect(server.requests[0]).toMatchObject({ inputTokens: window - 150, countIsExact: true, windowTokens: window });
		const tooMuch = await post(server, '/ai/generate', {
			body: nativeBody({}, { input: await storyOf(window - 149) }),
			key,
		});
		expect(tooMuch.status).toBe(400);
		expect(await readMessage(tooMuch)).toBe(`Too much context: got ${window - 149} + 150, max ${window}`);
		expect(server.violations).toEqual([]);
	});

	test('an overflow can be an error object with status 201', async () => {
		const server = await startStandIn({ contextRefusal: 'error-object-201' });
		const response = await generate(server, { max_length: 2048 }, { key: paper });
		expect(response.status).toBe(201);
		expect(await readMessage(response)).toMatch(/^Too much context: got \d+ \+ 2048, max 1024$/);
		expect(server.requests[0]?.outcome).toBe('refused');
	});
});

describe('completion windows', () => {
	test.runIf(glmIsProvisioned)("a role tag counts as one token (needs GLM's tokenizer)", async () => {
		const server = await startStandIn();
		await (await complete(server)).text();
		const table = await availableTable('glm46');
		if (table === undefined) throw new Error('Checked above.');
		expect(server.requests[0]).toMatchObject({
			countIsExact: true,
			inputTokens: newEncoder(table).count(chatPrompt),
			windowTokens: 28_672,
		});
		expect(server.requests[0]?.inputTokens).toBeLessThan(40);
	});

	test('a Tablet plan refuses what an Opus plan takes', async () => {
		const server = await startStandIn();
		const tooMuch = await complete(server, { max_tokens: 8192 }, { key: tablet });
		expect(tooMuch.status).toBe(400);
		expect(await readMessage(tooMuch)).toMatch(/^Too much context: got \d+ \+ 8192, max 8192$/);
		const fits = await complete(server, { max_tokens: 8192 });
		await fits.text();
		expect(fits.status).toBe(200);
	});

	test('without the vocabulary counts are low estimates and say so', async () => {
		const server = await startStandIn({ loadTable: () => Promise.resolve(undefined) });
		const response = await complete(server);
		expect(response.status).toBe(200);
		expect(await response.text()).toContain('[DONE]');
		expect(server.requests[0]?.countIsExact).toBe(false);
		expect(server.requests[0]?.inputTokens).toBeLessThan(chatPrompt.length / 4);
	});
});
