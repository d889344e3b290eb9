/** Every variable that the specification names: its default, and whether 0 is legal. */
import { describe, expect, test } from 'vitest';
import { parseEnv } from '../../src/env.ts';
import { ENV_SCHEMA } from '../../src/env-schema.ts';

const TOKEN = { DISCORD_TOKEN: 'token' };

/** What it is when nothing is said; undefined where it is unset or created elsewhere. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
	DISCORD_API_URL: undefined,
	DISCORD_MESSAGE_CONTENT: true,
	DATABASE_URL: undefined,
	DATA_DIR: './data',
	CRYPTO_SECRET: undefined,
	CRYPTO_SECRET_CURRENT: undefined,
	NOVELAI_TEXT_URL: 'https://text.novelai.net',
	NOVELAI_ACCOUNT_URL: 'https://image.novelai.net',
	NOVELAI_API_KEY: undefined,
	NOVELAI_API_KEY_GUILDS: [],
	DEFAULT_BOTNAME: 'Tomori',
	BASE_TRIGGER_WORDS: ['tomori', 'ともり'],
	TOKENIZER_ASSET_DIR: './tokenizers',
	LOG_LEVEL: 'info',
	REUNION_CLAIMS: 'process',
	STAT_TRACKING_ENABLED: true,
	REACTION_CONTEXT_ENABLED: true,
	EMOJI_PRESERVE_UNRESOLVED_SHORTCODES: false,
	CONTAINER_MEMORY_LIMIT_MB: undefined,
};

/** Numbers: the default, and whether 0 is a value that means something. */
const NUMBERS: Readonly<Record<string, readonly [number, 'zero' | 'above']>> = {
	NOVELAI_REQUEST_TIMEOUT_MS: [60_000, 'above'],
	NOVELAI_STREAM_READ_TIMEOUT_MS: [30_000, 'above'],
	HEALTH_PORT: [8_787, 'zero'],
	COALESCE_MS: [600, 'zero'],
	COALESCE_MAX_MS: [5_000, 'zero'],
	DRAIN_MS: [20_000, 'zero'],
	CATCH_UP_MS: [600_000, 'zero'],
	CATCH_UP_PER_CHANNEL_MAX: [3, 'zero'],
	TURN_FRESH_MS: [120_000, 'zero'],
	SHARDS: [1, 'above'],
	LORE_ACTIVATION_CHAR_BUDGET: [8_000, 'zero'],
	MEDIA_IMAGE_MESSAGE_LIMIT: [3, 'zero'],
	MEDIA_CONTEXT_WINDOW: [10, 'zero'],
	MEMORY_WARNING_THRESHOLD: [0.75, 'above'],
	MEMORY_CRITICAL_THRESHOLD: [0.85, 'above'],
	EMERGENCY_COOLDOWN_MS: [60_000, 'zero'],
	FORWARD_CHAIN_MAX_DEPTH: [3, 'zero'],
	PERSONA_USER_BLOCK_CACHE_TTL_SECONDS: [60, 'zero'],
	TIME_AWARENESS_REUNION_DAYS: [7, 'zero'],
	TIME_AWARENESS_NOTE_DEPTH: [3, 'zero'],
	TIME_AWARENESS_REUNION_CLAIM_TTL_MS: [240_000, 'above'],
	REACTION_CONTEXT_MAX_API_CALLS_PER_TURN: [20, 'zero'],
	REACTION_CONTEXT_MAX_REACTIONS_PER_MESSAGE: [4, 'zero'],
	REACTION_CONTEXT_MAX_USERS_PER_REACTION: [5, 'zero'],
	CHANNEL_LOCK_TIMEOUT_MS: [180_000, 'above'],
	DISCORD_TYPING_KEEPALIVE_INTERVAL_MS: [8_000, 'above'],
	MAX_FOLLOW_UP_INTERRUPTS: [3, 'zero'],
	MAX_USER_ACTIVE_MESSAGES: [3, 'above'],
	MAX_SERVER_ACTIVE_MESSAGES: [10, 'above'],
	MAX_FLUSH_COUNT: [40, 'above'],
	STREAM_SDK_CALL_TIMEOUT_MS: [120_000, 'above'],
	WEBHOOK_ERROR_COOLDOWN_MS: [600_000, 'zero'],
	KEY_ROTATION_ERROR_COOLDOWN_MS: [300_000, 'above'],
	BOT_MAX_STOP_STRINGS_PER_SERVER: [40, 'zero'],
	BOT_MAX_STOP_STRING_LENGTH: [200, 'above'],
	MAX_PERSONAL_MEMORIES: [100, 'zero'],
	MAX_SERVER_MEMORIES: [100, 'zero'],
	MAX_MEMORY_LENGTH: [1_000, 'zero'],
	DISCORD_REQUESTS_PER_SECOND: [50, 'above'],
};

/** Ours beside the specification's, as DISCORD_REQUESTS_PER_SECOND is. */
const OWN: Readonly<Record<string, unknown>> = {
	HEALTH_HOST: '127.0.0.1',
	MEDIA_ALLOWED_HOSTS: [],
};

const parsed = parseEnv(TOKEN);
const values = (parsed.ok ? parsed.value : {}) as Readonly<Record<string, unknown>>;
const problemsOf = (name: string, value: string): readonly string[] => {
	const result = parseEnv({ ...TOKEN, [name]: value });
	return result.ok ? [] : result.error;
};

describe('variables of the specification', () => {
	test('there are these, and no others but our own', () => {
		const named = ['DISCORD_TOKEN', ...Object.keys(DEFAULTS), ...Object.keys(NUMBERS), ...Object.keys(OWN)];
		expect(Object.keys(ENV_SCHEMA.shape).toSorted()).toEqual(named.toSorted());
	});

	test.each(Object.entries({ ...DEFAULTS, ...OWN }))('%s is %j when it is not set', (name, value) => {
		expect(values[name]).toEqual(value);
	});

	test.each(Object.entries(NUMBERS))(
		'%s has its default, and says of 0 and of less what they are',
		(name, [value, zero]) => {
			expect(values[name]).toBe(value);
			expect(problemsOf(name, '0')).toHaveLength(zero === 'zero' ? 0 : 1);
			expect(problemsOf(name, '-1')).toHaveLength(1);
			expect(problemsOf(name, 'many')).toHaveLength(1);
			const { description } = (ENV_SCHEMA.shape[name as keyof typeof ENV_SCHEMA.shape].meta() ?? {}) as {
				readonly description?: string;
			};
			expect(description).toMatch(STATES_ZERO);
		},
	);
});

/** What 0, or the least value, means is read where the variable is set. */
const STATES_ZERO = /\b0\b|less than/;
