/** Variables are parsed once, and every problem is one sentence that names what to do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { envExample } from '../../scripts/write-env-example.ts';
import { parseEnv } from '../../src/env.ts';
import { LIMIT_VARIABLES } from '../../src/env-limits.ts';
import { ENV_SCHEMA } from '../../src/env-schema.ts';

const TOKEN = { DISCORD_TOKEN: 'token' };

function problemsOf(source: Record<string, string>): readonly string[] {
	const parsed = parseEnv({ ...TOKEN, ...source });
	return parsed.ok ? [] : parsed.error;
}

describe('parseEnv', () => {
	test('a token is enough', () => {
		const parsed = parseEnv(TOKEN);
		expect(parsed.ok && parsed.value.COALESCE_MS).toBe(600);
		expect(parsed.ok && parsed.value.DISCORD_MESSAGE_CONTENT).toBe(true);
		expect(parsed.ok && parsed.value.NOVELAI_TEXT_URL).toBe('https://text.novelai.net');
	});

	test('a missing token is named together with where to find it', () => {
		const parsed = parseEnv({});
		expect(parsed.ok).toBe(false);
		expect(!parsed.ok && parsed.error).toEqual([
			'DISCORD_TOKEN is missing: copy the bot token from https://discord.com/developers/applications → Bot.',
		]);
	});

	test('blank variables count as unset', () => {
		expect(problemsOf({ COALESCE_MS: ' ', DATABASE_URL: '', HEALTH_PORT: '' })).toEqual([]);
	});

	test.each([
		['COALESCE_MS', '-1'],
		['COALESCE_MS', 'soon'],
		['NOVELAI_REQUEST_TIMEOUT_MS', '0'],
		['DISCORD_MESSAGE_CONTENT', 'maybe'],
		['DISCORD_API_URL', 'localhost:3'],
		['NOVELAI_TEXT_URL', 'ftp://host'],
		['LOG_LEVEL', 'loud'],
		['DISCORD_API_URL', 'http://localhost:3'],
		['DISCORD_TOKEN', 'Bot token'],
		['DISCORD_TOKEN', 'tök€n'],
		['NOVELAI_API_KEY', 'pst-k€y'],
		['NOVELAI_API_KEY', 'pst-a\nb'],
		['NOVELAI_API_KEY_GUILDS', '123456789012345678,my server'],
		['MAX_FLUSH_COUNT', '0'],
		['MEDIA_CONTEXT_WINDOW', '-1'],
		['MEDIA_CONTEXT_WINDOW', 'NaN'],
		['MEDIA_IMAGE_MESSAGE_LIMIT', '1.5'],
		['CONTAINER_MEMORY_LIMIT_MB', '0'],
		['MEMORY_WARNING_THRESHOLD', '0'],
		['MEMORY_CRITICAL_THRESHOLD', '1.1'],
		['EMERGENCY_COOLDOWN_MS', '-5'],
		['CRYPTO_SECRET_V3', 'short'],
		['CRYPTO_SECRET', 'short'],
		['DATABASE_URL', 'mysql://x'],
		['CRYPTO_SECRET_CURRENT', 'two'],
	])('%s=%s is one sentence that begins with its name', (name, value) => {
		const problems = problemsOf({ CRYPTO_SECRET: 'sixteen characters', [name]: value });
		expect(problems).toHaveLength(1);
		expect(problems[0]).toMatch(new RegExp(`^${name} must .+\\.$`));
		expect(problems[0]).not.toContain('\n');
	});

	test('media and memory have the defaults of the specification, and 0 where it means something', () => {
		const guardOf = (source: Record<string, string>) => {
			const parsed = parseEnv({ ...TOKEN, ...source });
			return parsed.ok ? [parsed.value.MEDIA_IMAGE_MESSAGE_LIMIT, parsed.value.memoryGuard] : parsed.error;
		};
		const defaults = { limitMb: null, warningThreshold: 0.75, criticalThreshold: 0.85, emergencyCooldownMs: 60_000 };
		expect(guardOf({})).toEqual([3, { ...defaults, mediaContextWindow: 10 }]);
		const none = { MEDIA_IMAGE_MESSAGE_LIMIT: '0', MEDIA_CONTEXT_WINDOW: '0', EMERGENCY_COOLDOWN_MS: '0' };
		const zeros = { ...defaults, limitMb: 512, mediaContextWindow: 0, emergencyCooldownMs: 0 };
		expect(guardOf({ ...none, CONTAINER_MEMORY_LIMIT_MB: '512' })).toEqual([0, zeros]);
	});

	test('what bounds people, servers and replies has the defaults of the specification, and says whether 0 is legal', () => {
		const parsed = parseEnv(TOKEN);
		if (!parsed.ok) expect.fail(parsed.error.join());
		const defaults = Object.keys(LIMIT_VARIABLES).map((name) => [
			name,
			parsed.value[name as keyof typeof LIMIT_VARIABLES],
		]);
		expect(Object.fromEntries(defaults)).toEqual({
			MAX_FLUSH_COUNT: 40,
			CHANNEL_LOCK_TIMEOUT_MS: 180_000,
			STREAM_SDK_CALL_TIMEOUT_MS: 120_000,
			MAX_FOLLOW_UP_INTERRUPTS: 3,
			MAX_USER_ACTIVE_MESSAGES: 3,
			MAX_SERVER_ACTIVE_MESSAGES: 10,
			BOT_MAX_STOP_STRINGS_PER_SERVER: 40,
			BOT_MAX_STOP_STRING_LENGTH: 200,
		});
		const legal = Object.keys(LIMIT_VARIABLES).filter((name) => problemsOf({ [name]: '0' }).length === 0);
		expect(legal).toEqual(['MAX_FOLLOW_UP_INTERRUPTS', 'BOT_MAX_STOP_STRINGS_PER_SERVER']);
	});

	test('secrets lose the spaces around them, and so nothing else is refused', () => {
		const parsed = parseEnv({ DISCORD_TOKEN: ' a.b-c_d= ', NOVELAI_API_KEY: 'pst-key\n' });
		expect(parsed.ok && [parsed.value.DISCORD_TOKEN, parsed.value.NOVELAI_API_KEY]).toEqual(['a.b-c_d=', 'pst-key']);
	});

	test('a name that is probably misspelt is a warning, and nobody else’s name is', () => {
		const named = (source: Record<string, string>) => {
			const parsed = parseEnv({ ...TOKEN, ...source });
			return parsed.ok ? parsed.value.warnings : parsed.error;
		};
		expect(named({ CRYPTO_SECRETV3: 'x', COALESCE_MSS: '1', DRAIN_M: '1', CRYPTO_SECRET_3: 'x' })).toEqual([
			'CRYPTO_SECRETV3 is no variable of this program and is not read: is CRYPTO_SECRET meant?',
			'COALESCE_MSS is no variable of this program and is not read: is COALESCE_MS meant?',
			'DRAIN_M is no variable of this program and is not read: is DRAIN_MS meant?',
			'CRYPTO_SECRET_3 is no variable of this program and is not read: is CRYPTO_SECRET_V2 meant?',
		]);
		const others = {
			PATH: '/bin',
			DATABASE_URL_UNPOOLED: 'x',
			CRYPTO_SECRET_V12: 'a'.repeat(16),
			HOME: '/',
			COALESCE_MSS: ' ',
		};
		expect(named(others)).toEqual([]);
	});

	test('0 is legal where it means something', () => {
		expect(problemsOf({ COALESCE_MS: '0', DRAIN_MS: '0' })).toEqual([]);
	});

	test('secrets are gathered by version, and the current one must exist', () => {
		const parsed = parseEnv({ ...TOKEN, CRYPTO_SECRET: 'a'.repeat(16), CRYPTO_SECRET_V3: 'b'.repeat(16) });
		expect(parsed.ok && [...parsed.value.cryptoSecrets.keys()]).toEqual([1, 3]);
		expect(problemsOf({ CRYPTO_SECRET: 'a'.repeat(16), CRYPTO_SECRET_CURRENT: '2' })[0]).toContain('CRYPTO_SECRET_V2');
	});

	test('a Postgres database needs a secret of its own', () => {
		expect(problemsOf({ DATABASE_URL: 'postgres://localhost/tomori' })[0]).toMatch(/^CRYPTO_SECRET is missing/);
	});

	test('addresses lose their trailing slashes', () => {
		const parsed = parseEnv({ ...TOKEN, NOVELAI_TEXT_URL: 'http://127.0.0.1:1/' });
		expect(parsed.ok && parsed.value.NOVELAI_TEXT_URL).toBe('http://127.0.0.1:1');
	});
});

describe('.env.example', () => {
	test('is the generated one and names every variable with a description', () => {
		const text = readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8');
		expect(text).toBe(envExample());
		for (const [name, field] of Object.entries(ENV_SCHEMA.shape)) {
			expect(text).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
			expect((field.meta() as { description?: string } | undefined)?.description, name).toBeTruthy();
		}
	});
});
