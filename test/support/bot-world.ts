/** A whole small world for end-to-end tests: both stand-ins, a database of its own, and the real bot between them. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import type { DiscordConnection } from '#adapters/discord/connection';
import { openLog } from '#adapters/pino/pino-log';
import type { GuildOptions } from '#playground/discord-server/dress-guild';
import type { ChannelRecord, GuildRecord, MessageRecord } from '#playground/discord-server/records';
import type { Exchange } from '#playground/discord-server/rest/request-log';
import { type DiscordServer, startDiscordServer } from '#playground/discord-server/start-discord-server';
import type { UserMessage } from '#playground/discord-server/user-actor';
import { type NovelaiServer, startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import { parseEnv } from '../../src/env.ts';
import { type RunningBot, startBot } from '../../src/main.ts';
import { checkExchanges } from './discord-openapi.ts';
import { postgresForTest } from './store-for-test.ts';

/** The operator's key, on the Opus plan. */
export const OPERATOR_KEY = 'pst-operator-key-for-tests';
/** A second key on the Opus plan. */
export const OTHER_KEY = 'pst-another-key-for-tests';

const LENT_TOKENIZERS = process.env['TOKENIZER_ASSET_DIR'] ?? '';
const OWN_TOKENIZERS = join(import.meta.dirname, '..', '..', 'tokenizers');

/** Whether GLM can be counted here; without it the worlds speak through Kayra. */
export const GLM_AVAILABLE = [LENT_TOKENIZERS, OWN_TOKENIZERS].some(
	(folder) => folder !== '' && existsSync(join(folder, 'glm46.ranks.bin.br')),
);

/** A guild with one text channel, and Ellen, who owns it. */
export interface TestGuild {
	readonly guild: GuildRecord;
	readonly channel: ChannelRecord;
	readonly ellen: APIUser;
}

/** The log line of an ended turn. */
export interface TurnEnd {
	readonly outcome: string;
	readonly channelId: string;
	readonly triggerId: string;
	readonly failure?: { readonly code: string };
}

/** What came of a question. */
export interface Asked {
	readonly triggerId: string;
	readonly outcome: string;
	readonly answers: readonly MessageRecord[];
}

/** Variables of the bot that a test may change. */
export type BotVariables = Readonly<Record<string, string>>;

/** A running world. */
export class BotWorld {
	readonly discord: DiscordServer;
	readonly novelai: NovelaiServer;
	readonly logLines: string[];
	/** For a second connection to the bot's database; null on the embedded store, which has one owner. */
	databaseUrl: string | null = null;
	readonly #variables: BotVariables;
	readonly #dataDir: string;
	#bot: RunningBot | null = null;

	private constructor(parts: Pick<BotWorld, 'discord' | 'novelai'> & { variables: BotVariables; dataDir: string }) {
		this.discord = parts.discord;
		this.novelai = parts.novelai;
		this.logLines = [];
		this.#variables = parts.variables;
		this.#dataDir = parts.dataDir;
	}

	/** Starts everything; no waiting for further lines unless the variables say otherwise. */
	static async start(variables: BotVariables = {}): Promise<BotWorld> {
		const directories = [LENT_TOKENIZERS, OWN_TOKENIZERS].filter((folder) => folder !== '');
		const discord = await startDiscordServer();
		const novelai = await startNovelaiServer({
			accounts: { [OPERATOR_KEY]: { tier: 3, active: true }, [OTHER_KEY]: { tier: 3, active: true } },
			tokenizerDirectories: directories,
		});
		const dataDir = mkdtempSync(join(tmpdir(), 'tomori-e2e-'));
		const world = new BotWorld({ discord, novelai, variables, dataDir });
		await world.startBot();
		return world;
	}

	/** Starts the bot, after `stopBot` again on the same database. */
	async startBot(): Promise<void> {
		this.#bot = await this.startAnother();
	}

	/** Starts a bot beside the first, with the same token and database; whoever calls it closes it. */
	async startAnother(variables: BotVariables = {}): Promise<RunningBot> {
		this.databaseUrl ??= (await postgresForTest({ migrated: true }))?.databaseUrl ?? null;
		const env = parseEnv({
			DISCORD_TOKEN: this.discord.token,
			DISCORD_API_URL: this.discord.apiUrl,
			NOVELAI_TEXT_URL: this.novelai.url,
			NOVELAI_ACCOUNT_URL: this.novelai.url,
			NOVELAI_API_KEY: OPERATOR_KEY,
			CRYPTO_SECRET: 'a secret for tests only',
			COALESCE_MS: '0',
			HEALTH_PORT: '0',
			// What a prompt shows must not depend on the memory of whoever runs the tests.
			CONTAINER_MEMORY_LIMIT_MB: '1000000',
			DATA_DIR: this.#dataDir,
			...(this.databaseUrl === null ? {} : { DATABASE_URL: this.databaseUrl }),
			...(LENT_TOKENIZERS === '' ? {} : { TOKENIZER_ASSET_DIR: LENT_TOKENIZERS }),
			...this.#variables,
			...variables,
		});
		if (!env.ok) throw new Error(env.error.join(' '));
		const log = openLog({ level: 'debug', secrets: [], destination: { write: (line) => this.logLines.push(line) } });
		const started = await startBot(env.value, log, new AbortController().signal);
		if (!started.ok) throw new Error(started.error.join(' '));
		return started.value;
	}

	/** Stops the bot and keeps the rest. */
	async stopBot(): Promise<void> {
		await this.#bot?.close();
		this.#bot = null;
	}

