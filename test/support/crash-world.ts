/** A real bot that is killed again and again between two stand-ins, on one database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openDatabase } from '#adapters/postgres/connect';
import type { Database } from '#adapters/postgres/database';
import { leases, outgoingParts } from '#adapters/postgres/schema/leases';
import { turns } from '#adapters/postgres/schema/turns';
import { type DiscordServer, startDiscordServer } from '#playground/discord-server/start-discord-server';
import { type NovelaiServer, startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import { BotProcess } from './bot-process.ts';
import { OPERATOR_KEY } from './bot-world.ts';
import type { CrashPoint, Dice } from './crash-points.ts';
import { answerState, type CrashPlace, numberedReply, shownBetween } from './crash-replies.ts';
import { postgresForTest, type StoreBackend } from './store-for-test.ts';
import { recordingLog } from './store-log.ts';

const OWN_TOKENIZERS = join(import.meta.dirname, '..', '..', 'tokenizers');

/** A question and what it was followed by. */
interface Asked {
	readonly place: CrashPlace;
	readonly triggerId: string;
	readonly round: string;
}

/** How a round goes. */
export interface CrashRound {
	readonly point: CrashPoint;
	readonly dice: Dice;
	/** Whether the next start finds everything too old to be taken again. */
	readonly isStale: boolean;
	/** Whether the next start has to wait for the leases of the dead process. */
	readonly waitsForLeases: boolean;
	/** Whether the next start is killed as well, while it takes up what was left. */
	readonly diesAgain: boolean;
}

/** Scripts that are ready for a round; the rest is forgotten. */
const scriptsMax = 20;

/** The world of one kind of store. */
export class CrashWorld {
	readonly #discord: DiscordServer;
	readonly #novelai: NovelaiServer;
	readonly #folder: string;
	readonly #databaseUrl: string | null;
	readonly #places: CrashPlace[] = [];
	readonly #asked: Asked[] = [];
	#bot: BotProcess;
	/** What the process that was killed last has written. */
	#lastWords = '';
	#generations = 0;

	private constructor(parts: { discord: DiscordServer; novelai: NovelaiServer; databaseUrl: string | null }) {
		this.#discord = parts.discord;
		this.#novelai = parts.novelai;
		this.#databaseUrl = parts.databaseUrl;
		this.#folder = mkdtempSync(join(tmpdir(), 'tomori-crash-'));
		this.#bot = this.#startBot();
	}

	/** Starts everything, with two channels of the main persona and one of an alter. */
	static async start(backend: StoreBackend): Promise<CrashWorld> {
		const discord = await startDiscordServer();
		const accounts = { [OPERATOR_KEY]: { tier: 3, active: true } } as const;
		const novelai = await startNovelaiServer({ accounts, tokenizerDirectories: [OWN_TOKENIZERS] });
		const place = backend === 'postgres' ? await postgresForTest() : null;
		const world = new CrashWorld({ discord, novelai, databaseUrl: place?.databaseUrl ?? null });
		await world.#bot.line('ready');
		await world.#addPlace('one', false);
		await world.#addPlace('two', false);
		await world.#addPlace('three', true);
		return world;
	}

