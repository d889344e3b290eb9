/** A reply ends where the model would speak for somebody else or close the scene, whatever the channel's model is. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newGate, type ReplyScript } from '#playground/novelai-server/reply-scripts';
import { ALL_MODELS, COUNTED_MODELS } from '../support/bot-commands.ts';
import { type Asked, BotWorld, GLM_AVAILABLE, isNotice, textOf } from '../support/bot-world.ts';
import { addKeyedPlace, type KeyedPlace } from '../support/keyed-place.ts';

let world: BotWorld;
let placesMade = 0;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

function placeOf(model: string): Promise<KeyedPlace> {
	placesMade += 1;
	return addKeyedPlace(world, `guards ${placesMade}`, model);
}

/** Asks once, with these scripts for the place's key. */
async function ask(place: KeyedPlace, ...scripts: readonly ReplyScript[]): Promise<Asked> {
	for (const script of scripts) world.novelai.scripts.queue(script, { token: place.key });
	return await world.askThrough(place.ellen, place.channel, `${world.mention} hi`);
}

const saidBy = (asked: Asked): string => asked.answers.map(textOf).join('\n');

describe.each(ALL_MODELS)('%s', (model) => {
	describe.skipIf(!COUNTED_MODELS.includes(model))('speaks for nobody else', () => {
		test.each<[string, ReplyScript]>([
			['a plain label', { text: ' All is well.\nEllen: and me?' }],
			['a bold label', { text: ' All is well.\n**Ellen:** and me?' }],
			['a full-width colon', { text: ' All is well.\nEllen：and me?' }],
			['a name without a colon', { text: ' All is well.\nEllen\nand me?' }],
			['a label in single bytes', { text: ' All is well.\n[Ellen]: and me?', cutAt: 'each' }],
			['a label that the API stopped at and repeats', { text: ' All is well.\nEllen:' }],
		])('S078 %s in the middle ends the reply before it', async (_name, script) => {
			const asked = await ask(await placeOf(model), script);
			expect(asked.outcome).toBe('replied');
			expect(saidBy(asked)).toBe('All is well.');
		});

		test('S077 the local guard ends the reply where the stop of the API did not match', async () => {
			const asked = await ask(await placeOf(model), { text: ' "All is well."\nEllen: and me?', includeStopText: true });
			expect(saidBy(asked)).toBe('"All is well."');
		});

		test('S078 names inside a line, headings and code are untouched', async () => {
			const text = '# Ellen: facts\nEllen laughed, and told Ellen: no.\n```\nEllen: 1\n---\n```';
			const asked = await ask(await placeOf(model), { text: ` ${text}` });
			expect(saidBy(asked).replaceAll(/\n+/g, '\n')).toBe(text);
		});

		test('the stops of the API are literal, so a label in code still ends the reply upstream', async () => {
			const text = ' Here:\n```yaml\na: 1\nEllen: 2\n```';
			const asked = await ask(await placeOf(model), { text, obeyLimits: true });
			expect(saidBy(asked).replaceAll(/\n+/g, '\n')).toBe('Here:\n```yaml\na: 1\n```');
			expect(world.novelai.requests.at(-1)?.outputText).toBe(' Here:\n```yaml\na: 1');
		});

		test('S078 a foreign label as the first thing counts as an empty reply and is tried once more', async () => {
			const place = await placeOf(model);
			const asked = await ask(place, { text: ' Ellen: hi' }, { text: ' Here I am.' });
			expect(saidBy(asked)).toBe('Here I am.');
			const empty = await ask(place, { text: '**Ellen**: hi' }, { text: 'Ellen\nhi' });
			expect(empty.answers.map(isNotice)).toEqual([true]);
			expect(saidBy(empty)).toBe('Nothing came to mind. Please try again or say it differently.');
		});

		test('a reply that a label ended releases the request, and the next one is answered', async () => {
			const place = await placeOf(model);
			const gate = newGate();
			const text = ` ${'All is well. '.repeat(8)}\nEllen: and me? ${'No. '.repeat(30)}`;
			const asked = await ask(place, { text, pauseAfterTokens: { tokens: 60, until: gate.opened } });
			expect(saidBy(asked).trim()).toMatch(/^All is well\.(\s+All is well\.)*$/);
			await world.novelai.until(() => world.novelai.requests.at(-1)?.outcome === 'aborted');
			gate.open();
			expect(saidBy(await ask(place, { text: ' Again.' }))).toBe('Again.');
		});
	});

	describe.skipIf(!COUNTED_MODELS.includes(model))('closes no scene in front of people', () => {
		test.each([
			['*** in the middle', ' The end.\n***\nThe next day.'],
			['--- in the middle', ' The end.\n\n---\nThe next day.'],
			['*** at the very end', ' The end.\n***'],
			['*** before anything', '\n***\nThe end.'],
		])('a separator line %s is not shown, nor what follows it', async (_name, text) => {
			const asked = await ask(await placeOf(model), { text });
			expect(asked.outcome).toBe('replied');
			expect(saidBy(asked)).toBe('The end.');
		});

		test('triple emphasis at the beginning of a line is shown', async () => {
			const asked = await ask(await placeOf(model), { text: ' It is\n***very*** late.', cutAt: 'each' });
			expect(saidBy(asked).replaceAll('\n', ' ')).toBe('It is ***very*** late.');
		});
	});
});

test.skipIf(!GLM_AVAILABLE)('a thought is never shown, even one that speaks for others', async () => {
	const text = '<think>Ellen: hi\n***\n</think>\n\nHello there.';
	expect(saidBy(await ask(await placeOf('glm-4-6'), { text, cutAt: 'each' }))).toBe('Hello there.');
});

describe('an account that stays locked after a stop from our side', () => {
	let strict: BotWorld;

	beforeAll(async () => {
		strict = await BotWorld.start();
		strict.novelai.settings.lockAfterAbortMs = 1_000;
	});

	afterAll(() => strict.stop());

	test('is waited for by the next reply, without a notice', async () => {
		const { channel, ellen } = await strict.addGuild('locked');
		const gate = newGate();
		const text = ` ${'All is well. '.repeat(8)}\nEllen: and me? ${'No. '.repeat(30)}`;
		strict.novelai.scripts.queue({ text, pauseAfterTokens: { tokens: 60, until: gate.opened } });
		await strict.askThrough(ellen, channel, `${strict.mention} hi`);
		strict.novelai.scripts.queue({ text: ' Again.' });
		const next = await strict.askThrough(ellen, channel, `${strict.mention} hi`);
		gate.open();
		expect(next.answers.map(textOf)).toEqual(['Again.']);
		expect(strict.novelai.requests.map(({ status }) => status)).toContain(429);
	});
});
