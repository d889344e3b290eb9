/** What a choice of a model says when it does not bring what the asker expects. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, OTHER_KEY } from '../support/bot-world.ts';

const OWN_TOKENIZERS = join(import.meta.dirname, '..', '..', 'tokenizers');
const HAS_GLM = existsSync(join(OWN_TOKENIZERS, 'glm46.ranks.bin.br'));

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start({ TOKENIZER_ASSET_DIR: OWN_TOKENIZERS });
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

async function newGuild(name: string) {
	const place = await world.addGuild(name);
	return { ...place, owner: new CommandUser(world, place.ellen, place.channel) };
}

test.skipIf(HAS_GLM)('a model whose tokenizer is not installed is never said to write from now on', async () => {
	const { owner } = await newGuild('uncounted');
	const said = await owner.say('model set', { model: 'glm-4-6', scope: 'server' });
	expect(said.trim()).toBe(
		'**GLM-4.6** writes the replies as soon as its tokenizer is installed, and not before. Whoever runs me can get it with `npx bun@1.4.5 run setup:tokenizers` and a restart.',
	);
	expect((await owner.suggestions('model set', 'model', 'glm')).map((choice) => choice.name)).toEqual([
		'GLM-4.6 (glm-4-6) · chat, thinking · Tablet/Scroll/Opus · tokenizer not installed',
	]);
	expect((await owner.talk()).outcome).toBe('failed');
	expect(await owner.say('model fallback', { first: 'xialong-v1', second: 'kayra-v1', scope: 'server' })).toContain(
		'Xialong (tokenizer not installed) → Kayra',
	);
	await owner.say('model fallback', { first: 'none', scope: 'server' });
	expect(await owner.say('model set', { model: 'kayra-v1', scope: 'server' })).toContain('From now on **Kayra**');
	expect((await owner.talk()).outcome).toBe('replied');
});

test("a change for the server says when the asker's own choice still comes first, and only then", async () => {
	const { owner } = await newGuild('own-first');
	const still = 'your own choice still comes first: **Kayra**';
	const change = async () => [
		await owner.say('model set', { model: 'llama-3-erato-v1', scope: 'server' }),
		await owner.say('preset apply', { name: 'Erato-Wilder', scope: 'server' }),
		await owner.say('model parameters', { temperature: '0.5', scope: 'server' }),
	];
	for (const said of await change()) expect(said).not.toContain(still);
	await owner.say('model set', { model: 'kayra-v1', scope: 'personal' });
	for (const said of await change()) expect(said).not.toContain(still);
	await owner.key('key set', OTHER_KEY, { scope: 'personal' });
	for (const said of await change()) expect(said).toContain(still);
	expect(await owner.say('model set', { model: 'kayra-v1', scope: 'personal' })).not.toContain(still);
	expect((await owner.talk()).generations.map((request) => request.model)).toEqual(['kayra-v1']);
});
