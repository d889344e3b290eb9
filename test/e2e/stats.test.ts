/** Pictures of who talked with whom, and what they say in words. */
import type { APIMessage } from 'discord-api-types/v10';
import { imageSize } from 'image-size';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { InteractionHandle } from '#playground/discord-server/interaction-handle';
import { answerText, CommandUser } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	expect(world.violations()).toEqual([]);
});

afterAll(async () => {
	await world.stop();
});

/** The picture inside an answer's card. */
async function pictureOf(message: APIMessage) {
	const image = message.embeds[0]?.image as { readonly url: string; readonly description?: string } | undefined;
	if (!image) throw new Error('the answer has no picture');
	const response = await fetch(image.url);
	const bytes = new Uint8Array(await response.arrayBuffer());
	return { ...imageSize(bytes), altText: image.description ?? '', type: response.headers.get('content-type') };
}

async function talkIn(name: string) {
	const place = await world.addGuild(name);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	await world.askThrough(place.ellen, place.channel, `${world.mention} hi`);
	await world.askThrough(place.ellen, place.channel, `${world.mention} how are you?`);
	await world.askThrough(bo, place.channel, `${world.mention} hello`);
	return { ...place, bo, asBo: new CommandUser(world, bo, place.channel) };
}

test('/stats shows everybody who talked with whom and on which day, in a picture and in words', async () => {
	const { ellen, channel } = await talkIn('talk');
	const asked: InteractionHandle = world.discord.as(ellen).slash(channel, 'stats');
	const answer = await asked.response(15_000);
	expect(asked.ephemeral).toBe(false);
	const text = answerText(answer);
	expect(text).toContain('Who talked with whom');
	expect(text).toMatch(/Ellen ↔ Tomori [2-9]/);
	expect(text).toMatch(/Bo ↔ Tomori [2-9]/);
	expect(text).toMatch(/By day\n\w+ \d+: \d+/);
	const picture = await pictureOf(answer);
	expect(picture.type).toBe('image/png');
	expect(picture.width).toBe(1_520);
	expect(picture.altText).toMatch(/Ellen ↔ Tomori/);
	expect(answer.attachments).toEqual([]);
});

test('/stats tells of its own server alone, and of nothing where nobody talked', async () => {
	await talkIn('elsewhere');
	const { ellen, channel } = await world.addGuild('empty');
	const asEllen = new CommandUser(world, ellen, channel);
	expect(await asEllen.say('stats')).toBe('Nobody has talked with me here in the last 14 days.');
	expect(await asEllen.say('stats', { days: '1' })).toBe('Nobody has talked with me here in the last 1 day.');
});

test('/stats takes 1 to 90 days and says so', async () => {
	const { asBo } = await talkIn('span');
	for (const days of ['0', '91', 'ten', '-1']) {
		expect(await asBo.say('stats', { days })).toBe('I can look back 1 to 90 days.');
	}
	expect(await asBo.say('stats', { days: '90' })).toContain('Bo ↔ Tomori');
});

test('/stats answers in direct messages about the person alone', async () => {
	const mia = world.discord.build.addUser('mia.stats', { globalName: 'Mia' });
	expect(await new CommandUser(world, mia, world.discord.build.openDm(mia)).say('stats')).toContain(
		'Nobody has talked',
	);
});

test('/context stands in a picture, too, and its text alternative names every part', async () => {
	const { ellen, channel } = await talkIn('window');
	const asked = world.discord.as(ellen).slash(channel, 'context');
	const answer = await asked.response(15_000);
	expect(asked.ephemeral).toBe(true);
	expect(answerText(answer)).toContain('█');
	const picture = await pictureOf(answer);
	expect(picture.width).toBe(1_280);
	for (const part of ['Personality', 'Conversation', 'Room for the reply', 'Free']) {
		expect(picture.altText).toContain(part);
	}
});
