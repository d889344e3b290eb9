/** The real process: ended, killed and started again, with people writing meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ChannelRecord, MessageRecord } from '#playground/discord-server/records';
import { type DiscordServer, startDiscordServer } from '#playground/discord-server/start-discord-server';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { type NovelaiServer, startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import { BotProcess } from '../support/bot-process.ts';
import { textOf } from '../support/bot-world.ts';
import { checkExchanges } from '../support/discord-openapi.ts';
import { postgresForTest } from '../support/store-for-test.ts';

const KEY = 'pst-the-operators-own-key';
const OWN_TOKENIZERS = join(import.meta.dirname, '..', '..', 'tokenizers');

let discord: DiscordServer;
let novelai: NovelaiServer;
let folder: string;
let processes: BotProcess[] = [];

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'tomori-downtime-'));
	discord = await startDiscordServer();
	novelai = await startNovelaiServer({
		accounts: { [KEY]: { tier: 3, active: true } },
		tokenizerDirectories: [OWN_TOKENIZERS],
	});
});

afterEach(async () => {
	for (const bot of processes) await bot.end('SIGKILL');
	processes = [];
	expect(novelai.scripts.pending).toBe(0);
	expect(novelai.violations).toEqual([]);
	expect(discord.unknownRoutes).toEqual([]);
	expect(checkExchanges(discord.requests)).toEqual([]);
});

afterAll(async () => {
	await novelai.stop();
	await discord.stop();
	rmSync(folder, { recursive: true, force: true });
});

type Variables = Readonly<Record<string, string>>;

/** Variables with a database of their own, so that every process started with them is the same bot. */
async function variablesFor(changes: Variables = {}): Promise<Variables> {
	const postgres = await postgresForTest();
	return {
		DISCORD_TOKEN: discord.token,
		DISCORD_API_URL: discord.apiUrl,
		NOVELAI_TEXT_URL: novelai.url,
		NOVELAI_ACCOUNT_URL: novelai.url,
		NOVELAI_API_KEY: KEY,
		CRYPTO_SECRET: 'a long secret that only this test knows',
		COALESCE_MS: '0',
		HEALTH_PORT: '0',
		LOG_LEVEL: 'debug',
		DATA_DIR: mkdtempSync(join(folder, 'data-')),
		...(postgres ? { DATABASE_URL: postgres.databaseUrl } : {}),
		...changes,
	};
}

async function startReady(variables: Variables): Promise<BotProcess> {
	const bot = new BotProcess(variables);
	processes.push(bot);
	await bot.line('ready');
	return bot;
}

/** A guild with three members that speaks through the model that every installation can count. */
async function place(name: string) {
	const { build } = discord;
	const [ellen, bo, ada] = ['ellen', 'bo', 'ada'].map((each) => build.addUser(`${each}.${name}`, { globalName: each }));
	if (!ellen || !bo || !ada) throw new Error('nobody is there');
	const guild = build.addGuild(name, { owner: ellen });
	for (const user of [bo, ada]) build.addMember(guild, user);
	const channel = build.addChannel(guild, 'general');
	const options = { model: 'kayra-v1', scope: 'server' };
	await discord.as(ellen).slash(channel, 'model set', { options }).response();
	return { ellen, bo, ada, guild, channel };
}

const mention = (): string => `<@${discord.world.application.bot.id}>`;

function spoken(channel: ChannelRecord): readonly MessageRecord[] {
	return discord.botMessages(channel).filter((record) => record.origin === 'bot' && !record.deleted);
}

const said = (channel: ChannelRecord): readonly string[] => spoken(channel).map(textOf);

const outcomes = (bot: BotProcess, channel: ChannelRecord) =>
	bot.log().filter((line) => line.msg === 'turn ended' && line['channelId'] === channel.id);

