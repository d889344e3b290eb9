/** When and how often the bot answers: channels that it answers unasked, who is answered, waits, quotas. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import { answerText, CommandUser } from '../support/bot-commands.ts';
import { BotWorld, isNotice, OTHER_KEY, textOf } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

async function newGuild(name: string) {
	const place = await world.addGuild(name);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	const side = world.discord.build.addChannel(place.guild, 'side');
	const user = (who: APIUser, channel: ChannelRecord = place.channel) => new CommandUser(world, who, channel);
	const set = (name: string, value: string, scope?: string) =>
		user(place.ellen).say('behavior set', { name, value, ...(scope === undefined ? {} : { scope }) });
	return { ...place, bo, side, user, set, owner: user(place.ellen), member: user(bo) };
}

/** Says what names nobody, and how many turns came of it once a mention after it has been answered. */
async function overheard(who: APIUser, channel: ChannelRecord, lines: readonly string[]): Promise<number> {
	const turnsHere = () => world.turnEnds().filter(({ channelId }) => channelId === channel.id).length;
	const before = turnsHere();
	for (const line of lines) world.discord.as(who).send(channel, line);
	const { outcome } = await world.askThrough(who, channel, `${world.mention} and now?`);
	expect(outcome).toBe('replied');
	return turnsHere() - before - 1;
}

const reactionsOn = (channel: ChannelRecord, messageId: string): readonly string[] =>
	[...(channel.messages.get(messageId)?.reactions.values() ?? [])].map(({ emoji }) => emoji.name);

/** The names under which webhooks spoke in a channel. */
const namesIn = (channel: ChannelRecord): readonly string[] =>
	[...channel.messages.values()]
		.filter(({ origin }) => origin === 'webhook')
		.map(({ message }) => message.author.username);

describe('a channel that is answered unasked', () => {
	test('at 0 answers every line of a person, and none of its own, of bots or for bots', async () => {
		const { bo, guild, channel, side, set } = await newGuild('every');
		expect(await set('auto_reply', '0')).toContain('`auto_reply` is 0 (This channel)');
		for (const line of ['what a day', 'and what a night']) {
			const { outcome, answers } = await world.askThrough(bo, channel, line);
			expect(outcome).toBe('replied');
			expect(answers).not.toEqual([]);
		}
		const robot = world.discord.build.addUser('robot', { bot: true });
		world.discord.build.addMember(guild, robot);
		world.discord.as(robot).send(channel, 'beep');
		expect(await overheard(bo, channel, ['!play a song'])).toBe(0);
		expect(await overheard(bo, side, ['nobody asked'])).toBe(0);
		await set('auto_reply', 'off');
		expect(await overheard(bo, channel, ['still there?'])).toBe(0);
	});

	test('at 3 answers every third line, whoever writes; a mention is answered apart from that', async () => {
		const { bo, ellen, channel, set } = await newGuild('third');
		await set('auto_reply', '3');
		expect(await overheard(bo, channel, ['one', 'two'])).toBe(0);
		const third = await world.askThrough(ellen, channel, 'three');
		expect(third.outcome).toBe('replied');
		expect(await overheard(bo, channel, ['four', 'five'])).toBe(0);
		expect((await world.askThrough(bo, channel, 'six')).outcome).toBe('replied');
	});

	test('counts what a proxy posts anew once', async () => {
		const { bo, channel, set } = await newGuild('proxied');
		await set('auto_reply', '3');
		const webhook = world.discord.build.addWebhook(channel, 'proxy', { applicationId: '466378653216014359' });
		const proxy = (content: string) => {
			world.discord.as(bo).delete(world.discord.as(bo).send(channel, `p: ${content}`));
			return world.discord.sendAsWebhook(webhook, { username: 'Pip', content });
		};
		proxy('what a long day this was');
		proxy('and what a night after it');
		expect(await overheard(bo, channel, [])).toBe(0);
		expect(await world.outcomeOf(proxy('there it goes again').id)).toBe('replied');
	});

	test('keeps its troubles to itself', async () => {
		const { bo, channel, set } = await newGuild('quiet');
		await set('auto_reply', '0');
		const body = '{"statusCode":400,"message":"no"}';
		world.novelai.scripts.queue({ response: { status: 400, body, contentType: 'application/json' } });
		const { outcome, answers } = await world.askThrough(bo, channel, 'hm');
		expect(outcome).toBe('failed');
		expect(answers).toEqual([]);
		await set('user_replies_per_day', '1');
		expect((await world.askThrough(bo, channel, 'hm')).outcome).toBe('replied');
		const full = await world.askThrough(bo, channel, 'hm?');
		expect(full.outcome).toBe('refused');
		expect(full.answers.filter((record) => textOf(record).includes('replies for today.'))).toEqual([]);
		expect(reactionsOn(channel, full.triggerId)).toEqual([]);
	});

	test('has the persona that its list allows, whoever is the main one', async () => {
		const { bo, channel, owner, set } = await newGuild('cast');
		await owner.fill('persona create', { name: 'Anon', personality: 'Loud.' }, { main: 'yes' });
		expect((await world.askThrough(bo, channel, `${world.mention} hi`)).answers).not.toEqual([]);
		expect(await set('allow_personas', 'Tomori', 'channel')).toContain('is now Tomori');
		await set('auto_reply', '0');
		await world.askThrough(bo, channel, 'what a day');
		await world.askThrough(bo, channel, `${world.mention} hi`);
		expect(new Set(namesIn(channel))).toEqual(new Set(['Tomori']));
		expect((await world.askThrough(bo, channel, 'Anon, hi')).outcome).toBe('refused');
	});
});

