/** Puts the playground together: the loopback Discord, the NovelAI stand-in, the bot as a child process, and the page. */
import { tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import { type DiscordServer, startDiscordServer } from '#playground/discord-server/start-discord-server';
import type { Account } from '#playground/novelai-server/accounts';
import { type NovelaiServer, startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import { type OpenaiServer, standInModel, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { botEnvironment } from './bot-environment.ts';
import { type BotLogLine, BotProcess } from './bot-process.ts';
import { chooseModel } from './choose-model.ts';
import { keepCommands, restoreCommands } from './kept-commands.ts';
import { PageFeed } from './page-feed.ts';
import type { PageVoice } from './page-protocol.ts';
import { type PageServer, startPageServer } from './page-server.ts';
import { prepareFolder } from './prepare-folder.ts';
import type { PlaygroundProvider } from './read-arguments.ts';
import { buildScene, type Scene, SceneClock } from './scene.ts';
import { startTrouble } from './start-trouble.ts';
import { useCustomProvider } from './use-custom-provider.ts';
import page from './web/index.html';

/** How the playground is started. */
export interface PlaygroundOptions {
	/** The variables of this process. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Where the bot keeps what it learns. */
	readonly dataDirectory: string;
	/** The page's wished port; null for no page. */
	readonly pagePort: number | null;
	/** True when the page may be on no other port. */
	readonly portIsNamed?: boolean;
	/** Milliseconds between two tokens of the stand-in. */
	readonly tokenDelayMs: number;
	/** Who answers; `novelai` unless given. */
	readonly provider?: PlaygroundProvider;
	/** Tells a person how far the start is. */
	readonly tell: (sentence: string) => void;
	/** Aborting gives up a start that is still under way. */
	readonly signal: AbortSignal;
}

/** A playground whose bot is ready. */
export interface Playground {
	readonly discord: DiscordServer;
	readonly scene: Scene;
	readonly bot: BotProcess;
	/** Absent with a real key. */
	readonly novelai?: NovelaiServer;
	/** Present when a custom provider answers. */
	readonly openai?: OpenaiServer;
	readonly page?: PageServer;
	/** Ends the bot, the page and the servers. */
	stop(): Promise<void>;
}

/** How long the bot may take to be ready. */
const startLimitMs = 60_000;

/** How long the stand-in keeps a key busy after a broken-off reply, in milliseconds: about as long as the service was seen to. */
const lockAfterAbortMs = 2_000;

/** The key that the stand-in gives the operator, of the highest plan. */
const standInKey = 'pst-playground';

/** The stand-in of other servers looks at pictures, so that they can be tried. */
const SEEING = { [standInModel]: 'images' } as const;

const voices: Readonly<Record<PageVoice['kind'], PageVoice>> = {
	'stand-in': {
		kind: 'stand-in',
		sentence: 'A stand-in answers here, not a language model. Set NOVELAI_API_KEY to hear the real voice.',
	},
	novelai: { kind: 'novelai', sentence: 'NovelAI answers here, with the key from NOVELAI_API_KEY.' },
};

/** What is said when a custom provider answers, whatever else there is. */
const customSentence =
	'A stand-in for an OpenAI-compatible server answers here, as the custom provider custom:stand-in, not a language model.';

/** The operator's account of the highest plan, and one of the middle plan for everybody else. */
function accountsOf(scene: Scene): Record<string, Account> {
	const own = scene.people.flatMap((person): [string, Account][] =>
		person.standInKey === null ? [] : [[person.standInKey, { tier: 2, active: true }]],
	);
	return { [standInKey]: { tier: 3, active: true }, ...Object.fromEntries(own) };
}

interface Parts {
	readonly discord: DiscordServer;
	readonly scene: Scene;
	readonly voice: PageVoice;
	readonly novelai?: NovelaiServer;
	readonly openai?: OpenaiServer;
	readonly feed: PageFeed;
	readonly page?: PageServer;
}

async function startParts(options: PlaygroundOptions): Promise<Parts> {
	const clock = new SceneClock();
	const discord = await startDiscordServer({ clock });
	const scene = buildScene(discord, clock);
	const hasRealKey = (options.environment['NOVELAI_API_KEY'] ?? '').trim() !== '';
	const novelai = hasRealKey
		? undefined
		: await startNovelaiServer({
				accounts: accountsOf(scene),
				tokenizerDirectories: tokenizerDirectories(options.environment['TOKENIZER_ASSET_DIR']),
				tokenDelayMs: options.tokenDelayMs,
				lockAfterAbortMs,
			});
	const isCustom = options.provider === 'custom';
	const openai = isCustom ? startOpenaiServer({ tokenDelayMs: options.tokenDelayMs, seeing: SEEING }) : undefined;
	const usual = voices[hasRealKey ? 'novelai' : 'stand-in'];
	const voice: PageVoice = isCustom ? { kind: 'stand-in', sentence: customSentence } : usual;
	const servers = { ...(novelai === undefined ? {} : { novelai }), ...(openai === undefined ? {} : { openai }) };
	const shared = { discord, scene, voice, ...servers };
	const feed = new PageFeed(shared);
	if (options.pagePort === null) return { ...shared, feed };
	try {
		const { pagePort: port, portIsNamed = false } = options;
		return { ...shared, feed, page: startPageServer({ discord, scene, feed, page, port, portIsNamed }) };
	} catch (error) {
		await Promise.all([novelai?.stop(), openai?.stop(), discord.stop()]);
		throw error;
	}
}

async function startBot(options: PlaygroundOptions, { discord, novelai }: Parts): Promise<BotProcess> {
	await restoreCommands(discord.world, options.dataDirectory);
	options.tell('Starting the database, which takes a few seconds the first time …');
	const bot = new BotProcess({
		environment: botEnvironment({
			inherited: options.environment,
			discord,
			...(novelai === undefined ? {} : { novelai: { url: novelai.url, key: standInKey } }),
			dataDirectory: options.dataDirectory,
		}),
		onLine: (line) => tellTrouble(line, options.tell),
	});
	return bot;
}

/** The level from which a log line is worth a person's attention, as numbers or words. */
function tellTrouble(line: BotLogLine, tell: (sentence: string) => void): void {
	const level = line['level'];
	if (level === 'error' || level === 'fatal' || (typeof level === 'number' && level >= 50))
		tell(`The bot reports: ${line.msg}`);
}

/** The bot's readiness, or a sentence when it takes too long. */
function withinLimit(ready: Promise<BotLogLine>): Promise<BotLogLine> {
	return new Promise((resolve, reject) => {
		const sentence = `Tomori was not ready within ${startLimitMs / 1000} seconds.`;
		const limit = setTimeout(() => reject(new Error(sentence)), startLimitMs);
		ready.then(resolve, reject).finally(() => clearTimeout(limit));
	});
}

/** Starts everything and resolves when the bot is ready; rejects, with all parts stopped, when it cannot be. */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
	await prepareFolder(options.dataDirectory);
	const parts = await startParts(options);
	const { discord, scene, voice, feed, page, novelai, openai } = parts;
	const bot = await startBot(options, parts);
	const stop = async (): Promise<void> => {
		feed.close();
		await bot.stop();
		await Promise.all([page?.stop(), novelai?.stop(), openai?.stop(), discord.stop()]);
	};
	void bot.ended.then((code) =>
		feed.setStatus({
			phase: 'stopped',
			sentence: `Tomori has stopped (exit code ${code}). Start the playground again.`,
		}),
	);
	options.signal.addEventListener('abort', () => void bot.stop());
	if (options.signal.aborted) void bot.stop();
	try {
		await withinLimit(bot.ready);
		await keepCommands(discord.world, options.dataDirectory);
		await chooseModel({
			discord,
			scene,
			dataDirectory: options.dataDirectory,
			tokenizerDirectory: options.environment['TOKENIZER_ASSET_DIR'],
			tell: options.tell,
			isCustom: openai !== undefined,
		});
		if (openai !== undefined) await useCustomProvider({ discord, scene, url: openai.url });
	} catch (error) {
		await stop();
		throw new Error(startTrouble(error, { dataDirectory: options.dataDirectory, lastLines: bot.lastLines }));
	}
	feed.setStatus({ phase: 'ready', sentence: 'Tomori is ready.' });
	options.tell('Tomori is ready.');
	options.tell(voice.sentence);
	if (page !== undefined && page.port !== options.pagePort && options.pagePort !== 0)
		options.tell(`Port ${options.pagePort} is taken, so the page is on port ${page.port}.`);
	return {
		discord,
		scene,
		bot,
		stop,
		...(novelai === undefined ? {} : { novelai }),
		...(openai === undefined ? {} : { openai }),
		...(page === undefined ? {} : { page }),
	};
}
