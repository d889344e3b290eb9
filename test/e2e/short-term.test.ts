/** What was said in the last hours: where it comes up, where it never does, and what people do with it. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#adapters/postgres/connect';
import { createPeopleStore } from '#adapters/postgres/people-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { ChannelRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, OTHER_KEY, type TestGuild } from '../support/bot-world.ts';
import { recordingLog } from '../support/store-log.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

/** How often something of a channel was noted so far. */
function notes(channel: ChannelRecord): number {
	const lines = world.logLines.map((line) => JSON.parse(line) as { readonly msg: string; readonly channelId?: string });
	return lines.filter(({ msg, channelId }) => msg === 'short-term memory is noted' && channelId === channel.id).length;
}

async function noted(channel: ChannelRecord, act: () => unknown): Promise<void> {
	const before = notes(channel);
	await act();
	await world.discord.until(() => notes(channel) > before, 15_000);
}

/** What a person says, and what the bot answers. */
interface Said {
	readonly text: string;
	readonly reply: string;
}

/** A person speaks to the bot and it answers; the prompt that it was given. */
async function talk(channel: ChannelRecord, user: APIUser, said: string | Said): Promise<string> {
	const { text, reply } = typeof said === 'string' ? { text: said, reply: 'Indeed.' } : said;
	world.novelai.scripts.queue({ text: ` ${reply}` });
	const before = world.novelai.requests.length;
	await noted(channel, async () => {
		expect((await world.askThrough(user, channel, `${world.mention} ${text}`)).outcome).toBe('replied');
	});
	return world.novelai.requests.slice(before).find((request) => request.prompt)?.prompt ?? '';
}

const lineAbout = (prompt: string, channel: ChannelRecord): string =>
	prompt.split('\n').find((line) => line.includes(`in #${channel.name}:`)) ?? '';

async function newPlace(name: string) {
	const place = await world.addGuild(name);
	const side = world.discord.build.addChannel(place.guild, `side-${name}`);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	return { ...place, side, bo, owner: new CommandUser(world, place.ellen, place.channel) };
}

/** Only those who are let in may read it, the bot among them. */
function close(channel: ChannelRecord, { guild }: TestGuild): void {
	world.discord.build.deny(channel, ['ViewChannel'], guild.id);
	world.discord.build.allow(channel, ['ViewChannel', 'SendMessages', 'ReadMessageHistory']);
}

const pressDelete = (channel: ChannelRecord, user: APIUser, action: 'regenerate' | 'continue' | 'delete') => {
	const record = world.saidIn(channel).findLast((each) => !each.deleted);
	const rows = (record?.message.components ?? []) as { components?: { custom_id: string }[] }[];
	const button = rows.flatMap((row) => row.components ?? []).find((each) => each.custom_id.endsWith(`:${action}`));
	return world.discord.as(user).button(record?.message ?? '', button?.custom_id ?? '');
};

