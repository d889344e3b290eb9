/** Every way of calling a persona, with several of them in one server. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord, MessageRecord } from '#playground/discord-server/records';
import type { UserMessage } from '#playground/discord-server/user-actor';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, isNotice, type TestGuild, textOf } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	world.novelai.scripts.clear();
	world.discord.faults.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

interface Company extends TestGuild {
	readonly owner: CommandUser;
}

/** Tomori is the main persona; the others stand beside her. */
async function company(name: string, ...alters: readonly string[]): Promise<Company> {
	const place = await world.addGuild(name);
	const owner = new CommandUser(world, place.ellen, place.channel);
	for (const alter of alters) {
		await owner.fill('persona create', { name: alter, personality: `${alter} is calm.` });
	}
	return { ...place, owner };
}

/** What the bot and its personas have said in a channel, each with its name. */
function said(channel: ChannelRecord): readonly string[] {
	return shown(channel).map((record) => `${record.message.author.username}: ${textOf(record)}`);
}

function shown(channel: ChannelRecord): readonly MessageRecord[] {
	return world.discord.world.messageLog.filter((record) => {
		return record.message.channel_id === channel.id && !record.deleted && ['bot', 'webhook'].includes(record.origin);
	});
}

/** The scripted replies, one for each turn that is expected; resolves when all have ended. */
async function say(
	{ channel, ellen }: { readonly channel: ChannelRecord; readonly ellen: APIUser },
	message: string | UserMessage,
	...replies: readonly string[]
): Promise<readonly string[]> {
	const before = said(channel).length;
	const ends = world.turnEnds().length;
	for (const text of replies) world.novelai.scripts.queue({ text: ` ${text}` });
	world.discord.as(ellen).send(channel, message);
	await world.untilTurns(ends + replies.length);
	return said(channel).slice(before);
}

/** A line to which nobody listens: nothing is begun until the mention after it has been answered. */
async function expectSilence(place: Company, message: string | UserMessage): Promise<void> {
	const from = world.turnEnds().length;
	world.discord.as(place.ellen).send(place.channel, message);
	expect(await say(place, `${world.mention} and now?`, 'Now.')).toEqual([`${botName()}: Now.`]);
	expect(world.turnEnds().length).toBe(from + 1);
}

const botName = (): string => world.discord.world.application.bot.username;

describe('words', () => {
	test('a name calls the main persona in a server where nobody has spoken with the bot yet', async () => {
		const { channel, ellen } = await world.addGuild('words-first');
		expect(await say({ channel, ellen }, 'is tomoriii there?', 'Here.')).toEqual([`${botName()}: Here.`]);
		expect(await say({ channel, ellen }, 'ねえともりちゃん', 'Yes.')).toEqual([`${botName()}: Yes.`]);
	});

	test('a name calls an alter, which speaks under its own', async () => {
		const place = await company('words-alter', 'Rin');
		expect(await say(place, 'good morning, RIN!', 'Morning.')).toEqual(['Rin: Morning.']);
		expect(world.novelai.requests.at(-1)?.prompt).toContain('Rin is calm.');
	});

	test('parts of words, commands of others, links and emoji call nobody', async () => {
		const place = await company('words-none', 'Rin');
		for (const text of ['rink', '!rin', 'https://example.org/rin', '<:rin:123456789012345678>']) {
			await expectSilence(place, text);
		}
	});

	test('several are called in the order of the words, each in a turn of its own, up to the limit', async () => {
		const place = await company('words-several', 'Rin', 'Mio', 'Kai');
		expect(await say(place, 'mio, tomori, kai and rin?', 'One.', 'Two.', 'Three.')).toEqual([
			'Mio: One.',
			`${botName()}: Two.`,
			'Kai: Three.',
		]);
	});

	test('a message that is delivered again is answered by none of them again', async () => {
		const place = await company('words-again', 'Rin', 'Mio');
		await say(place, 'rin and mio?', 'One.', 'Two.');
		const record = world.discord.world
			.messagesIn(place.channel.id)
			.find((each) => each.message.content === 'rin and mio?');
		world.discord.world.dispatch({
			t: 'MESSAGE_CREATE',
			d: { ...record?.message, guild_id: place.guild.id },
			guildId: place.guild.id,
			channelId: place.channel.id,
		});
		expect(await say(place, 'kai? no, rin.', 'Again.')).toEqual(['Rin: Again.']);
	});

	test('a line that names another persona while one answers is answered by that one', async () => {
		const place = await company('words-follow', 'Rin', 'Mio');
		const gate = newGate();
		const ends = world.turnEnds().length;
		world.novelai.scripts.queue({ text: ' First.', waitFor: gate.opened });
		world.novelai.scripts.queue({ text: ' Second.' });
		const from = world.novelai.requests.length;
		world.discord.as(place.ellen).send(place.channel, 'rin?');
		await world.novelai.until(() => world.novelai.requests.length > from);
		world.discord.as(place.ellen).send(place.channel, 'mio?');
		gate.open();
		await world.untilTurns(ends + 2);
		expect(said(place.channel)).toEqual(['Rin: First.', 'Mio: Second.']);
	});
});

