/** What is stored of people decides what a prompt shows of them. */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#adapters/postgres/connect';
import type { Database } from '#adapters/postgres/database';
import { createPeopleStore } from '#adapters/postgres/people-store';
import { createPersonaBlockStore } from '#adapters/postgres/persona-block-store';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { createProxyStore } from '#adapters/postgres/proxy-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { ChannelRecord } from '#playground/discord-server/records';
import { BotWorld, type TestGuild } from '../support/bot-world.ts';
import { recordingLog } from '../support/store-log.ts';

let world: BotWorld;
let bo: APIUser;

beforeAll(async () => {
	world = await BotWorld.start({ PERSONA_USER_BLOCK_CACHE_TTL_SECONDS: '0' });
	bo = world.discord.build.addUser('bo', { globalName: 'Bo' });
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

async function newPlace(name: string): Promise<TestGuild> {
	const place = await world.addGuild(name);
	world.discord.build.addMember(place.guild, bo);
	return place;
}

const say = (channel: ChannelRecord, content: string, user: APIUser = bo): APIMessage =>
	world.discord.as(user).send(channel, { content, silent: true });

/** What the stand-in model was asked when Ellen spoke to the bot. */
async function promptOf({ channel, ellen }: TestGuild, message = 'and?'): Promise<string> {
	world.novelai.scripts.queue({ text: ' Hm.' });
	const { outcome } = await world.askThrough(ellen, channel, `${world.mention} ${message}`);
	expect(outcome).toBe('replied');
	return world.novelai.requests.at(-1)?.prompt ?? '';
}

describe('what is stored of people', () => {
	/** Writes into the bot's database through a connection of its own. */
	async function stored<T>(databaseUrl: string, write: (db: Database) => Promise<T>): Promise<T> {
		const opened = await openDatabase({ databaseUrl }, recordingLog());
		if (!opened.ok) throw new Error(opened.error.sentence);
		try {
			return await write(opened.value.db);
		} finally {
			await opened.value.close();
		}
	}

	async function knownPlace(name: string, db: Database) {
		const place = await newPlace(name);
		await promptOf(place, 'hello');
		const key = { kind: 'guild', discordId: place.guild.id, locale: null } as const;
		const workspace = await createWorkspaceStore(db).findWorkspace(key);
		if (!workspace) throw new Error('the bot has not been there');
		return { place, workspace, persona: await createPersonaStore(db).mainPersona(workspace.id) };
	}

	test('the words of a blocked person are gone, what others say of them stays, and they call in vain', async ({
		skip,
	}) => {
		const { databaseUrl } = world;
		if (databaseUrl === null) return skip('needs a second connection to the database');
		await stored(databaseUrl, async (db) => {
			const { place, workspace, persona } = await knownPlace('blocked', db);
			const block = { personaId: persona.id, userDiscordId: bo.id, blockType: 'block' as const, reason: null };
			await createPersonaBlockStore(db).saveBlock(workspace.id, { ...block, expiresAtMs: null });
			const other = await newPlace('not-blocked');
			for (const { channel } of [place, other]) say(channel, 'something rude');
			say(place.channel, 'Bo was rude', place.ellen);
			const prompt = await promptOf(place);
			expect(prompt).toContain('Ellen: Bo was rude');
			expect(prompt).not.toContain('something rude');
			expect(await promptOf(other)).toContain('Bo: something rude');
			const asked = await world.askThrough(bo, place.channel, `${world.mention} and me?`);
			expect(asked).toMatchObject({ outcome: 'ignored', answers: [] });
		});
	});

	test('people have the names that they asked for, and who keeps out of contexts is not in one', async ({ skip }) => {
		const { databaseUrl } = world;
		if (databaseUrl === null) return skip('needs a second connection to the database');
		await stored(databaseUrl, async (db) => {
			const { place } = await knownPlace('names', db);
			const mina = world.discord.build.addUser('mina', { globalName: 'Mina' });
			world.discord.build.addMember(place.guild, mina);
			const workspaces = createWorkspaceStore(db);
			const people = createPeopleStore(db);
			const elle = await workspaces.ensureUser({ discordId: place.ellen.id, displayName: 'Ellen' });
			await people.setNickname(elle, 'Captain');
			await people.setPrivacyLevel(await workspaces.ensureUser({ discordId: mina.id, displayName: 'Mina' }), 2);
			say(place.channel, 'nobody must know', mina);
			const prompt = await promptOf(place, `hello <@${mina.id}>`);
			expect(prompt).toContain('Captain: Tomori hello');
			expect(prompt).not.toContain('nobody must know');
			const asked = await world.askThrough(mina, place.channel, `${world.mention} and me?`);
			expect(asked).toMatchObject({ outcome: 'ignored', answers: [] });
		});
	});

	test('a webhook through which the bot speaks as a person says what that person says', async ({ skip }) => {
		const { databaseUrl } = world;
		if (databaseUrl === null) return skip('needs a second connection to the database');
		await stored(databaseUrl, async (db) => {
			const place = await newPlace('impersonated');
			const applicationId = world.discord.world.application.id;
			const webhook = world.discord.build.addWebhook(place.channel, 'spoken-for', { applicationId });
			const speaks = { webhookId: webhook.id, channelId: place.channel.id, userDiscordId: bo.id };
			await createProxyStore(db).recordImpersonation(speaks);
			world.discord.sendAsWebhook(webhook, { username: 'Tomori', content: 'I am somebody else.', silent: true });
			say(place.channel, 'It was me.');
			expect(await promptOf(place)).toContain('\nBo: I am somebody else.\nIt was me.');
		});
	});
});