describe('who is answered', () => {
	test('S044 a channel outside the list is silent, and so are its threads; a thread may have its own word', async () => {
		const { bo, channel, side, set } = await newGuild('listed');
		const inside = world.discord.build.addThread(channel, 'inside');
		const denied = world.discord.build.addThread(channel, 'denied');
		const outside = world.discord.build.addThread(side, 'outside');
		expect(await set('allow_channels', `<#${channel.id}> -<#${denied.id}>`)).toContain(
			`<#${channel.id}> −<#${denied.id}>`,
		);
		for (const place of [channel, inside]) {
			expect((await world.askThrough(bo, place, `${world.mention} hi`)).outcome).toBe('replied');
		}
		for (const place of [side, outside, denied]) {
			const { outcome, answers, triggerId } = await world.askThrough(bo, place, `${world.mention} hi`);
			expect(outcome).toBe('refused');
			expect(answers).toEqual([]);
			expect(reactionsOn(place, triggerId)).toEqual([]);
		}
		await set('allow_channels', 'off');
		expect((await world.askThrough(bo, side, `${world.mention} hi`)).outcome).toBe('replied');
	});

	test('roles open and close the door, and everybody has their own', async () => {
		const { bo, ellen, guild, channel, set } = await newGuild('roles');
		const friends = world.discord.build.addRole(guild, 'friends');
		const cleo = world.discord.build.addUser('cleo.roles', { globalName: 'Cleo' });
		world.discord.build.addMember(guild, cleo, { roles: [friends] });
		await set('allow_roles', `<@&${friends.id}>`);
		expect((await world.askThrough(bo, channel, `${world.mention} hi`)).outcome).toBe('refused');
		expect((await world.askThrough(cleo, channel, `${world.mention} hi`)).outcome).toBe('replied');
		await set('allow_roles', `@everyone -<@&${friends.id}>`);
		expect((await world.askThrough(bo, channel, `${world.mention} hi`)).outcome).toBe('replied');
		expect((await world.askThrough(cleo, channel, `${world.mention} hi`)).outcome).toBe('refused');
		expect((await world.askThrough(ellen, channel, `${world.mention} hi`)).outcome).toBe('replied');
		expect(await new CommandUser(world, cleo, channel).say('respond')).toContain('I do not answer that here.');
	});

	test('direct messages have no lists', async () => {
		const { bo } = await newGuild('listless');
		const direct = world.discord.build.openDm(bo);
		const said = await new CommandUser(world, bo, direct).say('behavior set', {
			name: 'allow_roles',
			value: '@everyone',
		});
		expect(said).toContain('Nothing was changed');
	});
});