describe('on purpose', () => {
	test('a mention means the main persona, and names beside it bring the others', async () => {
		const place = await company('mention', 'Rin');
		expect(await say(place, `${world.mention} hi`, 'Hi.')).toEqual([`${botName()}: Hi.`]);
		expect(await say(place, `rin and ${world.mention}?`, 'One.', 'Two.')).toEqual([`${botName()}: One.`, 'Rin: Two.']);
	});

	test('S022 a reply to a webhook persona is answered by that persona, whatever it is called by now', async () => {
		const place = await company('reply', 'Rin');
		await say(place, 'rin?', 'Yes?');
		const target = shown(place.channel).at(-1)?.message.id ?? '';
		expect(await say(place, { content: 'how are you', replyTo: target }, 'Fine.')).toEqual(['Rin: Fine.']);
		await place.owner.fill('persona edit', { 'new-name': 'Mio', personality: 'Mio is calm.' }, { name: 'Rin' });
		expect(await say(place, { content: 'and you?', replyTo: target }, 'Better.')).toEqual(['Mio: Better.']);
		expect(await say(place, { content: 'mio!', replyTo: target }, 'Once.')).toEqual(['Mio: Once.']);
	});

	test('in a direct message a name calls that persona, which speaks as the bot', async () => {
		const ellen = world.discord.build.addUser('ellen-direct', { globalName: 'Ellen' });
		const channel = world.discord.build.openDm(ellen);
		const owner = new CommandUser(world, ellen, channel);
		await owner.key('key set', 'pst-another-key-for-tests', { scope: 'personal' });
		await owner.say('model set', { model: 'kayra-v1', scope: 'personal' });
		await owner.fill('persona create', { name: 'Rin', personality: 'Rin is calm.' }, { main: 'no' });
		expect(await say({ channel, ellen }, 'rin?', 'Yes.')).toEqual([`${botName()}: Yes.`]);
		expect(world.novelai.requests.at(-1)?.prompt).toContain('Rin is calm.');
		expect(await say({ channel, ellen }, 'who else?', 'Me.')).toEqual([`${botName()}: Me.`]);
		expect(world.novelai.requests.at(-1)?.prompt).not.toContain('Rin is calm.');
	});

	test('S020 a call to everyone calls no persona, and a name beside it does', async () => {
		const place = await company('roles', 'Rin');
		await expectSilence(place, '@everyone meeting now');
		expect(await say(place, '@everyone rin, too', 'Coming.')).toEqual(['Rin: Coming.']);
	});
});

describe('what goes wrong', () => {
	test('S028 stays silent when a word has called, and is said when somebody asked', async () => {
		const place = await company('silent', 'Rin');
		const ends = world.turnEnds().length;
		for (let attempt = 0; attempt < 2; attempt += 1) world.novelai.scripts.queue({ text: ' ' });
		world.discord.as(place.ellen).send(place.channel, 'rin?');
		await world.untilTurns(ends + 1);
		expect(world.turnEnds().at(-1)?.failure?.code).toBe('empty-reply');
		expect(said(place.channel)).toEqual([]);
		for (let attempt = 0; attempt < 2; attempt += 1) world.novelai.scripts.queue({ text: ' ' });
		world.discord.as(place.ellen).send(place.channel, '@rin?');
		await world.untilTurns(ends + 2);
		expect(shown(place.channel).map(isNotice)).toEqual([true]);
	});
});

describe('deliberate mode', () => {
	test('plain words call nobody, words behind an at sign do', async () => {
		const place = await company('deliberate', 'Rin');
		await place.owner.say('behavior set', { name: 'deliberate_triggers_only', value: 'on', scope: 'server' });
		await expectSilence(place, 'rin?');
		expect(await say(place, '@rin?', 'Yes.')).toEqual(['Rin: Yes.']);
		expect(world.novelai.requests.at(-1)?.prompt).not.toContain('@');
		expect(await say(place, `${world.mention} rin?`, 'Hm?')).toEqual([`${botName()}: Hm?`]);
	});
});