describe('the last hours', () => {
	test('come up in another channel of the server, in whose words they were, and not where the history shows them', async () => {
		const { channel, side, ellen, bo } = await newPlace('elsewhere');
		world.discord.as(bo).send(channel, { content: 'I lost the "brass" key', silent: true });
		await talk(channel, ellen, { text: 'who has the lighthouse key?', reply: 'Bo lost it.' });
		const there = await talk(side, ellen, 'hello');
		expect(lineAbout(there, channel)).toMatch(
			/Earlier in #general: Bo said "I lost the 'brass' key"; Ellen said "Tomori who has the lighthouse key\?"; Tomori said "Bo lost it\."/,
		);
		expect(there.indexOf('lighthouse')).toBeLessThan(there.indexOf('\n***'));
		const here = await talk(channel, ellen, 'and?');
		expect(here.match(/lighthouse/g)).toHaveLength(1);
		expect(lineAbout(here, side)).toContain('Ellen said "Tomori hello"');
	});

	test('of a private channel come up nowhere else, nor of one that has become private or has an age limit', async () => {
		const place = await newPlace('private');
		const { channel, side, ellen, guild } = place;
		close(side, place);
		await talk(side, ellen, 'the secret is marzipan');
		expect(await talk(channel, ellen, 'hello')).not.toContain('marzipan');
		const adult = world.discord.build.addChannel(guild, 'adult', { nsfw: true });
		await talk(adult, ellen, 'the secret is absinthe');
		const hidden = world.discord.build.addThread(channel, 'hidden', { type: 12 });
		await talk(hidden, ellen, 'the secret is nougat');
		const open = world.discord.build.addChannel(guild, 'open');
		await talk(open, ellen, 'the news is praline');
		const prompt = await talk(channel, ellen, 'and now?');
		for (const secret of ['absinthe', 'nougat', 'marzipan']) expect(prompt).not.toContain(secret);
		expect(prompt).toContain('praline');
		close(open, place);
		expect(await talk(channel, ellen, 'and again?')).not.toContain('praline');
		expect(await talk(side, ellen, 'what else?')).toContain('in #general:');
	});

	test('of direct messages stay there, and of other servers too', async () => {
		const { channel, ellen } = await newPlace('one');
		const two = await newPlace('two');
		const direct = world.discord.build.openDm(ellen);
		await world.setKey(ellen, direct, { key: OTHER_KEY, scope: 'personal' });
		await talk(direct, ellen, 'between us: marzipan');
		await talk(two.channel, two.ellen, 'only here: praline');
		const prompt = await talk(channel, ellen, 'hello');
		expect(prompt).not.toMatch(/marzipan|praline|Earlier/);
	});

	test('are of three other channels at most, those that were noted last', async () => {
		const { channel, ellen, guild } = await newPlace('three');
		for (const name of ['first', 'second', 'third', 'fourth']) {
			await talk(world.discord.build.addChannel(guild, name), ellen, `hello ${name}`);
		}
		const prompt = await talk(channel, ellen, 'hello');
		const told = [...prompt.matchAll(/Earlier in #(\w+):/g)].map(([, name]) => name);
		expect(told).toEqual(['second', 'third', 'fourth']);
	});

	test('hold ten messages, and come back in their own channel once the history is past them', async () => {
		const { channel, side, ellen, bo, owner } = await newPlace('window');
		await owner.say('behavior set', { name: 'message_fetch_limit', value: '20', scope: 'server' });
		const say = (user: APIUser, text: string) => world.discord.as(user).send(channel, { content: text, silent: true });
		for (let number = 1; number <= 12; number += 1) say(number % 2 === 0 ? ellen : bo, `word ${number}.`);
		await talk(channel, ellen, { text: 'remember the harbour', reply: 'I will.' });
		const elsewhere = lineAbout(await talk(side, ellen, 'hello'), channel);
		expect(elsewhere).toContain('harbour');
		expect(elsewhere.match(/word \d+\./g)).toEqual([5, 6, 7, 8, 9, 10, 11, 12].map((number) => `word ${number}.`));
		for (let number = 1; number <= 25; number += 1) say(ellen, `later ${number}`);
		const later = await talk(channel, ellen, 'and now?');
		expect(later).toMatch(/Earlier: .*remember the harbour/);
		expect(await talk(channel, ellen, 'and then?')).not.toContain('harbour');
	});

	test('are no longer told once the message or the reply is gone, and a reply is told as it stands', async () => {
		const { channel, side, ellen, bo } = await newPlace('gone');
		const slip = world.discord.as(bo).send(channel, { content: 'my pin is 4711', silent: true });
		await talk(channel, ellen, { text: 'hi', reply: 'Old words.' });
		expect(await talk(side, ellen, 'one')).toMatch(/4711.*Old words/);
		await noted(channel, () => world.discord.as(bo).delete(slip));
		world.novelai.scripts.queue({ text: ' New words.' });
		await noted(channel, () => pressDelete(channel, ellen, 'regenerate'));
		const changed = await talk(side, ellen, 'two');
		expect(lineAbout(changed, channel)).toContain('Tomori said "New words."');
		expect(changed).not.toMatch(/4711|Old words/);
		world.novelai.scripts.queue({ text: ' Further words.' });
		await noted(channel, () => pressDelete(channel, ellen, 'continue'));
		expect(lineAbout(await talk(side, ellen, 'three'), channel)).toContain('Tomori said "New words. Further words."');
		await noted(channel, () => pressDelete(channel, ellen, 'delete'));
		const bare = lineAbout(await talk(side, ellen, 'four'), channel);
		expect(bare).toContain('Ellen said "Tomori hi"');
		expect(bare).not.toContain('words');
	});

	test('of a turn that was stopped are not kept, nor of one that failed', async () => {
		const { channel, side, ellen, owner } = await newPlace('stopped');
		const gate = newGate();
		const text = `${'Words that were said. '.repeat(30)}\n\nAnd never these, which are many more than before.`;
		world.novelai.scripts.queue({ text: ` ${text}`, pauseAfterTokens: { tokens: 170, until: gate.opened } });
		const trigger = world.discord.as(ellen).send(channel, `${world.mention} go on about kelp`);
		await world.discord.until(() => world.saidIn(channel).length > 0, 15_000);
		expect(await owner.say('stop')).toContain('Stopped.');
		expect(await world.outcomeOf(trigger.id)).toBe('replied');
		gate.open();
		world.novelai.scripts.queue({ text: '' }, { times: 2 });
		expect((await world.askThrough(ellen, channel, `${world.mention} kelp?`)).outcome).toBe('failed');
		expect(await talk(side, ellen, 'hello')).not.toContain('kelp');
	});

	test('hold no word of blocked people, also when they were blocked later', async () => {
		const { channel, side, ellen, bo, owner } = await newPlace('blocked');
		world.discord.as(bo).send(channel, { content: 'rude marzipan', silent: true });
		await talk(channel, ellen, 'hi');
		expect(await talk(side, ellen, 'one')).toContain('marzipan');
		await owner.say('block user', { user: bo });
		expect(await talk(side, ellen, 'two')).not.toContain('marzipan');
		world.discord.as(bo).send(channel, { content: 'rude praline', silent: true });
		await talk(channel, ellen, 'still here');
		await owner.say('block unblock', { user: bo.id });
		const prompt = await talk(side, ellen, 'three');
		expect(prompt).toContain('still here');
		expect(prompt).not.toContain('praline');
	});

	test('hold no word of people who keep out of every context, whose own turns are none', async ({ skip }) => {
		const { databaseUrl } = world;
		if (databaseUrl === null) return skip('needs a second connection to the database');
		const { channel, side, ellen, bo } = await newPlace('privacy');
		await talk(channel, bo, 'I am marzipan');
		const opened = await openDatabase({ databaseUrl }, recordingLog());
		if (!opened.ok) throw new Error(opened.error.sentence);
		const { db } = opened.value;
		const userId = await createWorkspaceStore(db).ensureUser({ discordId: bo.id, displayName: 'Bo' });
		await createPeopleStore(db).setPrivacyLevel(userId, 2);
		await opened.value.close();
		expect(await talk(side, ellen, 'one')).not.toContain('marzipan');
		world.discord.as(bo).send(channel, { content: 'I am praline', silent: true });
		expect((await world.askThrough(bo, channel, `${world.mention} and nougat`)).outcome).toBe('ignored');
		await talk(channel, ellen, 'hello');
		expect(await talk(side, ellen, 'two')).not.toMatch(/praline|nougat|marzipan/);
	});
});

describe('/memory short-term', () => {
	test('shows what is kept, clears it, and says where it stands', async () => {
		const { channel, side, ellen, bo, owner, guild } = await newPlace('commands');
		const beside = new CommandUser(world, ellen, side);
		const member = new CommandUser(world, bo, channel);
		expect(await owner.say('memory short-term show')).toContain('none');
		await talk(channel, ellen, 'cocoa *now*');
		await talk(side, ellen, 'coffee');
		const shown = await owner.say('memory short-term show');
		expect(shown).toContain('What Tomori keeps of the last hours');
		expect(shown).toContain(`<#${channel.id}> · **Ellen**: Tomori cocoa \\*now\\*`);
		expect(shown).toContain(`<#${side.id}> · **Ellen**: Tomori coffee`);
		expect(await owner.say('memory short-term clear')).toContain('this channel are forgotten');
		expect(await beside.say('memory short-term show')).not.toContain('cocoa');
		expect(await beside.say('memory short-term clear', { where: 'server' })).toContain('all channels');
		expect(await beside.say('memory short-term show')).toContain('none');
		const other = world.discord.build.addChannel(guild, 'other');
		expect(await talk(other, ellen, 'hi')).not.toMatch(/cocoa|coffee/);
		for (const command of ['show', 'clear']) {
			expect(await member.say(`memory short-term ${command}`)).toContain('Manage Server');
		}
		expect(await member.say('memory short-term mode', { mode: 'inline' })).toContain('Manage Server');
	});

	test('deferred, the last hours stand inside the conversation for models that read them there', async () => {
		const { channel, side, ellen, owner } = await newPlace('mode');
		const said = await owner.say('memory short-term mode', { mode: 'deferred', depth: '3' });
		expect(said).toContain('before its last 3 entries');
		expect(said).toContain('NovelAI');
		await talk(channel, ellen, 'tea');
		expect(await talk(side, ellen, 'hi')).toContain('in #general:');
		expect(await owner.say('memory short-term show')).toContain('before its last 3 entries');
		expect(await owner.say('memory short-term mode', { mode: 'deferred' })).toContain('last 4 entries');
		for (const depth of ['101', '-1', 'deep']) {
			expect(await owner.say('memory short-term mode', { mode: 'deferred', depth })).toContain('from 0 to 100');
		}
		expect(await owner.say('memory short-term mode', { mode: 'inline' })).toContain('among the memories');
	});
});