describe('a cooldown', () => {
	test('tells a person once when they are answered again; who manages the server does not wait', async () => {
		const { bo, ellen, channel, side, member, set } = await newGuild('cooling');
		await set('cooldown', 'user 600');
		const ask = (who: APIUser, at = channel) => world.askThrough(who, at, `${world.mention} hi`);
		expect((await ask(bo)).outcome).toBe('replied');
		const told = await ask(bo, side);
		expect(told.outcome).toBe('refused');
		const notices = world.saidIn(side);
		expect(notices.map(textOf)).toEqual([expect.stringMatching(/^I can answer you again <t:\d+:R>\.$/)]);
		expect(notices.map(isNotice)).toEqual([true]);
		const signed = await ask(bo, side);
		expect(reactionsOn(side, signed.triggerId)).toEqual(['🕒']);
		const silent = await ask(bo, side);
		expect(reactionsOn(side, silent.triggerId)).toEqual([]);
		expect(world.saidIn(side)).toHaveLength(1);
		expect(await member.say('respond')).toMatch(/I can answer you again <t:\d+:R>/);
		expect([(await ask(ellen)).outcome, (await ask(ellen)).outcome]).toEqual(['replied', 'replied']);
	});

	test('that is strict holds for everybody, in every channel and thread', async () => {
		const { bo, ellen, channel, side, set } = await newGuild('strict');
		const thread = world.discord.build.addThread(side, 'aside');
		await set('cooldown', 'strict 600');
		expect((await world.askThrough(ellen, channel, `${world.mention} hi`)).outcome).toBe('replied');
		expect((await world.askThrough(ellen, thread, `${world.mention} hi`)).outcome).toBe('refused');
		expect((await world.askThrough(bo, side, `${world.mention} hi`)).outcome).toBe('refused');
		await set('cooldown', 'off', 'channel');
		expect((await world.askThrough(bo, channel, `${world.mention} hi`)).outcome).toBe('replied');
	});

	test('of a channel holds in its threads, and a failure does not begin one', async () => {
		const { bo, channel, side, set } = await newGuild('channelled');
		const thread = world.discord.build.addThread(channel, 'below');
		await set('cooldown', 'channel 600');
		const body = '{"statusCode":400,"message":"no"}';
		world.novelai.scripts.queue({ response: { status: 400, body, contentType: 'application/json' } });
		expect((await world.askThrough(bo, thread, `${world.mention} hi`)).outcome).toBe('failed');
		expect((await world.askThrough(bo, thread, `${world.mention} hi`)).outcome).toBe('replied');
		expect((await world.askThrough(bo, channel, `${world.mention} hi`)).outcome).toBe('refused');
		expect((await world.askThrough(bo, side, `${world.mention} hi`)).outcome).toBe('replied');
	});
});

describe('a quota', () => {
	test('S108 a flood ends at the limit, with one warning before it and the time of the next day', async () => {
		const { bo, ellen, channel, set } = await newGuild('flooded');
		await set('user_replies_per_day', '3');
		const ask = (who: APIUser) => world.askThrough(who, channel, `${world.mention} hi`);
		for (let line = 0; line < 3; line += 1) expect((await ask(bo)).outcome).toBe('replied');
		const notices = () => world.saidIn(channel).filter(isNotice).map(textOf);
		expect(notices()).toEqual([expect.stringMatching(/^3 of your 3 replies for today are used\..*<t:\d+:R>/)]);
		const flood = [];
		for (let line = 0; line < 4; line += 1) flood.push((await ask(bo)).outcome);
		expect(flood).toEqual(Array.from({ length: 4 }, () => 'refused'));
		expect(notices().slice(1)).toEqual([expect.stringMatching(/^You have had your 3 replies for today\..*<t:\d+:R>/)]);
		expect((await ask(ellen)).outcome).toBe('replied');
	});

	test('of two people who ask in two channels at once one finds the last room', async () => {
		const { bo, ellen, channel, side, set } = await newGuild('racing');
		await set('server_replies_per_day', '1');
		const asked = [
			world.askThrough(bo, channel, `${world.mention} hi`),
			world.askThrough(ellen, side, `${world.mention} hi`),
		];
		const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome);
		expect(outcomes.toSorted()).toEqual(['refused', 'replied']);
	});

	test('counts a reply that is written anew, and says so to whoever pressed', async () => {
		const { bo, channel, set } = await newGuild('anew');
		await set('channel_replies_per_day', '2');
		const { answers } = await world.askThrough(bo, channel, `${world.mention} hi`);
		const reply = answers.at(-1);
		const press = () => {
			const record = world.saidIn(channel).find(({ message }) => message.id === reply?.message.id);
			const ids = [...JSON.stringify(record?.message.components ?? []).matchAll(/"custom_id":"([^"]*:regenerate)"/g)];
			if (!record) throw new Error('the reply is gone');
			return world.discord.as(bo).button(record.message, ids[0]?.[1] ?? '');
		};
		const generations = () => world.novelai.requests.filter(({ method }) => method === 'POST').length;
		const before = generations();
		press();
		await world.discord.until(() => generations() > before);
		const said = answerText(await press().followUp(1, 10_000));
		expect(said).toMatch(/This channel has had its 2 replies for today\..*<t:\d+:R>/);
		expect(generations()).toBe(before + 1);
	});

	test("holds in direct messages, where a person sets their own, and in a server's threads and channels together", async () => {
		const { bo, channel, side, set } = await newGuild('shared');
		const direct = world.discord.build.openDm(bo);
		const own = new CommandUser(world, bo, direct);
		await own.key('key set', OTHER_KEY, { scope: 'personal' });
		// Its tokenizer comes along, so that the conversation can be had anywhere.
		await own.say('model set', { model: 'kayra-v1', scope: 'personal' });
		await own.say('behavior set', { name: 'user_replies_per_day', value: '1' });
		expect((await world.askThrough(bo, direct, 'hi')).outcome).toBe('replied');
		expect((await world.askThrough(bo, direct, 'hi')).outcome).toBe('refused');
		await set('server_replies_per_day', '2');
		const thread = world.discord.build.addThread(side, 'aside');
		for (const place of [channel, thread]) {
			expect((await world.askThrough(bo, place, `${world.mention} hi`)).outcome).toBe('replied');
		}
		expect((await world.askThrough(bo, side, `${world.mention} hi`)).outcome).toBe('refused');
	});
});

