/** /impersonate: persons, personas and nobody, from the command to what the channel and the next prompt read. */
import type { APIUser } from 'discord-api-types/v10';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { CommandUser } from '../support/bot-commands.ts';
import { textOf } from '../support/bot-world.ts';
import { ROOM_PROVIDERS, RoomWorld, type TalkRoom } from '../support/talk-room.ts';

let world: RoomWorld;

beforeAll(async () => {
	world = await RoomWorld.start();
});

afterEach(() => {
	world.bot.discord.faults.clear();
	expect(world.troubles()).toEqual([]);
});

afterAll(() => world.stop());

/** The webhooks of a room's guild. */
function webhooksOf({ guild }: TalkRoom) {
	return [...world.bot.discord.world.webhooks.values()].filter((webhook) => webhook.guildId === guild.id);
}

const as = (user: APIUser) => ({ user: { id: user.id } });

describe.each(ROOM_PROVIDERS)('through %s', (provider) => {
	test('a person seems to write: their lines are the model’s, everybody else’s are not, and nothing else is known', async () => {
		const room = await world.addRoom(`person ${provider}`, provider);
		const { bo, owner } = room;
		world.bot.discord.build.changeMember(room.guild, bo, { nick: 'Bo-Bo' });
		await room.command(bo, 'memory add', { text: 'Bo is afraid of geese.', scope: 'personal' });
		await room.command(owner, 'memory add', { text: 'The pond is north.', scope: 'server' });
		await new CommandUser(world.bot, bo, room.channel).say('behavior set', {
			name: 'impersonation_prompt',
			value: 'Bo writes in capitals.',
			scope: 'personal',
		});
		await room.say(bo, 'I saw a goose', 'Where?');
		Object.assign(bo, { avatar: 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4' });
		room.next({ text: 'AT THE POND!' });
		expect(await room.command(owner, 'impersonate user', as(bo))).toBe('That was **Bo-Bo**, so to speak.');
		const prompt = room.prompt();
		for (const absent of ['afraid of geese', 'pond is north', 'terrible puns']) expect(prompt).not.toContain(absent);
		if (provider === 'custom') {
			expect(room.messages().filter(({ role }) => role === 'assistant')).toEqual([
				{ role: 'assistant', content: expect.stringMatching(/^Bo-Bo: .*I saw a goose$/) },
			]);
			expect(prompt).toContain('Bo writes in capitals.');
			expect(prompt).toContain('Write the next message of Bo-Bo as they would write it themselves');
		} else if (prompt.includes('<|assistant|>')) {
			expect(prompt).toMatch(
				/<\|assistant\|>\n<think><\/think>\nBo-Bo: [^\n]*I saw a goose\.?<\|user\|>\nTomori: Where\?/,
			);
			expect(prompt.endsWith('\nBo-Bo:')).toBe(true);
			expect(prompt).not.toContain('in capitals');
		}
		const said = room.shown().at(-1);
		expect(said && [said.origin, said.message.author.username, textOf(said)]).toEqual([
			'webhook',
			'Bo-Bo',
			'AT THE POND!',
		]);
		const post = world.bot.discord.requests.findLast(({ body }) =>
			JSON.stringify(body ?? null).includes('AT THE POND!'),
		);
		expect(post?.body).toMatchObject({
			avatar_url: `https://cdn.discordapp.com/avatars/${bo.id}/a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4.png`,
			allowed_mentions: { parse: [] },
		});
		expect(said?.message.components ?? []).toEqual([]);
		expect(webhooksOf(room)).toEqual([]);
		await room.say(bo, 'and?', 'Goodness.');
		expect(room.prompt()).toMatch(/Bo-Bo: AT THE POND!/);
		expect(room.prompt()).not.toMatch(/Tomori: AT THE POND/);
	});

	test('a model that fails is told of, and leaves no webhook and no word behind', async () => {
		const room = await world.addRoom(`fails ${provider}`, provider);
		const body = JSON.stringify({ error: { message: 'asleep' }, statusCode: 418, message: 'asleep' });
		room.next({ response: { status: 418, body, contentType: 'application/json' } });
		expect(await room.command(room.owner, 'impersonate user', as(room.bo))).toContain('asleep');
		expect([webhooksOf(room), room.shown()]).toEqual([[], []]);
	});

	test('words of nobody are narration', async () => {
		const room = await world.addRoom(`system ${provider}`, provider);
		await room.say(room.bo, 'hi', 'Hello.');
		expect(await room.command(room.owner, 'impersonate system', { text: 'A door opens.' })).toContain('Done');
		expect(room.notice()).toEqual({ kind: 'system_injection', title: 'Narration', text: 'A door opens.' });
		await room.say(room.bo, 'look', 'Oh!');
		expect(room.prompt()).toContain(provider === 'custom' ? '[System: A door opens.]' : '\nA door opens.');
	});

	test('a persona says given words as its own, or finds some', async () => {
		const room = await world.addRoom(`persona ${provider}`, provider);
		const given = { persona: 'Tomori', text: 'The kettle is on.' };
		expect(await room.command(room.owner, 'impersonate persona', given)).toBe('**Tomori** has said it.');
		await room.say(room.bo, 'what?', 'Tea.');
		expect(room.prompt()).toContain('Tomori: The kettle is on.');
		room.next({ text: 'More tea!' });
		const before = world.bot.turnEnds().length;
		expect(await room.command(room.owner, 'impersonate persona', { persona: 'tomori' })).toContain('**Tomori**');
		await world.bot.discord.until(() => world.bot.turnEnds().length > before, 15_000);
		expect(room.shown().map(textOf)).toEqual(['The kettle is on.', 'Tea.', 'More tea!']);
	});
});

describe('a person', () => {
	test('somebody stops it: what was not said is not said, and the webhook is gone', async () => {
		const room = await world.addRoom('stopped', 'novelai');
		const gate = newGate();
		room.next({ text: 'Too late.', waitFor: gate.opened });
		const asked = room.generations();
		const running = room.command(room.owner, 'impersonate user', as(room.bo));
		await world.bot.discord.until(() => room.generations() > asked, 15_000);
		expect(webhooksOf(room)).toHaveLength(1);
		await room.command(room.owner, 'stop');
		expect(await running).toBe('Stopped.');
		gate.open();
		expect([webhooksOf(room), room.shown()]).toEqual([[], []]);
	});

	test('in a thread the webhook of the channel above is used, and gone afterwards', async () => {
		const room = await world.addRoom('thread', 'novelai');
		const thread = world.bot.discord.build.addThread(room.channel, 'side', { owner: room.owner });
		room.next({ text: 'In here.' });
		const user = new CommandUser(world.bot, room.owner, thread);
		expect((await user.say('impersonate user', as(room.bo))).trim()).toBe('That was **Bo**, so to speak.');
		const said = world.bot.discord.world.messageLog.findLast(({ origin }) => origin === 'webhook');
		expect([said?.message.channel_id, said?.message.author.username]).toEqual([thread.id, 'Bo']);
		expect(webhooksOf(room)).toEqual([]);
	});

	test('what a program that ended too early left behind makes room, and other webhooks stay', async () => {
		const room = await world.addRoom('full', 'novelai');
		const { build, world: discord } = world.bot.discord;
		const applicationId = discord.application.id;
		for (let made = 0; made < 14; made += 1)
			build.addWebhook(room.channel, `somebody ${made}`, { applicationId: null });
		build.addWebhook(room.channel, 'tomori for somebody else', { applicationId });
		room.next({ text: 'Room for me.' });
		expect(await room.command(room.owner, 'impersonate user', as(room.bo))).toBe('That was **Bo**, so to speak.');
		expect(webhooksOf(room).map(({ name }) => name)).toEqual(
			Array.from({ length: 14 }, (_, made) => `somebody ${made}`),
		);
		build.addWebhook(room.channel, 'one more', { applicationId: null });
		expect(await room.command(room.owner, 'impersonate user', as(room.bo))).toMatch(
			/as many webhooks as Discord allows \(15\)/,
		);
	});

	test('a persona never speaks through a webhook that was made for a person', async () => {
		const room = await world.addRoom('apart', 'novelai');
		const { discord } = world.bot;
		const left = discord.build.addWebhook(room.channel, 'tomori for somebody else', {
			applicationId: discord.world.application.id,
		});
		const user = new CommandUser(world.bot, room.owner, room.channel);
		await user.fill('persona create', { name: 'Mio', personality: 'Calm.' }, { main: 'yes' });
		expect(
			await room.command(room.owner, 'impersonate persona', { persona: 'Tomori', text: 'I am an alter.' }),
		).toContain('has said it');
		const said = room.shown().at(-1);
		expect([said?.message.author.username, said?.origin]).toEqual(['Tomori', 'webhook']);
		expect(said?.message.webhook_id).not.toBe(left.id);
		await room.say(room.bo, 'hi', 'Hello.');
		expect(room.prompt()).toContain('Tomori: I am an alter.');
	});

	test('a deletion that Discord fails at first is tried again', async () => {
		const room = await world.addRoom('again', 'novelai');
		world.bot.discord.faults.add({ method: 'DELETE', path: /^\/webhooks\//, kind: '5xx' });
		room.next({ text: 'Hello.' });
		expect(await room.command(room.owner, 'impersonate user', as(room.bo))).toBe('That was **Bo**, so to speak.');
		expect(webhooksOf(room)).toEqual([]);
	});
});

describe('what is refused', () => {
	test.skipIf(inject('store').socketDir === null)(
		'who keeps out of every context is not imitated, and what they tell or did tell reaches no prompt',
		async () => {
			const room = await world.addRoom('private', 'novelai');
			await room.say(room.bo, 'hi', 'Hello.');
			await room.command(room.bo, 'scene', { text: 'It rains.' });
			const client = new pg.Client({ connectionString: world.bot.databaseUrl ?? '' });
			await client.connect();
			await client.query('update users set privacy_level = 2 where discord_id = $1', [room.bo.id]);
			await client.end();
			expect(await room.command(room.owner, 'impersonate user', as(room.bo))).toContain('I do not write as they would');
			for (const command of ['scene', 'reward', 'punish']) {
				expect(await room.command(room.bo, command, { text: 'x' })).toContain('Your privacy setting');
			}
			await room.say(room.owner, 'well?', 'Hm.');
			expect(room.prompt()).not.toContain('It rains.');
			expect(webhooksOf(room)).toEqual([]);
		},
	);

	test('who does not manage the server impersonates nobody', async () => {
		const room = await world.addRoom('rights of names', 'novelai');
		for (const [command, options] of [
			['impersonate user', as(room.owner)],
			['impersonate persona', { persona: 'Tomori', text: 'x' }],
			['impersonate system', { text: 'x' }],
		] as const) {
			expect(await room.command(room.bo, command, options)).toBe('That needs the Manage Server permission.');
		}
		expect([room.shown(), webhooksOf(room)]).toEqual([[], []]);
	});

	test('strangers, bots, and people of direct messages have no voice', async () => {
		const room = await world.addRoom('voiceless', 'novelai');
		const stranger = world.bot.discord.build.addUser('stranger.voiceless');
		const say = (user: APIUser): Promise<string> => room.command(room.owner, 'impersonate user', as(user));
		expect(await say(stranger)).toBe('That person is not in this server.');
		expect(await say(world.bot.discord.world.application.bot)).toBe('I write in the name of people only.');
		const direct = world.bot.discord.build.openDm(room.owner);
		const user = new CommandUser(world.bot, room.owner, direct);
		expect((await user.say('impersonate user', as(room.owner))).trim()).toBe(
			'Nobody but the two of us can speak in direct messages.',
		);
		expect((await user.say('impersonate system', { text: 'It rains.' })).trim()).toContain('Done');
	});

	test('where the bot may make no webhooks it says what it needs, and no model is asked', async () => {
		const room = await world.addRoom('no webhooks', 'novelai');
		world.bot.discord.build.deny(room.channel, ['ManageWebhooks'], world.bot.discord.world.application.bot);
		const asked = room.generations();
		expect(await room.command(room.owner, 'impersonate user', as(room.bo))).toBe(
			'I need the Manage Webhooks permission here for that.',
		);
		expect(room.generations()).toBe(asked);
	});

	test('a persona that is not there, and blank words', async () => {
		const room = await world.addRoom('nobody', 'novelai');
		for (const options of [{ persona: 'No_body' }, { persona: 'No_body', text: 'x' }]) {
			expect(await room.command(room.owner, 'impersonate persona', options)).toBe(
				'There is no persona called No\\_body here.',
			);
		}
		expect(await room.command(room.owner, 'impersonate system', { text: ' ' })).toBe('There are no words in that.');
	});
});