	/** Stops everything. */
	async stop(): Promise<void> {
		await this.stopBot();
		await this.novelai.stop();
		await this.discord.stop();
		rmSync(this.#dataDir, { recursive: true, force: true });
	}

	/** The bot's own connection, for what a person cannot do: reading as the bot reads, posting what it will post. */
	get connection(): DiscordConnection {
		if (this.#bot === null) throw new Error('the bot does not run');
		return this.#bot.connection;
	}

	/** What the bot tells of itself at a path such as `/health`. */
	async health(path: '/health' | '/metrics' = '/health'): Promise<Response> {
		return await fetch(`http://127.0.0.1:${this.#bot?.healthPort}${path}`);
	}

	/** The mention of the bot. */
	get mention(): string {
		return `<@${this.discord.world.application.bot.id}>`;
	}

	/** A new guild; where GLM cannot be counted its owner chooses Kayra, as a person would. */
	async addGuild(name: string, options: Omit<GuildOptions, 'owner'> = {}): Promise<TestGuild> {
		const ellen = this.discord.build.addUser(`ellen.${name}`, { globalName: 'Ellen' });
		const guild = this.discord.build.addGuild(name, { owner: ellen, ...options });
		const channel = this.discord.build.addChannel(guild, 'general');
		if (!GLM_AVAILABLE) await this.chooseModel({ guild, channel, ellen }, 'kayra-v1');
		return { guild, channel, ellen };
	}

	/** Chooses the guild's model by command. */
	async chooseModel({ channel, ellen }: TestGuild, model: string): Promise<void> {
		await this.discord
			.as(ellen)
			.slash(channel, 'model set', { options: { model, scope: 'server' } })
			.response();
	}

	/** Chooses a person's own model by command. */
	async chooseOwnModel(user: APIUser, channel: ChannelRecord, model: string): Promise<void> {
		const options = { model, scope: 'personal' };
		await this.discord.as(user).slash(channel, 'model set', { options }).response();
	}

	/** Gives a scope its own key by command and form; where GLM cannot be counted a conversation of two speaks through Kayra. */
	async setKey(
		user: APIUser,
		channel: ChannelRecord,
		use: { key: string; scope: 'server' | 'personal' },
	): Promise<APIMessage> {
		const opened = this.discord.as(user).slash(channel, 'key set', { options: { scope: use.scope } });
		await opened.callback();
		const stored = await this.discord.as(user).submitModal(opened, { key: use.key }).response();
		const isDirect = channel.guildId === null;
		if (!GLM_AVAILABLE && isDirect && use.scope === 'personal') await this.chooseOwnModel(user, channel, 'kayra-v1');
		return stored;
	}

	/** Says something and resolves with the bot's next message in the channel. */
	async ask(user: APIUser, channel: ChannelRecord, message: string | UserMessage): Promise<MessageRecord> {
		const before = this.discord.botMessages(channel).length;
		this.discord.as(user).send(channel, message);
		return await this.discord.until(() => this.discord.botMessages(channel)[before], 40_000);
	}

	/** Resolves when no turn runs: the log has one end for each claimed trigger up to now. */
	async untilTurns(count: number): Promise<void> {
		await this.discord.until(() => this.turnEnds().length >= count, 40_000);
	}

	/** Says something and resolves when its turn has ended, with what the bot posted meanwhile. */
	async askThrough(user: APIUser, channel: ChannelRecord, message: string | UserMessage): Promise<Asked> {
		const before = this.saidIn(channel).length;
		const trigger = this.discord.as(user).send(channel, message);
		const outcome = await this.outcomeOf(trigger.id);
		return { triggerId: trigger.id, outcome, answers: this.saidIn(channel).slice(before) };
	}

	/** The outcome of a trigger's turn, once it has ended. */
	async outcomeOf(triggerId: string): Promise<string> {
		const end = await this.discord.until(() => this.turnEnds().find((each) => each.triggerId === triggerId), 30_000);
		return end.outcome;
	}

	/** What the bot has said in a channel, answers to commands left out, oldest first. */
	saidIn(channel: ChannelRecord): readonly MessageRecord[] {
		return this.discord.botMessages(channel).filter((record) => record.origin === 'bot');
	}

	/** Message creates that the bot asked for in a channel, refused and repeated ones included. */
	postsTo(channel: ChannelRecord): readonly Exchange[] {
		const path = `/channels/${channel.id}/messages`;
		return this.discord.requests.filter((request) => request.method === 'POST' && request.path === path);
	}

	/** The outcomes of ended turns, oldest first. */
	turnEnds(): readonly TurnEnd[] {
		return this.logLines
			.map((line) => JSON.parse(line) as TurnEnd & { readonly msg: string })
			.filter((line) => line.msg === 'turn ended');
	}

	/** Everything that should never have happened, for a test to expect empty. */
	violations(): readonly unknown[] {
		return [
			...this.discord.unknownRoutes,
			...this.novelai.unknownRoutes,
			...this.novelai.violations,
			...checkExchanges(this.discord.requests),
			...this.logLines.filter((line) => line.includes('"level":50') && !line.includes('expected-by-test')),
		];
	}
}

/** The text of a message, or of the card when it is a notice. */
export function textOf(record: MessageRecord): string {
	return record.message.content !== '' ? record.message.content : (record.message.embeds[0]?.description ?? '');
}

/** Whether a message of ours is marked as a notice. */
export function isNotice(record: MessageRecord): boolean {
	return record.message.embeds[0]?.footer?.text.startsWith('tomori · ') ?? false;
}
