/** The doctor against both stand-ins: what it says of each thing that can be missing, and that it says no secret. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { takeOwnerLock } from '#adapters/postgres/owner-lock';
import { type DiscordServer, startDiscordServer } from '#playground/discord-server/start-discord-server';
import { type NovelaiServer, startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import { examine } from '../../scripts/doctor/examine.ts';

const KEY = 'pst-the-key-of-the-operator';
const LAPSED = 'pst-a-key-that-has-lapsed';
const SECRET = 'a long secret of the doctor test';

let discord: DiscordServer;
let novelai: NovelaiServer;
let folder: string;
let said: string[] = [];

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'tomori-doctor-'));
	discord = await startDiscordServer();
	discord.build.addGuild('Tea House');
	novelai = await startNovelaiServer({
		accounts: { [KEY]: { tier: 3, active: true }, [LAPSED]: { tier: 3, active: false } },
	});
});

/** Whatever it found, it kept secrets to itself. */
afterEach(() => {
	const text = said.join('\n');
	for (const secret of [KEY, LAPSED, SECRET, discord.token]) expect(text.includes(secret)).toBe(false);
	expect(text).not.toMatch(/pst-\w/);
	said = [];
});

afterAll(async () => {
	await novelai.stop();
	await discord.stop();
	rmSync(folder, { recursive: true, force: true });
});

type Variables = Readonly<Record<string, string>>;

/** The lines by their check. */
async function doctor(changes: Variables = {}): Promise<{ isWell: boolean; line: (check: string) => string }> {
	const { lines, isWell } = await examine({
		DISCORD_TOKEN: discord.token,
		DISCORD_API_URL: discord.apiUrl,
		NOVELAI_TEXT_URL: novelai.url,
		NOVELAI_ACCOUNT_URL: novelai.url,
		NOVELAI_API_KEY: KEY,
		DATA_DIR: join(folder, 'data'),
		...changes,
	});
	said.push(...lines);
	const ofTokenizers = lines.filter((line) => line.startsWith('tokenizers'));
	expect(ofTokenizers.length).toBeLessThanOrEqual(1);
	const others = lines.filter((line) => !line.startsWith('tokenizers'));
	const everythingElse = others.every((line) => /^[a-z ]{14} ok /.test(line));
	expect(isWell).toBe(everythingElse && ofTokenizers.every((line) => / ok /.test(line)));
	return { isWell: everythingElse, line: (check) => lines.find((line) => line.startsWith(check)) ?? '' };
}

describe('where all is well', () => {
	test('each check has one line, and the folder is let go of', async () => {
		const { isWell, line } = await doctor();
		expect(said.join('\n')).toBe(said.join('\n').trim());
		expect(isWell).toBe(true);
		for (const check of ['variables', 'token', 'intents', 'servers', 'data folder', 'database', 'migrations']) {
			expect(line(check)).toContain(' ok ');
		}
		expect(line('crypto secret')).toContain('opens all 0 stored keys');
		expect(line('vision models')).toContain('none is chosen; /behavior set name: vision_model');
		expect(line('operator key')).toContain('Opus');
		expect(line('tokenizers')).not.toBe('');
		expect(existsSync(join(folder, 'data', 'owner.lock'))).toBe(false);
	}, 120_000);
});

