/** The program from outside: how it starts, what it says when it cannot, how it ends, and that no secret gets out. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { takeOwnerLock } from '#adapters/postgres/owner-lock';
import { type DiscordServer, startDiscordServer } from '#playground/discord-server/start-discord-server';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { refusal } from '#playground/novelai-server/scripted-responses';
import { type NovelaiServer, startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import { BotProcess } from '../support/bot-process.ts';
import { textOf } from '../support/bot-world.ts';
import { postgresForTest } from '../support/store-for-test.ts';
import { runAsAdmin } from '../support/store-postgres-server.ts';

const KEY = 'pst-the-operators-own-key';
const MEMBER_KEY = 'pst-a-key-by-form-only';
const CRYPTO_SECRET = 'a long secret that only this test knows';
const OWN_TOKENIZERS = join(import.meta.dirname, '..', '..', 'tokenizers');

let discord: DiscordServer;
let novelai: NovelaiServer;
let folder: string;
let processes: BotProcess[] = [];

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'tomori-program-'));
	discord = await startDiscordServer();
	novelai = await startNovelaiServer({
		accounts: { [KEY]: { tier: 3, active: true }, [MEMBER_KEY]: { tier: 3, active: true } },
		tokenizerDirectories: [OWN_TOKENIZERS],
	});
});

/** Whatever a test was about: only log lines on the one side, only sentences on the other, and no secret on either. */
afterEach(async () => {
	for (const bot of processes) {
		await bot.end('SIGKILL');
		for (const line of bot.log()) expect(typeof line['level']).toBe('number');
		expect(bot.stdout).toMatch(/^$|\n$/);
		expect(bot.stderr).not.toMatch(/^\s+at /m);
		for (const secret of [KEY, MEMBER_KEY, discord.token, CRYPTO_SECRET]) {
			expect((bot.stdout + bot.stderr).includes(secret)).toBe(false);
		}
		expect((bot.stdout + bot.stderr).match(/pst-\w+/g)).toBeNull();
	}
	processes = [];
	novelai.scripts.clear();
	expect(novelai.violations).toEqual([]);
});

afterAll(async () => {
	await novelai.stop();
	await discord.stop();
	rmSync(folder, { recursive: true, force: true });
});

type Variables = Readonly<Record<string, string>>;

/** A complete set of variables, with a database of its own. */
async function variablesFor(changes: Variables = {}): Promise<Record<string, string>> {
	const postgres = changes['DATA_DIR'] === undefined ? await postgresForTest() : null;
	return {
		DISCORD_TOKEN: discord.token,
		DISCORD_API_URL: discord.apiUrl,
		NOVELAI_TEXT_URL: novelai.url,
		NOVELAI_ACCOUNT_URL: novelai.url,
		NOVELAI_API_KEY: KEY,
		CRYPTO_SECRET,
		COALESCE_MS: '0',
		LOG_LEVEL: 'debug',
		DATA_DIR: mkdtempSync(join(folder, 'data-')),
		...(postgres ? { DATABASE_URL: postgres.databaseUrl } : {}),
		...changes,
	};
}

function start(variables: Variables): BotProcess {
	const bot = new BotProcess(variables);
	processes.push(bot);
	return bot;
}

async function startReady(changes: Variables = {}): Promise<BotProcess> {
	const bot = start(await variablesFor(changes));
	await bot.line('ready');
	return bot;
}

