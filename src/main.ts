/** The program: reads its variables, opens what it needs, connects it, and closes it again in order. */
import { avatarPicture } from '#adapters/canvas/avatar-picture';
import { credentialDigest } from '#adapters/crypto/credential-digest';
import { createLineageSigner } from '#adapters/crypto/lineage-signer';
import { openSecretBox } from '#adapters/crypto/open-secret-box';
import { operatorKey } from '#adapters/crypto/operator-key';
import { CustomTextModel } from '#adapters/custom/custom-text-model';
import { openDiscord } from '#adapters/discord/client';
import type { DiscordConnection } from '#adapters/discord/connection';
import { listenTo } from '#adapters/discord/listen-to';
import { startSentence } from '#adapters/discord/start-sentence';
import { dnsAddressGuard } from '#adapters/fetch/dns-address-guard';
import { NovelaiTextModel } from '#adapters/novelai/novelai-text-model';
import { openLog } from '#adapters/pino/pino-log';
import { openDatabase } from '#adapters/postgres/connect';
import { createStores } from '#adapters/postgres/create-stores';
import { createDirectChannelStore } from '#adapters/postgres/direct-channel-store';
import { createRetentionStore } from '#adapters/postgres/retention-store';
import { brokenStart } from '#adapters/system/broken-start';
import { ClosingStack } from '#adapters/system/closing-stack';
import { PrepareClient } from '#adapters/system/prepare-client';
import { ProgramEnd } from '#adapters/system/program-end';
import { systemClock } from '#adapters/system/system-clock';
import { systemRandom } from '#adapters/system/system-random';
import { cachedBlocks } from '#app/chat/block-cache';
import { bufferedStats } from '#app/chat/buffered-stats';
import { cachedAutoReplies } from '#app/chat/cached-auto-replies';
import { type ChatIntake, openChatIntake } from '#app/chat/chat-intake';
import type { ChatPorts } from '#app/chat/chat-ports';
import { greetGuild } from '#app/chat/greet-guild';
import { modelSwitch } from '#app/chat/model-switch';
import { cachedPersonas } from '#app/chat/persona-cache';
import { recoverTurns } from '#app/chat/recover-turns';
import { threadSettings } from '#app/chat/thread-settings';
import { seedPresets } from '#app/seed-presets';
import { sweepOldTurns } from '#app/sweep-old-turns';
import { DEFAULT_SETTINGS } from '#core/settings/resolve-settings';
import { Secret } from '#domain/secret';
import { err, ok, type Result } from '#lib/result';
import type { AddressGuard } from '#ports/address-guard';
import type { Log } from '#ports/log';
import { chatPorts } from './chat-parts.ts';
import { type Env, readEnv } from './env.ts';
import { LifeCycle } from './life-cycle.ts';
import { type BotParts, serveCommands } from './serve-commands.ts';
import { sharedParts } from './shared-parts.ts';
import { Watch } from './watch-parts.ts';

const FOLLOW_UP_INTERRUPTS_MAX = 3;
/** How long an end that cannot wait still writes counters, in milliseconds. */
const lastFlushMs = 250;
const END_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** A running bot. */
export interface RunningBot {
	readonly connection: DiscordConnection;
	readonly log: Log;
	/** Where `/health` is; null when the port was taken. */
	readonly healthPort: number | null;
	/** Finishes running turns within DRAIN_MS, leaves Discord, and lets go of the store. */
	close(): Promise<void>;
	/** Lets go of the store alone, for an end that cannot wait. */
	letGo(): Promise<void>;
}

