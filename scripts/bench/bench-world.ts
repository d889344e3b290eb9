/** Both stand-ins in this process, and bots as processes of their own between them. */
import type { APIUser } from 'discord-api-types/v10';
import { tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import { type BotLogLine, BotProcess } from '#playground/bot-process';
import type { ChannelRecord, GuildRecord } from '#playground/discord-server/records';
import { type DiscordServer, startDiscordServer } from '#playground/discord-server/start-discord-server';
import { type NovelaiServer, startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import type { BenchStore } from './bench-stores.ts';
import { memoryPreload, memorySocketVariable } from './bot-memory.ts';
import { loopFileVariable, loopPreload } from './loop-delay.ts';

const operatorKey = 'pst-operator-key-for-the-bench';
const waitMaxMs = 30_000;

/** Milliseconds since the epoch, in fractions. */
export function preciseNow(): number {
	return performance.timeOrigin + performance.now();
}

/** A guild whose one channel has been talked in. */
export interface Conversation {
	readonly guild: GuildRecord;
	readonly channel: ChannelRecord;
	readonly ellen: APIUser;
}

/** A bot that is ready. */
export interface BenchBot {
	readonly pid: number;
	/** From starting the process to its `ready`. */
	readonly bootMs: number;
	/** Turns that have ended. */
	turnEnds(): number;
	stop(): Promise<void>;
}

/** How a bot is started. */
export interface BotOptions {
	/** Where its event loop's delays are written when it ends; it is not watched without one. */
	readonly loopFile?: string;
	/** Where it tells what it holds in memory; it does not without one. */
	readonly memorySocket?: string;
	/** Told of each line of its log. */
	readonly onLine?: (line: BotLogLine) => void;
	/** Further variables. */
	readonly variables?: Readonly<Record<string, string>>;
}

/** The stand-ins and what the bench does with them. */
export class BenchWorld {
	readonly discord: DiscordServer;
	readonly novelai: NovelaiServer;

	private constructor(discord: DiscordServer, novelai: NovelaiServer) {
		this.discord = discord;
		this.novelai = novelai;
	}

	static async start(): Promise<BenchWorld> {
		const discord = await startDiscordServer();
		const novelai = await startNovelaiServer({
			accounts: { [operatorKey]: { tier: 3, active: true } },
			tokenizerDirectories: tokenizerDirectories(process.env['TOKENIZER_ASSET_DIR']),
			now: preciseNow,
		});
		return new BenchWorld(discord, novelai);
	}

	/** How the bot is addressed. */
	get mention(): string {
		return `<@${this.discord.world.application.bot.id}>`;
	}

	/** Starts a bot and resolves when it is ready. */
	async startBot(store: BenchStore, options: BotOptions = {}): Promise<BenchBot> {
		const startMs = performance.now();
		let turnEnds = 0;
		const bot = new BotProcess({
			environment: { ...this.#environment(store), ...watching(options), ...options.variables },
			onLine: (line) => {
				if (line.msg === 'turn ended') turnEnds += 1;
				options.onLine?.(line);
			},
		});
		try {
			await bot.ready;
		} catch (error) {
			throw new Error(`${String(error)} Its last words:\n${bot.lastLines.join('\n')}`);
		}
		const bootMs = performance.now() - startMs;
		return { pid: bot.pid, bootMs, turnEnds: () => turnEnds, stop: () => bot.stop() };
	}

	/** A guild with these messages as the history of its channel. */
	addConversation(name: string, history: readonly string[]): Conversation {
		const ellen = this.discord.build.addUser(`ellen.${name}`, { globalName: 'Ellen' });
		const guild = this.discord.build.addGuild(name, { owner: ellen });
		const channel = this.discord.build.addChannel(guild, 'general');
		const speakers = ['Ellen', 'Noah', 'Mina', 'Theo', 'Ada'].map((globalName, place) => {
			if (place === 0) return ellen;
			const user = this.discord.build.addUser(`${globalName.toLowerCase()}.${name}`, { globalName });
			this.discord.build.addMember(guild, user);
			return user;
		});
		for (const [place, content] of history.entries()) {
			const speaker = speakers[place % speakers.length] ?? ellen;
			this.discord.as(speaker).send(channel, { content, silent: true });
		}
		return { guild, channel, ellen };
	}

	/** Chooses a model by command, as a person would. */
	async chooseModel({ channel, ellen }: Conversation, model: string): Promise<void> {
		const use = { options: { model, scope: 'server' } };
		await this.discord.as(ellen).slash(channel, 'model set', use).response(waitMaxMs);
	}

	/** Addresses the bot; gives the time just before the event left. */
	ask({ channel, ellen }: Conversation, text: string): number {
		const atMs = preciseNow();
		this.discord.as(ellen).send(channel, `${this.mention} ${text}`);
		return atMs;
	}

	/** Resolves once the bot has ended so many turns. */
	async untilTurns(bot: BenchBot, count: number): Promise<void> {
		await this.discord.until(() => bot.turnEnds() >= count, waitMaxMs);
	}

	async stop(): Promise<void> {
		await this.novelai.stop();
		await this.discord.stop();
	}

	#environment(store: BenchStore): Record<string, string> {
		const tokenizers = process.env['TOKENIZER_ASSET_DIR'];
		return {
			PATH: process.env['PATH'] ?? '',
			HOME: process.env['HOME'] ?? '',
			DISCORD_TOKEN: this.discord.token,
			DISCORD_API_URL: this.discord.apiUrl,
			NOVELAI_TEXT_URL: this.novelai.url,
			NOVELAI_ACCOUNT_URL: this.novelai.url,
			NOVELAI_API_KEY: operatorKey,
			CRYPTO_SECRET: 'a secret for the bench only',
			COALESCE_MS: '0',
			// Everybody is answered here, however many ask at once.
			MAX_USER_ACTIVE_MESSAGES: '10000',
			MAX_SERVER_ACTIVE_MESSAGES: '10000',
			HEALTH_PORT: '0',
			DRAIN_MS: '1000',
			LOG_LEVEL: 'info',
			...(store.kind === 'postgres' ? { DATABASE_URL: store.databaseUrl } : { DATA_DIR: store.dataDir }),
			...(tokenizers === undefined || tokenizers === '' ? {} : { TOKENIZER_ASSET_DIR: tokenizers }),
		};
	}
}

function watching({ loopFile, memorySocket }: BotOptions): Record<string, string> {
	const preloads = [
		...(loopFile === undefined ? [] : [loopPreload]),
		...(memorySocket === undefined ? [] : [memoryPreload]),
	];
	return {
		...(loopFile === undefined ? {} : { [loopFileVariable]: loopFile }),
		...(memorySocket === undefined ? {} : { [memorySocketVariable]: memorySocket }),
		...(preloads.length === 0 ? {} : { BUN_OPTIONS: preloads.map((path) => `--preload ${path}`).join(' ') }),
	};
}
