/** The pictures of alters: from the card to the webhook's message. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Exchange } from '#playground/discord-server/rest/request-log';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, type TestGuild } from '../support/bot-world.ts';
import { textChunk } from '../support/png-file.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	world.discord.faults.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

/** A card in a portrait of one colour. */
async function cardFile(name: string, colour: string): Promise<{ filename: string; bytes: Uint8Array }> {
	const canvas = createCanvas(600, 900);
	const context = canvas.getContext('2d');
	context.fillStyle = colour;
	context.fillRect(0, 0, 600, 900);
	const picture = await canvas.encode('png');
	const card = { spec: 'chara_card_v2', spec_version: '2.0', data: { name, description: `${name} is calm.` } };
	const text = textChunk('chara', Buffer.from(JSON.stringify(card)).toString('base64'));
	// The last twelve bytes are the end of the picture.
	return { filename: `${name}.png`, bytes: Buffer.concat([picture.subarray(0, -12), text, picture.subarray(-12)]) };
}

interface Place extends TestGuild {
	readonly owner: CommandUser;
}

/** Tomori is the main persona, and a persona with a picture stands beside her. */
async function newPlace(guildName: string, name: string, colour: string): Promise<Place> {
	const place = await world.addGuild(guildName);
	const owner = new CommandUser(world, place.ellen, place.channel);
	const file = await cardFile(name, colour);
	const imported = world.discord.as(place.ellen).slash(place.channel, 'persona import', { options: { file } });
	expect((await imported.response(10_000)).content).toContain(`**${name}**`);
	await owner.say('persona switch', { name: 'Tomori' });
	return { ...place, owner };
}

/** Calls the persona and resolves with what its webhook was told to post. */
async function call({ channel, ellen }: Place, text: string): Promise<Readonly<Record<string, unknown>>> {
	const from = world.discord.requests.length;
	world.novelai.scripts.queue({ text: ' Yes.' });
	expect((await world.askThrough(ellen, channel, text)).outcome).toBe('replied');
	const posts = world.discord.requests.slice(from).filter((each) => /^\/webhooks\/\d+\/[^/]+$/.test(each.path));
	expect(posts).toHaveLength(1);
	return posts[0]?.body as Readonly<Record<string, unknown>>;
}

const uploads = (): readonly Exchange[] =>
	world.discord.requests.filter((each) => each.method === 'POST' && each.path.endsWith('/emojis'));

const newest = () => [...world.discord.world.emojis.values()].at(-1);

test('the picture of a card is uploaded once, small and square, and shown by its public address', async () => {
	const place = await newPlace('picture', 'Rin', 'rgb(200, 40, 40)');
	const before = uploads().length;
	const first = await call(place, 'rin?');
	const emoji = newest();
	expect(first).toMatchObject({ username: 'Rin', avatar_url: `https://cdn.discordapp.com/emojis/${emoji?.id}.png` });
	expect(await call(place, 'rin!')).toMatchObject({ avatar_url: first['avatar_url'] });
	expect(uploads()).toHaveLength(before + 1);
	const picture = await loadImage(emoji?.bytes ?? new Uint8Array());
	expect([picture.width, picture.height]).toEqual([128, 128]);
	const canvas = createCanvas(128, 128);
	canvas.getContext('2d').drawImage(picture, 0, 0);
	expect([...canvas.getContext('2d').getImageData(64, 64, 1, 1).data]).toEqual([200, 40, 40, 255]);
});

test('an upload that fails leaves the alter without a picture, and is not tried at every turn', async () => {
	const place = await newPlace('picture-refused', 'Mio', 'blue');
	const path = /\/emojis$/;
	world.discord.faults.add({ kind: 'error', status: 400, code: 30_008, method: 'POST', path });
	const before = uploads().length;
	expect(await call(place, 'mio?')).not.toHaveProperty('avatar_url');
	expect(await call(place, 'mio!')).not.toHaveProperty('avatar_url');
	expect(uploads()).toHaveLength(before + 1);
});

test('a persona without a picture speaks without one', async () => {
	const place = await world.addGuild('no-picture');
	const owner = new CommandUser(world, place.ellen, place.channel);
	await owner.fill('persona create', { name: 'Kai', personality: 'Kai is calm.' });
	expect(await call({ ...place, owner }, 'kai?')).not.toHaveProperty('avatar_url');
});

test('the picture of a removed persona is taken away', async () => {
	const place = await newPlace('picture-removed', 'Sei', 'green');
	await call(place, 'sei?');
	const { id } = newest() ?? {};
	expect(world.discord.world.emojis.has(id ?? '')).toBe(true);
	const as = world.discord.as(place.ellen);
	const question = await as.slash(place.channel, 'persona remove', { options: { name: 'Sei' } }).response();
	const [row] = question.components ?? [];
	const [button] = row && 'components' in row ? row.components : [];
	await as.button(question, button && 'custom_id' in button ? button.custom_id : '').response();
	expect(world.discord.world.emojis.has(id ?? '')).toBe(false);
});