describe('among personas', () => {
	test('on NovelAI a persona never calls another, whatever the limit', async () => {
		const place = await company('cascade', 'Rin');
		await place.owner.say('behavior set', { name: 'cascade_limit', value: '3', scope: 'server' });
		expect(await say(place, 'tomori?', 'Ask rin.')).toEqual([`${botName()}: Ask rin.`]);
		expect(await say(place, `${world.mention} well?`, 'Well.')).toEqual([`${botName()}: Well.`]);
	});

	test('elsewhere they call each other up to the limit, and never whom they answer', async () => {
		const server = startOpenaiServer();
		const { owner: ellen } = world.discord.world.application;
		const guild = world.discord.build.addGuild('cascade-custom', { owner: ellen });
		const channel = world.discord.build.addChannel(guild, 'general');
		const owner = new CommandUser(world, ellen, channel);
		for (const name of ['Rin', 'Mio']) await owner.fill('persona create', { name, personality: 'Calm.' });
		const home = { name: 'Home', model: 'stand-in', scope: 'server', base_url: server.url };
		await owner.fill('provider add', { key: '' }, home);
		await owner.say('model set', { model: 'custom:home', scope: 'server' });
		const ask = async (...replies: readonly string[]): Promise<readonly string[]> => {
			const before = said(channel).length;
			const ends = world.turnEnds().length;
			for (const text of replies) server.scripts.queue({ text });
			world.discord.as(ellen).send(channel, 'tomori?');
			await world.untilTurns(ends + replies.length);
			return said(channel).slice(before);
		};
		expect(await ask('Ask rin.')).toEqual([`${botName()}: Ask rin.`]);
		// By the next turn it is decided that the first one called nobody.
		expect(await ask('Nobody is asked.')).toEqual([`${botName()}: Nobody is asked.`]);
		await owner.say('behavior set', { name: 'cascade_limit', value: '2', scope: 'server' });
		expect(await ask('Ask rin.', 'No, tomori, ask mio.', 'Me? Tomori knows.')).toEqual([
			`${botName()}: Ask rin.`,
			'Rin: No, tomori, ask mio.',
			'Mio: Me? Tomori knows.',
		]);
		expect(server.scripts.pending).toBe(0);
		expect([server.violations, server.unknownRoutes]).toEqual([[], []]);
		await server.stop();
	});

	test('NovelAI writes for no persona that another one called, neither behind an endpoint that fails nor for one that is gone', async () => {
		const server = startOpenaiServer();
		const { owner: ellen } = world.discord.world.application;
		const guild = world.discord.build.addGuild('cascade-fallback', { owner: ellen });
		const channel = world.discord.build.addChannel(guild, 'general');
		const owner = new CommandUser(world, ellen, channel);
		await owner.fill('persona create', { name: 'Rin', personality: 'Calm.' });
		await owner.fill(
			'provider add',
			{ key: '' },
			{ name: 'Home', model: 'stand-in', scope: 'server', base_url: server.url },
		);
		await owner.say('model set', { model: 'custom:home', scope: 'server' });
		await owner.say('model fallback', { first: 'kayra-v1', scope: 'server' });
		await owner.say('behavior set', { name: 'cascade_limit', value: '2', scope: 'server' });
		const before = world.novelai.requests.length;
		const stories = () => world.novelai.requests.slice(before).filter(({ method }) => method === 'POST');
		const ask = async (turns: number): Promise<readonly string[]> => {
			const from = said(channel).length;
			const ends = world.turnEnds().length;
			world.discord.as(ellen).send(channel, 'tomori?');
			await world.untilTurns(ends + turns);
			return said(channel).slice(from);
		};
		server.scripts.queue({ text: 'Ask rin.' });
		server.scripts.queue({
			response: { status: 400, body: '{"error":{"message":"no"}}', contentType: 'application/json' },
		});
		const [asked] = await ask(2);
		expect(asked).toBe(`${botName()}: Ask rin.`);
		expect(stories()).toEqual([]);
		// A person's own line is answered by the fallback, and what that says calls nobody.
		await owner.say('provider remove', { name: 'Home', scope: 'server' });
		world.novelai.scripts.queue({ text: ' Ask rin.' });
		expect(await ask(1)).toEqual([`${botName()}: Ask rin.`]);
		world.novelai.scripts.queue({ text: ' Well.' });
		expect(await ask(1)).toEqual([`${botName()}: Well.`]);
		expect(stories()).toHaveLength(2);
		expect([server.scripts.pending, server.violations, server.unknownRoutes]).toEqual([0, [], []]);
		await server.stop();
	});
});
