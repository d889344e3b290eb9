/** What is told to be remembered, and when it comes up in a prompt. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#adapters/postgres/connect';
import type { Database } from '#adapters/postgres/database';
import { createPeopleStore } from '#adapters/postgres/people-store';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { serverStmConfigs, shortTermMemories } from '#adapters/postgres/schema/memories';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { ChannelRecord } from '#playground/discord-server/records';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, type TestGuild } from '../support/bot-world.ts';
import { recordingLog } from '../support/store-log.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start({ MAX_SERVER_MEMORIES: '3', MAX_PERSONAL_MEMORIES: '2', MAX_MEMORY_LENGTH: '60' });
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
	const user = (who: APIUser, channel: ChannelRecord = place.channel) => new CommandUser(world, who, channel);
	return { ...place, bo, user, owner: user(place.ellen), member: user(bo) };
}

/** The prompt of the next reply. */
async function promptOf(user: CommandUser, text = 'hi'): Promise<string> {
	const { outcome, generations } = await user.talk(text);
	expect(outcome).toBe('replied');
	return generations[0]?.prompt ?? '';
}

/** What the commands of later days will change, changed in the bot's own database. */
async function inDatabase(
	change: (db: Database, place: Awaited<ReturnType<typeof rowsOf>>) => Promise<unknown>,
	at: TestGuild,
) {
	const opened = await openDatabase({ databaseUrl: world.databaseUrl ?? '' }, recordingLog());
	if (!opened.ok) throw new Error(opened.error.sentence);
	try {
		await change(opened.value.db, await rowsOf(opened.value.db, at));
	} finally {
		await opened.value.close();
	}
}

async function rowsOf(db: Database, { guild, ellen }: TestGuild) {
	const workspaces = createWorkspaceStore(db);
	const workspace = await workspaces.findWorkspace({ kind: 'guild', discordId: guild.id, locale: null });
	const userId = await workspaces.findUser(ellen.id);
	if (!workspace || !userId) throw new Error('the guild or its owner is not stored yet');
	const persona = await createPersonaStore(db).mainPersona(workspace.id);
	return { workspace, userId, persona };
}

/** Where the store has one owner only, nobody else can change it. */
const needsSecondConnection = () => world.databaseUrl === null;

describe('/memory add', () => {
	test("the server's memory is in the next prompt, and in no other server's", async () => {
		const here = await newGuild('shared');
		const elsewhere = await newGuild('elsewhere');
		expect(await here.owner.say('memory add', { text: 'The  tea house closes at nine', scope: 'server' })).toContain(
			'Tomori will remember that.',
		);
		expect(await promptOf(here.owner)).toContain('The tea house closes at nine.');
		expect(await promptOf(here.member)).toContain('The tea house closes at nine.');
		expect(await promptOf(elsewhere.owner)).not.toContain('tea house');
	});

	test('carries no id, tag or owner into the prompt', async () => {
		const { owner } = await newGuild('plain');
		await owner.say('memory add', { text: 'The quay floods', tags: '#general, floodword', scope: 'server' });
		await owner.say('memory add', { text: 'Rows at dawn', scope: 'personal' });
		const prompt = await promptOf(owner, 'floodword?');
		const lines = prompt.split('\n');
		expect(lines).toContain('The quay floods.');
		expect(lines).toContain('Rows at dawn.');
		expect(prompt.match(/floodword/gi)).toHaveLength(1);
	});

	test("a person's memory comes up where they speak, and not where others do", async () => {
		const { owner, member, user, guild, bo } = await newGuild('personal');
		await member.say('memory add', { text: 'Bo collects stamps' });
		const side = world.discord.build.addChannel(guild, 'side');
		expect(await promptOf(user(bo, side))).toContain('Bo collects stamps.');
		expect(await promptOf(user(bo))).toContain('Bo collects stamps.');
		const quiet = world.discord.build.addChannel(guild, 'quiet');
		expect(await promptOf(new CommandUser(world, await ownerOf(guild.id), quiet))).not.toContain('stamps');
		expect(await promptOf(owner)).toContain('Bo collects stamps.');
	});

	test('a channel tag keeps it to the channel and its threads, a keyword to when it is spoken of, and both to both', async () => {
		const { owner, user, guild, ellen, channel } = await newGuild('gates');
		const side = world.discord.build.addChannel(guild, 'side');
		await owner.say('memory add', { text: 'Only aside', tags: '#side', scope: 'server' });
		await owner.say('memory add', { text: 'Only by word', tags: 'comet', scope: 'server' });
		await owner.say('memory add', { text: 'Only both', tags: `<#${side.id}>, comet`, scope: 'server' });
		const seen = async (where: ChannelRecord, text: string) => {
			const prompt = await promptOf(user(ellen, where), text);
			return ['Only aside', 'Only by word', 'Only both'].filter((memory) => prompt.includes(memory));
		};
		expect(await seen(channel, 'hello')).toEqual([]);
		expect(await seen(side, 'the comets')).toEqual(['Only aside']);
		expect(await seen(channel, 'the COMET!')).toEqual(['Only by word']);
		const thread = world.discord.build.addThread(side, 'a thread');
		expect(await seen(thread, 'hello')).toEqual(['Only aside']);
		expect(await seen(side, 'a comet')).toEqual(['Only aside', 'Only by word', 'Only both']);
	});

	test('another persona knows nothing of it', async () => {
		const { owner } = await newGuild('lineage');
		await owner.say('memory add', { text: 'Only Tomori knows', scope: 'server' });
		await owner.say('memory add', { text: 'Told to Tomori', scope: 'personal' });
		await owner.fill('persona create', { name: 'Mira', personality: 'Mira bakes bread.' }, { main: 'yes' });
		const prompt = await promptOf(owner);
		expect(prompt).toContain('Mira bakes bread.');
		expect(prompt).not.toContain('Only Tomori knows');
		expect(prompt).not.toContain('Told to Tomori');
	});

	test("a privacy level above 0 and the server's blacklist keep a person's memories out", async ({ skip }) => {
		skip(needsSecondConnection(), 'needs a second connection to the database');
		const place = await newGuild('privacy');
		await place.owner.say('memory add', { text: 'Ellen hums', scope: 'personal' });
		expect(await promptOf(place.owner)).toContain('Ellen hums.');
		const { ellen } = place;
		await inDatabase((db, { userId }) => createPeopleStore(db).setPrivacyLevel(userId, 1), place);
		expect(await promptOf(place.owner)).not.toContain('Ellen hums');
		await inDatabase((db, { userId }) => createPeopleStore(db).setPrivacyLevel(userId, 0), place);
		await inDatabase((db, { workspace }) => createPeopleStore(db).setPersonal(workspace.id, ellen.id, false), place);
		expect(await promptOf(place.owner)).not.toContain('Ellen hums');
		await inDatabase((db, { workspace }) => createPeopleStore(db).setPersonal(workspace.id, ellen.id, true), place);
		expect(await promptOf(place.owner)).toContain('Ellen hums.');
	});

	test('notes of the last hours reach the prompt, inline and at a depth', async ({ skip }) => {
		skip(needsSecondConnection(), 'needs a second connection to the database');
		const place = await newGuild('short-term');
		await place.owner.talk();
		await inDatabase(async (db, { workspace, persona }) => {
			const { lineageId } = persona;
			const note = { serverId: workspace.id, lineageId, channelId: place.channel.id };
			const expiresAt = new Date(Date.now() + 3_600_000);
			await db.insert(shortTermMemories).values({ ...note, content: 'They argued about tea', expiresAt });
		}, place);
		expect(await promptOf(place.owner)).toContain('They argued about tea.');
		await inDatabase(
			(db, { workspace }) => db.insert(serverStmConfigs).values({ serverId: workspace.id, depth: 1 }),
			place,
		);
		expect(await promptOf(place.owner)).toContain('They argued about tea.');
	});
});

