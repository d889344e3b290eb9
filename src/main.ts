/** The program: reads its variables, opens what it needs, connects it, and closes it again in order. */
import { credentialDigest } from '#adapters/crypto/credential-digest';
import { createLineageSigner } from '#adapters/crypto/lineage-signer';
import { openSecretBox } from '#adapters/crypto/open-secret-box';
import { operatorKey } from '#adapters/crypto/operator-key';
import type { DiscordConnection } from '#adapters/discord/connection';
import { startSentence } from '#adapters/discord/start-sentence';
import { dnsAddressGuard } from '#adapters/fetch/dns-address-guard';
import { logSecrets } from '#adapters/pino/log-secrets';
import { openLog } from '#adapters/pino/pino-log';
import { openDatabase } from '#adapters/postgres/connect';
import { createStores } from '#adapters/postgres/create-stores';
import { createDirectChannelStore } from '#adapters/postgres/direct-channel-store';
import { createRetentionStore } from '#adapters/postgres/retention-store';
import { brokenStart } from '#adapters/system/broken-start';
import { ClosingStack } from '#adapters/system/closing-stack';
import { ProgramEnd } from '#adapters/system/program-end';
import { systemClock } from '#adapters/system/system-clock';
import { cachedBlocks } from '#app/chat/block-cache';
import { type BufferedStats, bufferedStats } from '#app/chat/buffered-stats';
import { cachedAutoReplies } from '#app/chat/cached-auto-replies';
import { cachedPersonas } from '#app/chat/persona-cache';
import { threadSettings } from '#app/chat/thread-settings';
import { seedPresets } from '#app/seed-presets';
import { sweepOldTurns } from '#app/sweep-old-turns';
import { DEFAULT_SETTINGS } from '#core/settings/resolve-settings';
import { err, ok, type Result } from '#lib/result';
import type { Log } from '#ports/log';
import { connectChat } from './connect-chat.ts';
import { connectDiscord, openModel } from './connect-parts.ts';
import { type Env, readEnv } from './env.ts';
import { type BotParts, serveCommands } from './serve-commands.ts';
import { sharedParts } from './shared-parts.ts';
import { Watch } from './watch-parts.ts';

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

function secretBoxOf(env: Env) {
	return openSecretBox({
		secrets: env.cryptoSecrets,
		currentVersion: env.CRYPTO_SECRET_CURRENT ?? null,
		dataDir: env.DATABASE_URL ? null : env.DATA_DIR,
	});
}

function operatorOf(env: Env, { ownerIds }: DiscordConnection) {
	return operatorKey({
		apiKey: env.NOVELAI_API_KEY ?? null,
		guildIds: env.NOVELAI_API_KEY_GUILDS,
		ownerIds: [...ownerIds],
	});
}

async function openBot({ env, log, signal, opened }: Start): Promise<Result<RunningBot, readonly string[]>> {
	const location = env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : { dataDir: env.DATA_DIR, clock: systemClock };
	const database = await openDatabase(location, log);
	if (!database.ok) return err([database.error.sentence]);
	opened.add(() => database.value.close());
	const watch = new Watch({ env, log, database: database.value });
	opened.add(() => watch.close());
	const secretBox = secretBoxOf(env);
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
	const connected = await connectDiscord({ env, log, signal, webhooks, vitals: watch.vitals });
	if (!connected.ok) return err([startSentence(connected.error)]);
	const connection = connected.value;
	opened.add(() => connection.close());
	const operator = operatorOf(env, connection);
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
	const directChannels = createDirectChannelStore(database.value.db);
	const { chat, intake, closing } = await connectChat(parts, { appState, directChannels, opened });
	const use = { chat, replies: intake.replies, endTurnsOf: intake.endTurnsOf };
	await serveCommands(parts, use, { state: appState, signal: closing });
	sweepOldTurns({ retention: createRetentionStore(database.value.db), clock: systemClock, log }, closing);
	const facts = { bot: connection.selfName, guilds: connection.guildCount(), model: DEFAULT_SETTINGS.modelCodename };
	watch.serves(intake);
	log.info(facts, 'ready');
	const letGo = () => letGoSoon(counters, database.value);
	return ok({ connection, log, healthPort: watch.port, close: () => opened.close(), letGo });
}

/** Writes what it can in no time, then lets go of the store. */
async function letGoSoon(counters: BufferedStats, database: { close(): Promise<void> }): Promise<void> {
	await Promise.race([counters.flush(), systemClock.sleep(lastFlushMs)]);
	await database.close();
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
	const keys = [env.DISCORD_TOKEN, env.NOVELAI_API_KEY, ...env.cryptoSecrets.values()];
	const log = openLog({ level: env.LOG_LEVEL, secrets: logSecrets({ keys, databaseUrl: env.DATABASE_URL }) });
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