/** Opens the text model over the preparation worker, and tells the operator which tokenizers are missing. */
async function openModel(env: Env, log: Log, addressGuard: AddressGuard) {
	const preparer = new PrepareClient({ directories: [env.TOKENIZER_ASSET_DIR], clock: systemClock, log });
	const missing = await preparer.missingFamilies();
	if (missing.length > 0) {
		log.warn({ families: missing }, 'tokenizers are missing: run npx bun@1.4.5 run setup:tokenizers and restart');
	}
	const times = {
		requestTimeoutMs: env.NOVELAI_REQUEST_TIMEOUT_MS,
		streamReadTimeoutMs: env.NOVELAI_STREAM_READ_TIMEOUT_MS,
	};
	const shared = { ...times, clock: systemClock, random: systemRandom, log };
	const urls = { textUrl: env.NOVELAI_TEXT_URL, accountUrl: env.NOVELAI_ACCOUNT_URL };
	const novelai = await NovelaiTextModel.open({ ...urls, ...shared, preparer });
	return { model: modelSwitch(novelai, new CustomTextModel({ ...shared, addressGuard })), preparer };
}

/** What was left open stands in each channel's order before anything that comes. */
async function connectChat({ env, connection }: BotParts, ports: ChatPorts, signal: AbortSignal): Promise<ChatIntake> {
	const { selfRoleIds } = connection;
	const waits = { coalesceMs: env.COALESCE_MS, coalesceMaxMs: env.COALESCE_MAX_MS };
	const catchUp = { perChannelMax: env.CATCH_UP_PER_CHANNEL_MAX };
	const followUpInterruptsMax = FOLLOW_UP_INTERRUPTS_MAX;
	const intake = openChatIntake(ports, { ...waits, followUpInterruptsMax, catchUp, selfRoleIds });
	connection.onGuildJoined((join) => void greetGuild(join, ports));
	const { TURN_FRESH_MS: freshMs, CATCH_UP_MS: catchUpMs } = env;
	await recoverTurns({ replies: intake.replies, freshMs, catchUpMs, signal }, ports);
	return intake;
}

/** Starts the bot; a failure is sentences for the operator, each naming what to do. Never rejects. */
export async function startBot(
	env: Env,
	log: Log,
	signal: AbortSignal,
): Promise<Result<RunningBot, readonly string[]>> {
	const opened = new ClosingStack();
	const note = (error: unknown): void => log.error({ error }, 'not everything could be closed');
	try {
		const started = await openBot({ env, log, signal, opened });
		if (!started.ok) await opened.close().catch(note);
		return started;
	} catch (error) {
		log.error({ error }, 'the start failed');
		await opened.close().catch(note);
		return err([brokenStart(error)]);
	}
}

interface Start {
	readonly env: Env;
	readonly log: Log;
	readonly signal: AbortSignal;
	/** Takes whatever was opened, also when a later step fails. */
	readonly opened: ClosingStack;
}