/** Ends all connections of a database and lets in no new one. */
async function closeDatabase(databaseUrl: string): Promise<void> {
	const name = new URL(databaseUrl).pathname.slice(1);
	const socketDir = inject('store').socketDir ?? '';
	await runAsAdmin(socketDir, `alter database "${name}" allow_connections false`);
	await runAsAdmin(socketDir, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}

/** The one sentence of a start that failed. */
async function refusalOf(variables: Variables): Promise<string> {
	const bot = start(variables);
	expect(await bot.exit()).toBe(1);
	expect(bot.stderr).toMatch(/^[^\n]+\.\n$/);
	return bot.stderr.trimEnd();
}

/** A port on which nothing listens. */
function closedPort(): number {
	const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
	const port = server.port ?? 0;
	void server.stop(true);
	return port;
}

/** A guild that speaks through the model that every installation can count. */
async function placeWithKayra(name: string, server: DiscordServer = discord) {
	const ellen = server.build.addUser(`ellen.${name}`, { globalName: 'Ellen' });
	const channel = server.build.addChannel(server.build.addGuild(name, { owner: ellen }), 'general');
	const options = { model: 'kayra-v1', scope: 'server' };
	await server.as(ellen).slash(channel, 'model set', { options }).response();
	const said = () =>
		server
			.botMessages(channel)
			.filter((record) => record.origin === 'bot')
			.map(textOf);
	const mention = `<@${server.world.application.bot.id}> hi`;
	return { ellen, channel, said, mention };
}

describe('a start that cannot succeed ends with one sentence', () => {
	test.each<[string, Variables, RegExp]>([
		['without DISCORD_TOKEN', { DISCORD_TOKEN: '' }, /^DISCORD_TOKEN is missing: copy the bot token from https:/],
		['with a number that is none', { COALESCE_MS: 'soon' }, /^COALESCE_MS must be a whole number of milliseconds/],
		['with an unknown log level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be debug, info, warn, error or silent/],
		['with an address that is none', { NOVELAI_TEXT_URL: 'localhost:3' }, /^NOVELAI_TEXT_URL must be an address/],
		['with a short CRYPTO_SECRET', { CRYPTO_SECRET: 'short' }, /^CRYPTO_SECRET must have at least 16 characters/],
		[
			'with a database but without CRYPTO_SECRET',
			{ CRYPTO_SECRET: '', DATABASE_URL: 'postgres://localhost/x' },
			/^CRYPTO_SECRET is missing: with DATABASE_URL, set it/,
		],
		[
			'with a current secret that does not exist',
			{ CRYPTO_SECRET_CURRENT: '3' },
			/^CRYPTO_SECRET_CURRENT names version 3, which has no secret: set CRYPTO_SECRET_V3/,
		],
		[
			'with another kind of database',
			{ DATABASE_URL: 'mysql://localhost/x' },
			/^DATABASE_URL must begin with postgres:/,
		],
	])('%s', async (_name, changes, sentence) => {
		expect(await refusalOf(await variablesFor({ DATA_DIR: folder, ...changes }))).toMatch(sentence);
	});

	test('every wrong variable has a sentence of its own', async () => {
		const bot = start(await variablesFor({ COALESCE_MS: 'soon', DRAIN_MS: '-1', DISCORD_TOKEN: '' }));
		expect(await bot.exit()).toBe(1);
		const named = bot.stderr
			.trimEnd()
			.split('\n')
			.map((line) => line.split(' ')[0]);
		expect(named.sort()).toEqual(['COALESCE_MS', 'DISCORD_TOKEN', 'DRAIN_MS']);
		expect(bot.stdout).toBe('');
	});

	test('with a database that does not answer, without the password', async () => {
		const port = closedPort();
		const databaseUrl = `postgres://tomori:hidden-password@127.0.0.1:${port}/tomori`;
		const sentence = await refusalOf(await variablesFor({ DATABASE_URL: databaseUrl }));
		expect(sentence).toContain(`127.0.0.1:${port}`);
		expect(sentence).not.toContain('hidden-password');
	});

	test('with a token that Discord refuses', async () => {
		const sentence = await refusalOf(await variablesFor({ DISCORD_TOKEN: 'not-the-token-of-this-bot' }));
		expect(sentence).toMatch(/^Discord refused DISCORD_TOKEN: copy the current token from https:/);
		expect(sentence).not.toContain('not-the-token');
	});

	test('with an intent that is not switched on, naming the switch and the way without it', async () => {
		const closed = await startDiscordServer({ allowedPrivilegedIntents: 0 });
		const changes = { DISCORD_API_URL: closed.apiUrl, DISCORD_TOKEN: closed.token };
		try {
			const sentence = await refusalOf(await variablesFor(changes));
			expect(sentence).toContain('"Message Content Intent" in the developer portal');
			expect(sentence).toContain('DISCORD_MESSAGE_CONTENT=false');
			const bot = await startReady({ ...changes, DISCORD_MESSAGE_CONTENT: 'false' });
			const { ellen, channel, said, mention } = await placeWithKayra('unprivileged', closed);
			novelai.scripts.queue({ text: ' I read mentions.' });
			closed.as(ellen).send(channel, 'something that is not for the bot');
			closed.as(ellen).send(channel, mention);
			await closed.until(() => said().length > 0, 15_000);
			expect(said()).toEqual(['I read mentions.']);
			expect(novelai.requests.at(-1)?.prompt).not.toContain('something that is not for the bot');
			expect(await bot.end('SIGTERM')).toBe(0);
			expect(bot.stderr).toBe('');
		} finally {
			await closed.stop();
		}
	});

	test('with a data folder that another process uses', async () => {
		const dataDir = mkdtempSync(join(folder, 'owned-'));
		const lock = takeOwnerLock(dataDir);
		if (!lock.ok) throw new Error(lock.error.sentence);
		const sentence = await refusalOf(await variablesFor({ DATA_DIR: dataDir }));
		expect(sentence).toContain(String(process.pid));
		expect(sentence).toContain(dataDir);
		lock.value.release();
	});

	test('with a data folder that cannot be one', async () => {
		const file = join(folder, 'a-file');
		writeFileSync(file, '');
		expect(await refusalOf(await variablesFor({ DATA_DIR: file }))).toContain(file);
	});
});

describe('a start that succeeds', () => {
	test('says ready with name, guilds and model, and SIGTERM and SIGINT end it with 0', async () => {
		const other = await startDiscordServer();
		for (const name of ['one', 'two']) other.build.addGuild(name);
		for (const signal of ['SIGTERM', 'SIGINT'] as const) {
			const bot = await startReady({ DISCORD_API_URL: other.apiUrl, DISCORD_TOKEN: other.token });
			expect(await bot.line('ready')).toMatchObject({ bot: 'Tomori', guilds: 2, model: 'glm-4-6' });
			expect(bot.log().filter((line) => line.msg === 'ready')).toHaveLength(1);
			expect(await bot.end(signal)).toBe(0);
			expect(bot.stderr).toBe('');
		}
		expect(other.gateway.connected).toEqual([]);
		await other.stop();
	});

	test('on the embedded store makes its own secret, lets go of the folder and finds everything again', async () => {
		const dataDir = mkdtempSync(join(folder, 'embedded-'));
		const variables = { ...(await variablesFor({ DATA_DIR: dataDir })), CRYPTO_SECRET: '' };
		const first = start(variables);
		await first.line('ready');
		const { ellen, channel, said, mention } = await placeWithKayra('embedded');
		expect(await first.end('SIGTERM')).toBe(0);
		const secret = readFileSync(join(dataDir, 'crypto-secret'), 'utf8').trim();
		expect(secret.length).toBeGreaterThan(30);
		expect(existsSync(join(dataDir, 'owner.lock'))).toBe(false);
		const second = start(variables);
		await second.line('ready');
		novelai.scripts.queue({ text: ' Again.' });
		discord.as(ellen).send(channel, mention);
		await discord.until(() => said().length > 0, 15_000);
		expect(said()).toEqual(['Again.']);
		expect(novelai.requests.at(-1)?.model).toBe('kayra-v1');
		expect(await second.end('SIGTERM')).toBe(0);
		for (const bot of [first, second]) expect((bot.stdout + bot.stderr).includes(secret)).toBe(false);
	}, 200_000);

	test('names the tokenizers that are missing in one line with the command that gets them', async () => {
		const manifest = JSON.parse(readFileSync(join(OWN_TOKENIZERS, 'manifest.json'), 'utf8')) as {
			families: Record<string, { file: string; required: boolean }>;
		};
		const missing = Object.entries(manifest.families)
			.filter(([, { file, required }]) => required && !existsSync(join(OWN_TOKENIZERS, file)))
			.map(([family]) => family);
		const bot = await startReady({ TOKENIZER_ASSET_DIR: mkdtempSync(join(folder, 'empty-')) });
		const lines = bot.log().filter((line) => line.msg.includes('tokenizers are missing'));
		expect(lines).toHaveLength(missing.length > 0 ? 1 : 0);
		expect(lines.map((line) => line['families'])).toEqual(missing.length > 0 ? [missing] : []);
		for (const line of lines) expect(line.msg).toContain('npx bun@1.4.5 run setup:tokenizers');
		expect(await bot.end('SIGTERM')).toBe(0);
	});

	test('is ready and answers although Discord refuses the commands, and registers them at the next start', async () => {
		const other = await startDiscordServer();
		const variables = await variablesFor({ DISCORD_API_URL: other.apiUrl, DISCORD_TOKEN: other.token });
		other.faults.add({ method: 'PUT', path: /\/commands$/, kind: 'error', status: 400, code: 50_035 });
		const first = start(variables);
		await first.line('ready');
		await first.line('the slash commands could not be registered');
		expect(other.world.commands.size).toBe(0);
		expect(await first.end('SIGTERM')).toBe(0);
		const second = start(variables);
		await second.line('ready');
		expect(other.world.commands.size).toBeGreaterThan(0);
		expect(await second.end('SIGTERM')).toBe(0);
		await other.stop();
	});

	test('a damaged tokenizer does not stop it either', async () => {
		const damaged = mkdtempSync(join(folder, 'damaged-'));
		for (const file of ['glm46.ranks.bin.br', 'nerdstash_v2.pieces.bin.br', 'manifest.json']) {
			writeFileSync(join(damaged, file), 'not brotli');
		}
		const bot = await startReady({ TOKENIZER_ASSET_DIR: damaged });
		expect(await bot.end('SIGTERM')).toBe(0);
	});
});

describe('a start in the middle of which the database goes away', () => {
	test.skipIf(inject('store').socketDir === null)('is ready without its commands, and ends as usual', async () => {
		const other = await startDiscordServer();
		const asked = other.faults.add({ path: /\/applications\/@me$/, kind: 'delay', delayMs: 1_500 });
		const variables = await variablesFor({ DISCORD_API_URL: other.apiUrl, DISCORD_TOKEN: other.token });
		const bot = start(variables);
		await other.until(() => asked.hits === 1, 30_000);
		await closeDatabase(variables['DATABASE_URL'] ?? '');
		await bot.line('the slash commands could not be registered; trying again');
		await bot.line('ready');
		expect(await bot.end('SIGTERM')).toBe(0);
		await other.stop();
	});
});

describe('an end', () => {
	test.each(['SIGTERM', 'SIGHUP'] as const)('%s twice at once closes everything all the same', async (name) => {
		const dataDir = mkdtempSync(join(folder, 'twice-'));
		const bot = await startReady({ DATA_DIR: dataDir });
		for (const signal of [name, name]) process.kill(bot.pid, signal);
		expect(await bot.exit()).toBe(0);
		expect(existsSync(join(dataDir, 'owner.lock'))).toBe(false);
		expect(bot.log().filter((line) => line.msg === 'shutting down')).toMatchObject([{ signal: name }]);
	});

	test('lets a running turn finish: its reply arrives whole, and the code is 0', async () => {
		const bot = await startReady();
		const { ellen, channel, said, mention } = await placeWithKayra('drain');
		const gate = newGate();
		novelai.scripts.queue({ text: ' First part.\n\nAnd the last part.', waitFor: gate.opened });
		const asked = novelai.requests.length;
		discord.as(ellen).send(channel, mention);
		await novelai.until((server) => server.requests.slice(asked).some((request) => request.model !== null));
		const ended = bot.end('SIGTERM');
		gate.open();
		expect(await ended).toBe(0);
		expect(said()).toEqual(['First part.', 'And the last part.']);
		expect(bot.log().filter((line) => line.msg === 'turn ended')).toMatchObject([{ outcome: 'replied' }]);
	});

	test('does not wait longer than DRAIN_MS for a turn, nor for anything at a second signal', async () => {
		for (const changes of [{ DRAIN_MS: '200' }, { DRAIN_MS: '60000' }]) {
			const bot = await startReady(changes);
			const { ellen, channel, mention } = await placeWithKayra(`drain ${changes.DRAIN_MS}`);
			const gate = newGate();
			novelai.scripts.queue({ text: ' Too late.', waitFor: gate.opened });
			const asked = novelai.requests.length;
			discord.as(ellen).send(channel, mention);
			await novelai.until((server) => server.requests.slice(asked).some((request) => request.model !== null));
			bot.signal('SIGTERM');
			// Two signals at once may count as one, so the further ones come until the process has ended.
			const again = changes.DRAIN_MS === '60000' ? setInterval(() => bot.signal('SIGTERM'), 50) : undefined;
			expect(await bot.exit()).toBe(0);
			clearInterval(again);
			gate.open();
		}
	});

	test('is possible while Discord cannot be reached', async () => {
		const bot = start(await variablesFor({ DISCORD_API_URL: `http://127.0.0.1:${closedPort()}/api` }));
		await bot.line('logging in to Discord failed; trying again');
		expect(await bot.end('SIGTERM')).toBe(0);
		expect(bot.stderr).toBe('');
	});

	test('comes with a sentence and code 1 when Discord revokes the token while it runs', async () => {
		const other = await startDiscordServer();
		const bot = await startReady({ DISCORD_API_URL: other.apiUrl, DISCORD_TOKEN: other.token });
		other.gateway.closeAll(4004);
		expect(await bot.exit()).toBe(1);
		expect(bot.stderr).toMatch(/^Discord refused DISCORD_TOKEN: [^\n]+\.\n$/);
		await other.stop();
	});
});

describe('secrets', () => {
	test('stay out of both streams, however the provider fails and at the most talkative level', async () => {
		// Without the operator's key no other route answers in place of the member's.
		const bot = await startReady({ NOVELAI_API_KEY: '' });
		const { ellen, channel, said, mention } = await placeWithKayra('secrets');
		const opened = discord.as(ellen).slash(channel, 'key set', { options: { scope: 'personal' } });
		await opened.callback();
		await discord.as(ellen).submitModal(opened, { key: MEMBER_KEY }).response();
		const scripts = [
			{ response: refusal(400, `Authorization: Bearer ${MEMBER_KEY} is no good, and neither is ${KEY}`) },
			{ response: refusal(401, MEMBER_KEY) },
			{ response: { status: 200, body: `{"error":"${MEMBER_KEY}"}`, contentType: 'application/json' } },
			{ text: ` I know ${MEMBER_KEY}`, malformedLastChunk: true },
		];
		for (const [index, script] of scripts.entries()) {
			novelai.scripts.queue(script, { token: MEMBER_KEY });
			discord.as(ellen).send(channel, `${mention} private words ${index}`);
			const ended = (): number => bot.log().filter((line) => line.msg === 'turn ended').length;
			await discord.until(() => ended() === index + 1, 20_000);
		}
		expect(bot.log().filter((line) => line['outcome'] === 'failed')).toHaveLength(scripts.length);
		expect(
			said()
				.filter((text) => text.includes('NovelAI'))
				.join('\n'),
		).not.toMatch(/pst-\w/);
		expect(await bot.end('SIGTERM')).toBe(0);
		expect((bot.stdout + bot.stderr).includes('private words')).toBe(false);
	});
});