test('S061 S062 a deploy in the middle of a reply loses nobody and answers nobody twice', async () => {
	const variables = await variablesFor();
	const first = await startReady(variables);
	const { ellen, bo, ada, channel } = await place('deploy');
	const gate = newGate();
	novelai.scripts.queue({ text: ' One for Ellen.', waitFor: gate.opened });
	const asked = novelai.requests.length;
	const running = discord.as(ellen).send(channel, `${mention()} hi`);
	await novelai.until((server) => server.requests.slice(asked).some((request) => request.model !== null));
	const queued = discord.as(bo).send(channel, `${mention()} and me?`);
	first.signal('SIGTERM');
	await first.line('a turn is left for the next start');
	const missed = discord.as(ada).send(channel, `${mention()} who is there?`);
	gate.open();
	expect(await first.exit()).toBe(0);
	expect(said(channel)).toEqual(['One for Ellen.']);
	expect(outcomes(first, channel)).toMatchObject([{ outcome: 'replied', triggerId: running.id }]);
	for (const text of [' Two for Bo.', ' Three for Ada.']) novelai.scripts.queue({ text });
	const second = await startReady(variables);
	await discord.until(() => said(channel).length === 3, 20_000);
	expect(await second.end('SIGTERM')).toBe(0);
	const replied = spoken(channel).map(({ message }) => message.message_reference?.message_id);
	expect(replied).toEqual([undefined, queued.id, missed.id]);
	const third = await startReady(variables);
	for (const { id } of [running, queued, missed]) discord.gateway.redeliver(id);
	novelai.scripts.queue({ text: ' Four.' });
	discord.as(ellen).send(channel, `${mention()} still here?`);
	await discord.until(() => said(channel).includes('Four.'), 20_000);
	expect(await third.end('SIGTERM')).toBe(0);
	expect(said(channel)).toHaveLength(4);
}, 120_000);

test('S061 what came after a crash is answered once, and the words of personas are not', async () => {
	const variables = await variablesFor();
	const first = await startReady(variables);
	const { ellen, bo, ada, channel } = await place('crash');
	novelai.scripts.queue({ text: ' Before.' });
	discord.as(ellen).send(channel, `${mention()} hi`);
	await discord.until(() => said(channel).length === 1, 15_000);
	expect(await first.end('SIGTERM')).toBe(0);
	const second = await startReady(variables);
	await second.end('SIGKILL');
	const missed = discord.as(bo).send(channel, `${mention()} hello?`);
	discord.as(ada).send(channel, 'tomori?');
	discord.gateway.refuseResumes = true;
	novelai.scripts.queue({ text: ' After.' });
	const third = await startReady(variables);
	await discord.until(() => said(channel).length === 2, 20_000);
	expect(await third.end('SIGTERM')).toBe(0);
	discord.gateway.refuseResumes = false;
	expect(said(channel)).toEqual(['Before.', 'After.']);
	expect(outcomes(third, channel)).toMatchObject([{ outcome: 'replied', triggerId: missed.id }]);
}, 120_000);

test('a second signal ends at once, and the reply that it cut is not lost', async () => {
	const variables = await variablesFor({ DRAIN_MS: '60000' });
	const first = await startReady(variables);
	const { ellen, channel } = await place('insisted');
	const gate = newGate();
	novelai.scripts.queue({ text: ' Never heard.', waitFor: gate.opened });
	const asked = novelai.requests.length;
	discord.as(ellen).send(channel, `${mention()} hi`);
	await novelai.until((server) => server.requests.slice(asked).some((request) => request.model !== null));
	first.signal('SIGTERM');
	await first.line('shutting down');
	const insist = setInterval(() => first.signal('SIGTERM'), 50);
	expect(await first.exit()).toBe(0);
	clearInterval(insist);
	gate.open();
	expect(said(channel)).toEqual([]);
	novelai.scripts.queue({ text: ' Heard.' });
	const second = await startReady(variables);
	await discord.until(() => said(channel).length > 0, 30_000);
	expect(await second.end('SIGTERM')).toBe(0);
	expect(said(channel)).toEqual(['Heard.']);
}, 120_000);
