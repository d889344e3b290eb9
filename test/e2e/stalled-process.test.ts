/** A process that stands still in the middle of a turn, and goes on after another one has brought that turn to its end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type DiscordServer, startDiscordServer } from '#playground/discord-server/start-discord-server';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { type NovelaiServer, startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import { BotProcess } from '../support/bot-process.ts';
import { isNotice, OPERATOR_KEY, textOf } from '../support/bot-world.ts';
import { countRows, untilRows } from '../support/count-rows.ts';
import { shownBetween } from '../support/crash-replies.ts';
import { postgresForTest } from '../support/store-for-test.ts';

/** Only a real server is shared. */
const needsPostgres = inject('store').socketDir === null;
const OWN_TOKENIZERS = join(import.meta.dirname, '..', '..', 'tokenizers');
const waitMs = 60_000;

let discord: DiscordServer;
let novelai: NovelaiServer;
let databaseUrl: string;
const folder = mkdtempSync(join(tmpdir(), 'tomori-stalled-'));
const processes: BotProcess[] = [];

async function start(): Promise<BotProcess> {
	const bot = new BotProcess({
		DISCORD_TOKEN: discord.token,
		DISCORD_API_URL: discord.apiUrl,
		NOVELAI_TEXT_URL: novelai.url,
		NOVELAI_ACCOUNT_URL: novelai.url,
		NOVELAI_API_KEY: OPERATOR_KEY,
		CRYPTO_SECRET: 'a long secret that only this test knows',
		COALESCE_MS: '0',
		LOG_LEVEL: 'debug',
		DATA_DIR: folder,
		DATABASE_URL: databaseUrl,
	});
	processes.push(bot);
	await bot.line('ready');
	return bot;
}

/** As if the process had stood still for longer than its leases last. */
async function endLeases(): Promise<void> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	const past = "now() - interval '1 second'";
	await client.query(`update turns set lease_expires_at = ${past} where lease_expires_at is not null`);
	await client.query(`update leases set expires_at = ${past}`);
	await client.end();
}

describe.skipIf(needsPostgres)('a process that stood still', () => {
	beforeAll(async () => {
		discord = await startDiscordServer();
		const accounts = { [OPERATOR_KEY]: { tier: 3, active: true } } as const;
		novelai = await startNovelaiServer({ accounts, tokenizerDirectories: [OWN_TOKENIZERS] });
		databaseUrl = (await postgresForTest())?.databaseUrl ?? expect.fail();
	}, 60_000);

	afterEach(async () => {
		await Promise.all(processes.splice(0).map((bot) => bot.end('SIGKILL')));
		expect([discord.unknownRoutes, novelai.unknownRoutes, novelai.violations]).toEqual([[], [], []]);
	});

	afterAll(async () => {
		await novelai.stop();
		await discord.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	const CASES = [
		{ name: 'before the first message', tokens: 2, shown: 0, said: ['Anew.'], state: 'done', notes: 0 },
		{ name: 'between two messages', tokens: 14, shown: 1, said: ['The lamp is lit.'], state: 'failed', notes: 1 },
	];
	test.each(CASES)('$name adds nothing to what the other one made of its turn', { timeout: 180_000 }, async (scene) => {
		const stalled = await start();
		const ellen = discord.build.addUser(`ellen.${scene.tokens}`, { globalName: 'Ellen' });
		const guild = discord.build.addGuild(scene.name, { owner: ellen });
		const channel = discord.build.addChannel(guild, 'general');
		const actor = discord.as(ellen);
		await actor.slash(channel, 'model set', { options: { model: 'kayra-v1', scope: 'server' } }).response(15_000);
		const quota = { name: 'server_replies_per_day', value: '5', scope: 'server' };
		await actor.slash(channel, 'behavior set', { options: quota }).response(15_000);
		const gate = newGate();
		const text = ' The lamp is lit.\n\nThe kettle sings.\n\nThe door is open.';
		novelai.scripts.queue({ text, pauseAfterTokens: { tokens: scene.tokens, until: gate.opened } });
		const trigger = actor.send(channel, `<@${discord.world.application.bot.id}> hello`);
		const shown = () => shownBetween(discord, channel, [trigger.id, null]);
		const generates = () => novelai.requests.some(({ outcome }) => outcome === 'running');
		await novelai.until(generates, waitMs);
		await discord.until(() => shown().length >= scene.shown, waitMs);
		await untilRows(databaseUrl, `turns where trigger_message_id = '${trigger.id}' and state = 'claimed'`, 0);
		process.kill(stalled.pid, 'SIGSTOP');
		// The provider has sent everything by the time that it is read.
		gate.open();
		await endLeases();
		novelai.scripts.queue({ text: ' Anew.' });
		const turn = `turns where trigger_message_id = '${trigger.id}'`;
		await start();
		await untilRows(databaseUrl, `${turn} and state = '${scene.state}'`, 1);
		novelai.scripts.clear();
		process.kill(stalled.pid, 'SIGCONT');
		const end = await stalled.line('turn ended');
		expect(end).toMatchObject({ triggerId: trigger.id });
		const texts = shown()
			.filter((record) => !isNotice(record))
			.map(textOf);
		expect([texts, shown().filter(isNotice).length]).toEqual([scene.said, scene.notes]);
		expect(await countRows(databaseUrl, `${turn} and state = '${scene.state}'`)).toBe(1);
		expect(await countRows(databaseUrl, 'outgoing_parts')).toBe(0);
		// It is one reply, whoever wrote what of it.
		const counted = `quota_counters join servers on servers.id = server_id where discord_id = '${guild.id}'`;
		expect(await countRows(databaseUrl, `${counted} and replies = 1`)).toBe(1);
	});
});