	/** Asks in every place, kills the process at the point, starts another, and resolves when everybody has an answer. */
	async round({ point, dice, isStale, waitsForLeases, diesAgain }: CrashRound): Promise<readonly string[]> {
		const place = this.#places[dice(this.#places.length)];
		if (!place) throw new Error('there is no place');
		const first = this.#asked.length;
		const edit = (): void => this.#edit(place, first);
		const scene = { discord: this.#discord, novelai: this.#novelai, place, dice, edit };
		const shown = (): number => {
			const own = this.#asked.slice(first).find((asked) => asked.place === place);
			return own ? shownBetween(this.#discord, place.channel, [own.triggerId, null]).length : 0;
		};
		const met = dice(this.#places.length);
		this.#queueScripts((index) => (index === met ? (point.script?.({ ...scene, shown }) ?? {}) : {}));
		const reached = point.reached({ ...scene, shown });
		for (const each of this.#shuffled(dice)) this.#ask(each, point.name);
		await reached;
		await this.#bot.end('SIGKILL');
		this.#lastWords = this.#bot.stdout;
		this.#discord.faults.clear();
		this.#queueScripts(() => ({}));
		if (this.#databaseUrl !== null && !waitsForLeases) await this.#endLeases();
		const variables: Readonly<Record<string, string>> = isStale ? { TURN_FRESH_MS: '0' } : {};
		this.#bot = this.#startBot(variables);
		if (diesAgain) {
			await this.#dieTakingUp(dice);
			if (this.#databaseUrl !== null) await this.#endLeases();
			this.#bot = this.#startBot(variables);
		}
		await this.#bot.line('ready');
		const states = (): readonly string[] => this.#asked.slice(first).map((asked) => this.#stateOf(asked));
		const isSettled = (): boolean => states().every((state) => state !== 'open') || states().includes('wrong');
		await this.#discord.until(isSettled, 45_000).catch((error: unknown) => {
			throw new Error(`${point.name}: ${states().join(', ')}\n${String(error)}\n${this.story()}`);
		});
		return states();
	}

	/** What every question so far was answered with, by the point of its round. */
	answers(): readonly (readonly [string, string])[] {
		return this.#asked.map((asked) => [asked.round, this.#stateOf(asked)] as const);
	}

	/** All that the channels show, for a failure. */
	story(): string {
		return this.#asked
			.map((asked) => `${asked.round} in ${asked.place.channel.name}: ${JSON.stringify(this.#textsOf(asked))}`)
			.concat(`Before:\n${this.#lastWords}`, `After:\n${this.#bot.stdout}`)
			.join('\n');
	}

	/** Ends the bot as an operator would, and resolves with what is still open in its database. */
	async close(): Promise<{ readonly open: number; readonly outgoing: number; readonly exitCode: number }> {
		const exitCode = await this.#bot.end('SIGTERM');
		return await this.#inDatabase(async (db) => {
			const open = sql`${turns.state} in ('claimed', 'generating', 'delivering')`;
			return {
				open: (await db.select().from(turns).where(open)).length,
				outgoing: (await db.select().from(outgoingParts)).length,
				exitCode,
			};
		});
	}

	/** Everything that should never have happened. */
	violations(): readonly unknown[] {
		const { unknownRoutes, failures } = this.#discord;
		return [...unknownRoutes, ...failures, ...this.#novelai.unknownRoutes, ...this.#novelai.violations];
	}

	/** Lets go of everything. */
	async stop(): Promise<void> {
		await this.#bot.end('SIGKILL');
		await this.#novelai.stop();
		await this.#discord.stop();
		rmSync(this.#folder, { recursive: true, force: true });
	}

	#startBot(changes: Readonly<Record<string, string>> = {}): BotProcess {
		return new BotProcess({
			DISCORD_TOKEN: this.#discord.token,
			DISCORD_API_URL: this.#discord.apiUrl,
			NOVELAI_TEXT_URL: this.#novelai.url,
			NOVELAI_ACCOUNT_URL: this.#novelai.url,
			NOVELAI_API_KEY: OPERATOR_KEY,
			CRYPTO_SECRET: 'a long secret that only this test knows',
			COALESCE_MS: '0',
			LOG_LEVEL: 'debug',
			HEALTH_PORT: '0',
			DATA_DIR: this.#folder,
			...(this.#databaseUrl === null ? {} : { DATABASE_URL: this.#databaseUrl }),
			...changes,
		});
	}

	async #addPlace(name: string, isAlter: boolean): Promise<void> {
		const ellen = this.#discord.build.addUser(`ellen.${name}`, { globalName: 'Ellen' });
		const channel = this.#discord.build.addChannel(this.#discord.build.addGuild(name, { owner: ellen }), name);
		const actor = this.#discord.as(ellen);
		await actor.slash(channel, 'model set', { options: { model: 'kayra-v1', scope: 'server' } }).response(15_000);
		if (isAlter) {
			const opened = actor.slash(channel, 'persona create', { options: { main: 'yes' } });
			await opened.callback();
			await actor.submitModal(opened, { name: 'Mio', personality: 'Mio is calm.' }).response();
		}
		const place = { channel, ellen, isAlter };
		this.#places.push(isAlter ? { ...place, repliesTo: await this.#firstWords(place) } : place);
	}

	/** Replying to what the alter has said calls the alter alone. */
	async #firstWords({ channel, ellen }: CrashPlace): Promise<string> {
		this.#queueScripts(() => ({}));
		await this.#discord
			.as(ellen)
			.slash(channel, 'respond', { options: { persona: 'Tomori' } })
			.response();
		return await this.#discord.until(() => {
			const shown = shownBetween(this.#discord, channel, ['0', null]);
			return answerState(shown) === 'whole' && shown[0]?.message.id;
		}, 15_000);
	}

	#ask(place: CrashPlace, round: string): void {
		const mention = `<@${this.#discord.world.application.bot.id}>`;
		const { repliesTo } = place;
		const said = repliesTo === undefined ? `${mention} hello` : { content: 'hello', replyTo: repliesTo };
		const { id: triggerId } = this.#discord.as(place.ellen).send(place.channel, said);
		this.#asked.push({ place, triggerId, round });
	}