async function openBot({ env, log, signal, opened }: Start): Promise<Result<RunningBot, readonly string[]>> {
	const location = env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : { dataDir: env.DATA_DIR, clock: systemClock };
	const database = await openDatabase(location, log);
	if (!database.ok) return err([database.error.sentence]);
	opened.add(() => database.value.close());
	const watch = new Watch({ env, log, database: database.value });
	opened.add(() => watch.close());
	const secretBox = openSecretBox({
		secrets: env.cryptoSecrets,
		currentVersion: env.CRYPTO_SECRET_CURRENT ?? null,
		dataDir: env.DATABASE_URL ? null : env.DATA_DIR,
	});
	if (!secretBox.ok) return err([secretBox.error]);
	const shared = sharedParts({ env, database: database.value, log });
	opened.add(() => shared.leases.close());
	const { appState, presets, stats, webhooks, ...others } = createStores({
		db: database.value.db,
		secretBox: secretBox.value,
		digest: credentialDigest,
		log,
		owner: shared.owner,
		isSole: database.value.kind === 'embedded',
	});
	const blocks = cachedBlocks(others.blocks, systemClock, env.PERSONA_USER_BLOCK_CACHE_TTL_SECONDS * 1_000);
	const counters = bufferedStats(stats, { clock: systemClock, log });
	opened.add(() => counters.flush());
	const personas = cachedPersonas(others.personas, systemClock);
	const stores: BotParts['stores'] = {
		...others,
		personas,
		blocks,
		stats: env.STAT_TRACKING_ENABLED ? counters : null,
	};
	await seedPresets(presets);
	const addressGuard = dnsAddressGuard();
	const { model: unguarded, preparer } = await openModel(env, log, addressGuard);
	opened.add(() => preparer.close());
	const model = watch.guard(unguarded);
	const connected = await openDiscord({
		token: new Secret(env.DISCORD_TOKEN),
		vitals: watch.vitals,
		...(env.DISCORD_API_URL ? { apiUrl: env.DISCORD_API_URL } : {}),
		messageContent: env.DISCORD_MESSAGE_CONTENT,
		shards: env.SHARDS,
		typingEveryMs: env.DISCORD_TYPING_KEEPALIVE_INTERVAL_MS,
		forwardDepthMax: env.FORWARD_CHAIN_MAX_DEPTH,
		webhooks,
		shrinkAvatar: avatarPicture,
		clock: systemClock,
		log,
		signal,
	});
	if (!connected.ok) return err([startSentence(connected.error)]);
	const connection = connected.value;
	opened.add(() => connection.close());
	const operator = operatorKey({
		apiKey: env.NOVELAI_API_KEY ?? null,
		guildIds: env.NOVELAI_API_KEY_GUILDS,
		ownerIds: [...connection.ownerIds],
	});
	const lineages = createLineageSigner(secretBox.value);
	const settings = threadSettings(stores.settings, connection.directory);
	const watched = cachedAutoReplies({ settings, autoReplies: stores.autoReplies }, systemClock);
	const served = { ...stores, ...watched };
	const parts: BotParts = {
		env,
		log,
		connection,
		stores: served,
		presets,
		operator,
		model,
		addressGuard,
		lineages,
		shared,
		watch,
	};
	const chat = chatPorts(parts);
	const closing = new AbortController();
	const intake = await connectChat(parts, chat, closing.signal);
	const directChannels = createDirectChannelStore(database.value.db);
	const lifeCycle = new LifeCycle({ env, log, connection, intake, appState, directChannels });
	opened.add(() => lifeCycle.drain());
	await lifeCycle.begin();
	listenTo(connection, intake);
	opened.add(() => closing.abort());
	const use = { chat, replies: intake.replies, endTurnsOf: intake.endTurnsOf };
	await serveCommands(parts, use, { state: appState, signal: closing.signal });
	sweepOldTurns({ retention: createRetentionStore(database.value.db), clock: systemClock, log }, closing.signal);
	const facts = { bot: connection.selfName, guilds: connection.guildCount(), model: DEFAULT_SETTINGS.modelCodename };
	watch.serves(intake);
	log.info(facts, 'ready');
	const letGo = async (): Promise<void> => {
		await Promise.race([counters.flush(), systemClock.sleep(lastFlushMs)]);
		await database.value.close();
	};
	return ok({ connection, log, healthPort: watch.port, close: () => opened.close(), letGo });
}

/** Ends the program with sentences for the operator, without a stack trace. */
function exitWith(sentences: readonly string[]): never {
	for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
	process.exit(1);
}

async function runProgram(): Promise<void> {
	const parsed = readEnv();
	if (!parsed.ok) exitWith(parsed.error);
	const env = parsed.value;
	const secrets = [env.DISCORD_TOKEN, env.NOVELAI_API_KEY ?? '', ...env.cryptoSecrets.values()];
	const log = openLog({ level: env.LOG_LEVEL, secrets });
	for (const warning of env.warnings) log.warn({}, warning);
	process.on('unhandledRejection', (error) => log.error({ error }, 'an unhandled rejection'));
	process.on('uncaughtException', (error) => log.error({ error }, 'an uncaught exception'));
	const end = new ProgramEnd({ clock: systemClock, log, exit: (exitCode) => process.exit(exitCode) });
	for (const name of END_SIGNALS) process.on(name, () => end.takeSignal(name));
	const started = await startBot(env, log, end.signal);
	if (!started.ok && end.signal.aborted) process.exit(0);
	if (!started.ok) exitWith(started.error);
	const bot = started.value;
	bot.connection.onLost((failure) => {
		process.stderr.write(`${startSentence(failure)}\n`);
		end.begin(1);
	});
	end.runs(bot);
}

if (import.meta.main) await runProgram();