/** The owner of a guild as a person of the world. */
async function ownerOf(guildId: string): Promise<APIUser> {
	const guild = world.discord.world.guilds.get(guildId);
	return world.discord.world.user(guild?.ownerId ?? '');
}

describe('limits of memories', () => {
	test('are refused with the limit named, and nothing is stored', async () => {
		const { owner, member } = await newGuild('limits');
		expect(await owner.say('memory add', { text: 'x'.repeat(61), scope: 'server' })).toContain('at most 60 characters');
		expect(await owner.say('memory add', { text: '   ', scope: 'server' })).toContain('nothing was stored');
		const tags = Array.from({ length: 11 }, (_, index) => `word${index}`).join(',');
		expect(await owner.say('memory add', { text: 'x', tags, scope: 'server' })).toContain('at most 10 tags');
		for (const text of ['one', 'two', 'three']) await owner.say('memory add', { text, scope: 'server' });
		expect(await owner.say('memory add', { text: 'four', scope: 'server' })).toContain('at most 3 memories');
		for (const text of ['one', 'two']) await member.say('memory add', { text });
		expect(await member.say('memory add', { text: 'three' })).toContain('A person may have at most 2 memories');
		const list = await owner.say('memory list', { scope: 'server' });
		expect(list).toContain('Page 1 of 1 (3)');
		expect(list).not.toContain('four');
	});

	test('a member tells and sees nothing of the server, but their own', async () => {
		const { member } = await newGuild('member');
		expect(await member.say('memory add', { text: 'x', scope: 'server' })).toContain('Manage Server');
		expect(await member.say('memory list', { scope: 'server' })).toContain('Manage Server');
		expect(await member.say('memory list')).toContain('none');
		await member.say('memory add', { text: 'I *row*', tags: '#general, boats' });
		expect(await member.say('memory list')).toContain('I \\*row\\* (\\#general, boats)');
	});

	test.each([
		['ja', '覚えておきます'],
		['pt-BR', 'vai lembrar disso'],
	])('is answered in %s', async (locale, phrase) => {
		const { owner } = await newGuild(`language-${locale}`);
		expect(await owner.say('memory add', { text: 'x', scope: 'server' }, locale)).toContain(phrase);
	});
});

describe('/sample', () => {
	test('an example is stored, listed and in the next prompt', async () => {
		const { owner, member } = await newGuild('samples');
		const said = await owner.fill('sample add', { user: 'where is the lake', answer: '*points*  at the map' });
		expect(said).toContain('Tomori has 3 examples now.');
		await owner.fill('sample add', { answer: 'I hum to myself' });
		const prompt = await promptOf(owner);
		expect(prompt).toContain('Ellen: Where is the lake');
		expect(prompt).toContain('Tomori: *points* at the map');
		expect(prompt).toContain('Tomori: I hum to myself');
		expect(await owner.say('sample list')).toContain('> where is the lake');
		expect(await member.say('sample list')).toContain('Manage Server');
		expect(await member.fill('sample add', { answer: 'x' })).toContain('Manage Server');
	});

	test('no more than 15, and the refusal names the limit', async () => {
		const { owner } = await newGuild('sample-limit');
		for (let number = 3; number <= 15; number += 1) await owner.fill('sample add', { answer: `Example ${number}` });
		expect(await owner.fill('sample add', { answer: 'One more' })).toContain('at most 15 examples');
		const second = await owner.say('sample list', { page: '2' });
		expect(second).toContain('Page 2 of 2 (15)');
		expect(second).toContain('Example 15');
		expect(second).not.toContain('Example 10');
	});
});