	#edit(place: CrashPlace, first: number): void {
		const own = this.#asked.slice(first).find((asked) => asked.place === place);
		if (own) this.#discord.as(place.ellen).edit({ id: own.triggerId }, 'hello again');
	}

	/** Some requests after the start began to look at the channels. */
	async #dieTakingUp(dice: Dice): Promise<void> {
		const before = this.#discord.requests.length;
		const looks = (): number =>
			this.#discord.requests.slice(before).filter(({ path }) => /^\/(?:channels|webhooks)\//.test(path)).length;
		const count = 1 + dice(12);
		await this.#discord.until(() => looks() >= count, 20_000).catch(() => {});
		await this.#bot.end('SIGKILL');
		this.#lastWords += `\nAnd again:\n${this.#bot.stdout}`;
	}

	#shuffled(dice: Dice): readonly CrashPlace[] {
		const left = [...this.#places];
		return this.#places.flatMap(() => left.splice(dice(left.length), 1));
	}

	/** No two generations have the same words. */
	#queueScripts(changes: (index: number) => object): void {
		this.#novelai.scripts.clear();
		for (let index = 0; index < scriptsMax; index += 1) {
			this.#generations += 1;
			this.#novelai.scripts.queue({ text: numberedReply(this.#generations), ...changes(index) });
		}
	}

	#shownTo({ place, triggerId }: Asked) {
		const later = this.#asked.filter((asked) => asked.place === place && BigInt(asked.triggerId) > BigInt(triggerId));
		return shownBetween(this.#discord, place.channel, [triggerId, later[0]?.triggerId ?? null]);
	}

	#stateOf(asked: Asked): string {
		return answerState(this.#shownTo(asked));
	}

	#textsOf(asked: Asked): readonly string[] {
		return this.#shownTo(asked).map(
			({ message }) => `${message.author.username}: ${message.content || `[${message.embeds[0]?.description}]`}`,
		);
	}

	async #endLeases(): Promise<void> {
		const past = sql`now() - interval '1 second'`;
		await this.#inDatabase(async (db) => {
			await db.update(turns).set({ leaseExpiresAt: past });
			await db.update(leases).set({ expiresAt: past });
		});
	}

	async #inDatabase<T>(act: (db: Database) => Promise<T>): Promise<T> {
		const location =
			this.#databaseUrl === null ? { dataDir: this.#folder, clock: null } : { databaseUrl: this.#databaseUrl };
		const opened = await openDatabase(location as Parameters<typeof openDatabase>[0], recordingLog());
		if (!opened.ok) throw new Error(opened.error.sentence);
		try {
			return await act(opened.value.db);
		} finally {
			await opened.value.close();
		}
	}
}