describe('the panel', () => {
	test('shows what holds here, in two parts, to those who manage', async () => {
		const { owner, channel, set, user, ellen } = await newGuild('panel');
		const thread = world.discord.build.addThread(channel, 'below');
		await set('auto_reply', '5-10');
		await set('cooldown', 'user 30', 'channel');
		await set('channel_replies_per_day', '2000');
		await set('server_replies_per_day', 'off');
		await set('allow_personas', '-Tomori');
		await set('allow_channels', `<#${channel.id}>`);
		const panel = await owner.say('behavior show', { part: 'answering' });
		for (const shown of [
			'`auto_reply`\n5-10',
			'`cooldown`\nuser 30',
			'`channel_replies_per_day`\n2,000',
			'`server_replies_per_day`\noff',
			`\`allow_channels\`\n<#${channel.id}>`,
			'`allow_personas`\nThis channel: −Tomori',
			'`members_may_teach`\nNo',
		])
			expect(panel).toContain(shown);
		const below = await user(ellen, thread).say('behavior show', { part: 'answering' });
		expect(below).toContain('`cooldown`\nuser 30');
		expect(below).toContain('`auto_reply`\noff');
	});

	test('suggests settings by what was typed, as many as Discord shows', async () => {
		const { owner } = await newGuild('suggesting');
		expect(await owner.suggestions('behavior set', 'name', 'no such thing')).toEqual([]);
		const one = await owner.suggestions('behavior set', 'name', 'auto_reply');
		expect(one).toEqual([{ name: 'Answer unasked after … messages · auto_reply', value: 'auto_reply' }]);
		expect(await owner.suggestions('behavior set', 'name')).toHaveLength(25);
		const typed = await owner.suggestions('behavior set', 'name', 'replies a day');
		expect(typed.map(({ value }) => value)).toEqual([
			'user_replies_per_day',
			'channel_replies_per_day',
			'server_replies_per_day',
		]);
	});

	test.each([
		[{ name: 'auto_reply', value: '5-1001' }, '5-10'],
		[{ name: 'auto_reply', value: '1', scope: 'server' }, 'This channel'],
		[{ name: 'cooldown', value: 'everybody 5' }, 'strict 30'],
		[{ name: 'server_replies_per_day', value: '0' }, '1–100000, off'],
		[{ name: 'allow_channels', value: 'general' }, '#general #bots -#vents'],
		[{ name: 'allow_personas', value: 'Nobody Here' }, 'Tomori, -Anon'],
		[{ name: 'members_may_teach', value: 'perhaps' }, 'yes, no'],
	])('%j changes nothing', async (given, phrase) => {
		const { owner, member } = await newGuild(`refused-${given.name}-${given.value.replaceAll(/\W/g, '-')}`);
		const said = await owner.say('behavior set', { ...given });
		expect(said).toContain(phrase);
		expect(said.toLowerCase()).toContain('nothing was changed');
		const { name, value } = given;
		expect(await member.say('behavior set', { name, value })).toMatch(/Manage Server/);
	});

	test('stop strings of one channel end the replies there and nowhere else', async () => {
		const { bo, channel, side, set, owner } = await newGuild('stopped');
		expect(await set('llm_stop_strings', 'XYZ', 'channel')).toContain('Saved');
		expect(await owner.say('behavior show')).toContain('`llm_stop_strings`\nXYZ');
		const lastOf = async (at: ChannelRecord) => {
			world.novelai.scripts.queue({ text: ' Hello there. XYZ And more.' });
			return (await world.askThrough(bo, at, `${world.mention} hi`)).answers.map(textOf).join(' ');
		};
		expect(await lastOf(channel)).toBe('Hello there.');
		expect(await lastOf(side)).toContain('And more.');
	});

	test('says what NovelAI makes of it', async () => {
		const { set } = await newGuild('noted');
		expect(await set('llm_stop_speaker_pattern_enabled', 'no')).toContain('this is always on');
		expect(await set('cascade_limit', '2')).toContain('never answer each other by themselves');
	});
});