describe('what is missing is named with what to do', () => {
	/** A folder whose lock is held is not opened, which saves the time of a database where it is not the question. */
	async function withoutStore(changes: Variables) {
		const dataDir = mkdtempSync(join(folder, 'held-'));
		const lock = takeOwnerLock(dataDir);
		if (!lock.ok) throw new Error(lock.error.sentence);
		try {
			return { ...(await doctor({ DATA_DIR: dataDir, ...changes })), dataDir };
		} finally {
			lock.value.release();
		}
	}

	test('a folder that the bot itself is using', async () => {
		const { line, dataDir } = await withoutStore({});
		expect(line('database')).toContain(`Process ${process.pid} already uses this data folder`);
		expect(line('database')).toContain(dataDir);
		expect(line('migrations')).toContain('not checked');
		expect(line('token')).toContain(' ok ');
	});

	test('a token that Discord refuses', async () => {
		const { line } = await withoutStore({ DISCORD_TOKEN: 'no.such.token' });
		expect(line('token')).toMatch(/problem\s+Discord refused DISCORD_TOKEN: copy/);
		expect(line('intents')).toContain('not checked');
	});

	test('a Discord that cannot be reached', async () => {
		const { line } = await withoutStore({ DISCORD_API_URL: 'http://127.0.0.1:9/api' });
		expect(line('token')).toContain('could not be reached');
	});

	test('the intent, unless the bot does without', async () => {
		const closed = await startDiscordServer({ allowedPrivilegedIntents: 0 });
		const at = { DISCORD_API_URL: closed.apiUrl, DISCORD_TOKEN: closed.token };
		try {
			const asked = await withoutStore(at);
			expect(asked.line('intents')).toMatch(/problem .*Message Content Intent/);
			expect(asked.line('servers')).toMatch(
				/problem .*invite it with https:\/\/discord\.com\/oauth2\/authorize\?client_id=\d+/,
			);
			const without = await withoutStore({ ...at, DISCORD_MESSAGE_CONTENT: 'false' });
			expect(without.line('intents')).toContain(' ok ');
		} finally {
			await closed.stop();
		}
	});

	test('permissions in a server', async () => {
		const other = await startDiscordServer();
		const guild = other.build.addGuild('Strict\n\u202eHouse');
		const everyone = guild.roles.get(guild.id);
		if (everyone) guild.roles.set(guild.id, { ...everyone, permissions: '0' });
		try {
			const { line } = await withoutStore({ DISCORD_API_URL: other.apiUrl, DISCORD_TOKEN: other.token });
			expect(line('servers')).toMatch(/problem .*"Strict House" \(View Channels, Send Messages,/);
			expect(line('servers')).not.toContain('Manage Webhooks');
		} finally {
			await other.stop();
		}
	});

	test.each([
		['that NovelAI refuses', { NOVELAI_API_KEY: 'pst-nobody-has-this-one' }, 'NovelAI refuses it: make a new token'],
		['whose plan has lapsed', { NOVELAI_API_KEY: LAPSED }, 'subscription is not active'],
		['of a NovelAI that is away', { NOVELAI_ACCOUNT_URL: 'http://127.0.0.1:9' }, 'did not say which plan'],
	])('a key %s', async (_name, changes, sentence) => {
		const { line } = await withoutStore(changes as Variables);
		expect(line('operator key')).toContain('problem');
		expect(line('operator key')).toContain(sentence);
	});

	test('no operator key is no problem', async () => {
		const { line } = await withoutStore({ NOVELAI_API_KEY: '' });
		expect(line('operator key')).toMatch(/ ok .*\/setup/);
	});

	test('tokenizers, with the command that gets them', async () => {
		const { line } = await withoutStore({ TOKENIZER_ASSET_DIR: mkdtempSync(join(folder, 'empty-')) });
		const text = line('tokenizers');
		expect(text.includes('problem')).toBe(text.includes('npx bun@1.4.5 run setup:tokenizers'));
	});

	test('variables, each with its own sentence', async () => {
		const { line } = await doctor({ DISCORD_TOKEN: '', COALESCE_MS: 'soon' });
		expect(line('variables')).toContain('problem');
		expect(said).toHaveLength(2);
		const slip = await withoutStore({ COALESCE_MSS: '5' });
		expect(slip.line('variables')).toContain('is COALESCE_MS meant?');
	});

	test('a folder that is none', async () => {
		const file = join(folder, 'a-file');
		writeFileSync(file, '');
		const { line } = await doctor({ DATA_DIR: file });
		expect(line('data folder')).toMatch(/problem .*cannot be written to/);
		expect(line('database')).toContain('not checked');
		expect(readFileSync(file, 'utf8')).toBe('');
	});

	test('a database that does not answer, without its password', async () => {
		const databaseUrl = 'postgres://tomori:hidden-password@127.0.0.1:9/tomori';
		const { line } = await doctor({ DATABASE_URL: databaseUrl, CRYPTO_SECRET: SECRET });
		expect(line('database')).toContain('127.0.0.1:9');
		expect(said.join('\n')).not.toContain('hidden-password');
	});
});
