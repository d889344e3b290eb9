/** Every environment variable with its default, its limits and its description. */
import { z } from 'zod';
import { commaList, count, flag, hostList, httpUrl, milliseconds, printableWord, share } from './env-kinds.ts';
import { LIMIT_VARIABLES } from './env-limits.ts';

const SNOWFLAKE = /^\d{1,20}$/;

export const SECRET_LENGTH_MIN = 16;
export const SECRET_TOO_SHORT = `must have at least ${SECRET_LENGTH_MIN} characters`;

/** As many as the largest bots that this program could serve need. */
const SHARDS_MAX = 256;

/** One entry a variable, in the order of `.env.example`; descriptions are printed there. */
export const ENV_SCHEMA = z.object({
	DISCORD_TOKEN: printableWord(
		'must be one word of plain characters: copy it again from the developer portal → Bot',
		'is missing: copy the bot token from https://discord.com/developers/applications → Bot',
	).meta({ description: "The bot's token from Discord's developer portal.", example: '' }),
	DISCORD_API_URL: httpUrl
		.refine((url) => url.endsWith('/api'), 'must end in /api')
		.optional()
		.meta({ description: 'REST base ending in /api; unset means Discord itself.' }),
	DISCORD_MESSAGE_CONTENT: flag(true).meta({
		description:
			'Ask for the Message Content intent. With false the bot still serves mentions, replies, DMs and commands.',
		example: 'true',
	}),
	DISCORD_REQUESTS_PER_SECOND: count(50, 10_000, 1).meta({
		description: 'What Discord allows this bot, not 0; every bot has 50, and those in 150000 servers are given more.',
		example: '50',
	}),
	SHARDS: z
		.union([z.literal('auto'), z.coerce.number().int().min(1).max(SHARDS_MAX)], {
			error: `must be auto or a whole number from 1 to ${SHARDS_MAX}`,
		})
		.default(1)
		.meta({
			description:
				'Connections of this process to Discord, not 0; auto asks Discord how many, from 2500 servers on it wants more.',
			example: '1',
		}),
	DATABASE_URL: z
		.string()
		.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
		.optional()
		.meta({ description: 'Postgres; unset means the embedded database in DATA_DIR.' }),
	DATA_DIR: z.string().default('./data').meta({ description: 'Folder of the embedded database.', example: './data' }),
	CRYPTO_SECRET: z.string().min(SECRET_LENGTH_MIN, SECRET_TOO_SHORT).optional().meta({
		description: 'Encrypts stored keys (version 1; CRYPTO_SECRET_V2 and so on follow). Required with DATABASE_URL.',
	}),
	CRYPTO_SECRET_CURRENT: z.coerce
		.number({ error: 'must be a version number' })
		.int('must be a version number')
		.min(1, 'must be a version number')
		.optional()
		.meta({ description: 'The secret version that new keys use; unset means the highest.' }),
	NOVELAI_API_KEY: printableWord('must be one word of plain characters: copy it again from NovelAI').optional().meta({
		description: "The operator's own NovelAI key, for guilds without a key of their own and the owner's DMs.",
	}),
	NOVELAI_API_KEY_GUILDS: commaList
		.refine((ids) => ids.every((id) => SNOWFLAKE.test(id)), 'must be guild ids, which are digits, separated by commas')
		.default([])
		.meta({
			description: 'Guild ids that may use NOVELAI_API_KEY, separated by commas; unset means any guild.',
			example: '',
		}),
	NOVELAI_TEXT_URL: httpUrl
		.default('https://text.novelai.net')
		.meta({ description: "NovelAI's text host.", example: 'https://text.novelai.net' }),
	NOVELAI_ACCOUNT_URL: httpUrl
		.default('https://image.novelai.net')
		.meta({ description: "NovelAI's host for subscription facts.", example: 'https://image.novelai.net' }),
	NOVELAI_REQUEST_TIMEOUT_MS: milliseconds(60_000, 1).meta({
		description: 'Longest wait for the first byte of a reply, also from custom providers; 0 is not allowed.',
		example: '60000',
	}),
	NOVELAI_STREAM_READ_TIMEOUT_MS: milliseconds(30_000, 1).meta({
		description: 'Longest silence in the middle of a reply, also from custom providers; 0 is not allowed.',
		example: '30000',
	}),
	KEY_ROTATION_ERROR_COOLDOWN_MS: milliseconds(300_000, 1_000).meta({
		description: "How long one of a server's rotating keys rests after an error; less than 1000 is not allowed.",
		example: '300000',
	}),
	DEFAULT_BOTNAME: z
		.string()
		.max(80, 'must have at most 80 characters')
		.default('Tomori')
		.meta({ description: 'Name of the first persona.', example: 'Tomori' }),
	BASE_TRIGGER_WORDS: commaList.default(['tomori', 'ともり']).meta({
		description: 'Words that call the first persona, beside its name, separated by commas.',
		example: 'tomori,ともり',
	}),
	TOKENIZER_ASSET_DIR: z
		.string()
		.default('./tokenizers')
		.meta({ description: 'An extra folder to look for tokenizer definitions.', example: './tokenizers' }),
	LOG_LEVEL: z
		.enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
		.default('info')
		.meta({ description: 'How much is logged.', example: 'info' }),
	COALESCE_MS: milliseconds(600, 0).meta({
		description: 'Lines of one person within this time make one turn; 0 waits for nothing and shows no typing pace.',
		example: '600',
	}),
	COALESCE_MAX_MS: milliseconds(5_000, 0).meta({
		description: 'Longest that further lines or typing can hold a turn open; 0 gathers none.',
		example: '5000',
	}),
	...LIMIT_VARIABLES,
	DISCORD_TYPING_KEEPALIVE_INTERVAL_MS: milliseconds(8_000, 1_000).meta({
		description: 'How often the typing sign is renewed; less than 1000 is not allowed.',
		example: '8000',
	}),
	EMOJI_PRESERVE_UNRESOLVED_SHORTCODES: flag(false).meta({
		description: 'Keep `:names:` in replies that no emoji of the server bears; with false they are removed.',
		example: 'false',
	}),
	WEBHOOK_ERROR_COOLDOWN_MS: milliseconds(600_000, 0).meta({
		description: 'Time between two notices in one channel that webhooks cannot be used there; 0 says it each time.',
		example: '600000',
	}),
	DRAIN_MS: milliseconds(20_000, 0).meta({
		description: 'How long running turns may take to finish at shutdown; 0 ends them at once.',
		example: '20000',
	}),
	CATCH_UP_MS: milliseconds(600_000, 0).meta({
		description: 'How far back missed messages are answered after the bot was away; 0 answers none.',
		example: '600000',
	}),
	CATCH_UP_PER_CHANNEL_MAX: count(3, 50).meta({
		description: 'People who are answered in one channel after the bot was away, those who wrote last; 0 answers none.',
		example: '3',
	}),
	TURN_FRESH_MS: milliseconds(120_000, 0).meta({
		description: 'A reply that a crash lost before its first message is written anew within this time; 0 never.',
		example: '120000',
	}),
	HEALTH_PORT: count(8_787, 65_535).meta({
		description: 'Port of GET /health and GET /metrics; 0 takes any free one, which the log names.',
		example: '8787',
	}),
	HEALTH_HOST: z.string().trim().min(1).default('127.0.0.1').meta({
		description: 'Address that port listens on; 0.0.0.0 lets other machines ask, which need no password.',
		example: '127.0.0.1',
	}),
	FORWARD_CHAIN_MAX_DEPTH: count(3, 10).meta({
		description: 'Messages fetched to see what a forward of a forward contains; 0 never fetches.',
		example: '3',
	}),
	PERSONA_USER_BLOCK_CACHE_TTL_SECONDS: count(60, 86_400).meta({
		description: "How long a persona's blocks are remembered, in seconds; 0 asks the database every time.",
		example: '60',
	}),
	MAX_SERVER_MEMORIES: count(100, 10_000).meta({
		description: 'Memories that one server may have; 0 stores none.',
		example: '100',
	}),
	MAX_PERSONAL_MEMORIES: count(100, 10_000).meta({
		description: 'Memories that one person may have; 0 stores none.',
		example: '100',
	}),
	MAX_MEMORY_LENGTH: count(1_000, 6_000).meta({
		description: 'Characters of one memory; 0 stores none.',
		example: '1000',
	}),
	LORE_ACTIVATION_CHAR_BUDGET: count(8_000, 1_000_000).meta({
		description: 'Characters of lore that one reply may bring up, Always On first; 0 brings up none.',
		example: '8000',
	}),
	MEDIA_CONTEXT_WINDOW: count(10, 500).meta({
		description: 'Newest entries of the history whose pictures and videos a model may see; 0 shows none.',
		example: '10',
	}),
	MEDIA_IMAGE_MESSAGE_LIMIT: count(3, 100).meta({
		description: 'Messages among those whose pictures are shown, newest first, stickers aside; 0 shows none.',
		example: '3',
	}),
	MEDIA_ALLOWED_HOSTS: hostList.default([]).meta({
		description: "Hosts beside Discord's own, such as *.example.org, whose pictures models see; https only.",
		example: '',
	}),
	CONTAINER_MEMORY_LIMIT_MB: z.coerce
		.number({ error: 'must be a number of megabytes above 0' })
		.positive('must be a number of megabytes above 0')
		.optional()
		.meta({
			description: "Memory that the process may use; unset takes the container's own limit; 0 is not allowed.",
		}),
	MEMORY_WARNING_THRESHOLD: share(0.75).meta({
		description: 'Share of that memory from which at most 5 entries show media; 0 is not allowed.',
		example: '0.75',
	}),
	MEMORY_CRITICAL_THRESHOLD: share(0.85).meta({
		description: 'Share of that memory from which none does; 0 is not allowed.',
		example: '0.85',
	}),
	EMERGENCY_COOLDOWN_MS: milliseconds(60_000, 0).meta({
		description: 'How long none does, once memory was short; 0 asks again for every prompt.',
		example: '60000',
	}),
	REACTION_CONTEXT_ENABLED: flag(true).meta({
		description: "Tell models that read notes which reactions messages have; NovelAI's models read none.",
		example: 'true',
	}),
	REACTION_CONTEXT_MAX_API_CALLS_PER_TURN: count(20, 100).meta({
		description: 'Requests for the names behind reactions in one turn; 0 tells numbers only.',
		example: '20',
	}),
	REACTION_CONTEXT_MAX_REACTIONS_PER_MESSAGE: count(4, 20).meta({
		description: 'Kinds of reactions told for each message; 0 tells none.',
		example: '4',
	}),
	REACTION_CONTEXT_MAX_USERS_PER_REACTION: count(5, 100).meta({
		description: 'Names told for each kind of reaction; 0 tells numbers only.',
		example: '5',
	}),
	STAT_TRACKING_ENABLED: flag(true).meta({
		description: 'Count messages and replies per day; with false nobody is greeted again after days, either.',
		example: 'true',
	}),
	TIME_AWARENESS_REUNION_DAYS: count(7, 10_000).meta({
		description: 'Calendar days after which a person who returns is greeted again; 0 greets on every new day.',
		example: '7',
	}),
	TIME_AWARENESS_NOTE_DEPTH: count(3, 100).meta({
		description: 'Messages that follow the note about a person who returns; 0 puts it last.',
		example: '3',
	}),
	REUNION_CLAIMS: z.enum(['process', 'postgres'], { error: 'must be process or postgres' }).default('process').meta({
		description: 'Who keeps two replies from greeting one person: postgres whenever more than one process runs.',
		example: 'process',
	}),
	TIME_AWARENESS_REUNION_CLAIM_TTL_MS: milliseconds(240_000, 1_000).meta({
		description: 'When a greeting that was begun and never finished may be begun again; less than 1000 is not allowed.',
		example: '240000',
	}),
});
