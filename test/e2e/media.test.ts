/** What a chat model reads of pictures in a channel, and that NovelAI's models read none of it. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import type { UserMessage } from '#playground/discord-server/user-actor';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { CommandUser } from '../support/bot-commands.ts';
import { type BotVariables, BotWorld } from '../support/bot-world.ts';

let server: OpenaiServer;

beforeAll(() => {
	server = startOpenaiServer();
});

afterAll(() => server.stop());

/** A channel whose replies the endpoint writes, and Bo in it. */
async function placeIn(world: BotWorld) {
	const owner = world.discord.world.application.owner;
	const guild = world.discord.build.addGuild('Tea House', { owner });
	const channel = world.discord.build.addChannel(guild, 'general');
	const bo = world.discord.build.addUser('bo', { globalName: 'Bo' });
	world.discord.build.addMember(guild, bo);
	const user = new CommandUser(world, owner, channel);
	const endpoint = { name: 'Home', model: 'stand-in', scope: 'server', base_url: server.url };
	await user.fill('provider add', { key: '' }, endpoint);
	await user.say('model set', { model: 'custom:home', scope: 'server' });
	return { channel, bo, user };
}

function say(world: BotWorld, place: { readonly channel: ChannelRecord; readonly bo: APIUser }, message: UserMessage) {
	return world.discord.as(place.bo).send(place.channel, { silent: true, ...message });
}

const picture = (filename: string) => ({ filename, bytes: filename });

/** Mentions the bot, and everything that the endpoint was sent for it. */
async function promptFor(world: BotWorld, { channel, bo }: { readonly channel: ChannelRecord; readonly bo: APIUser }) {
	const before = server.requests.length;
	const asked = await world.askThrough(bo, channel, `${world.mention} what do you see?`);
	expect(asked.outcome).toBe('replied');
	const bodies = server.requests.slice(before).flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
	const [sent] = bodies as readonly { readonly messages: readonly { readonly content: string }[] }[];
	return (sent?.messages ?? []).map(({ content }) => content).join('\n');
}

function describeIn(name: string, variables: BotVariables, body: (world: () => BotWorld) => void): void {
	describe(name, () => {
		let world: BotWorld;
		beforeAll(async () => {
			world = await BotWorld.start(variables);
		});
		afterEach(() => {
			expect([server.violations, server.unknownRoutes, world.violations()]).toEqual([[], [], []]);
		});
		afterAll(() => world.stop());
		body(() => world);
	});
}

describeIn('a window of four entries', { MEDIA_CONTEXT_WINDOW: '4', MEDIA_IMAGE_MESSAGE_LIMIT: '1' }, (world) => {
	test('tells a blind model of each picture what became of it, and NovelAI of none', async () => {
		const place = await placeIn(world());
		const old = say(world(), place, { content: 'the first', attachments: [picture('old.png')] });
		say(world(), place, { content: 'the second', attachments: [picture('too-many.png')] });
		say(world(), place, { content: 'the third', attachments: [picture('near $& {{user}}.png')] });
		say(world(), place, { content: 'only words' });
		const prompt = await promptFor(world(), place);
		expect(prompt).toContain(
			'The image of this message (ID: media_1) is outside the current media context window and cannot be viewed.',
		);
		expect(prompt).toContain('[System: 1 image omitted due to rendered-image limit; do not claim to see it]');
		expect(prompt).toContain('[System: This image (Media ID: media_2) was sent by Bo]');
		expect(prompt).toMatch(
			/This message \(ID: media_3\) contains an image, named "near[_ ]\$&[_ ]\{\{user\}\}\.png"\./,
		);
		expect(prompt).toContain('[System: This image (Media ID: media_3) was sent by Bo]');
		expect(prompt).not.toContain('Media ID: media_1)');

		say(world(), place, { content: 'look again', replyTo: old });
		const again = await promptFor(world(), place);
		expect(again).toMatch(
			/This message \(ID: ref_1\) by Bo is referring to a previous message \(ID: ref_2\) by Bo saying: the first/,
		);
		expect(again).toContain('[System: This image (Media ID: media_1) was included in the message being replied to]');
		expect(again).toMatch(/This message \(ID: media_1\) contains an image/);

		await place.user.say('model set', { model: 'kayra-v1', scope: 'server' });
		const before = world().novelai.requests.length;
		await world().askThrough(place.bo, place.channel, `${world().mention} and now?`);
		const sent = JSON.stringify(
			world()
				.novelai.requests.slice(before)
				.map(({ body }) => body),
		);
		expect(sent).toContain('Look again');
		expect(sent).not.toMatch(/media_\d|ref_\d|omitted|Media ID/);
	});
});

describeIn('a process without memory to spare', { CONTAINER_MEMORY_LIMIT_MB: '1' }, (world) => {
	test('shows no media at all, and says so to the operator', async () => {
		const place = await placeIn(world());
		say(world(), place, { content: 'look', attachments: [picture('near.png')] });
		const prompt = await promptFor(world(), place);
		expect(prompt).toContain('(ID: media_1) is outside the current media context window and cannot be viewed.');
		expect(world().logLines.filter((line) => line.includes('memory is short'))).toHaveLength(1);
	});
});
