/** Gets a client onto the gateway, however long Discord or the network take. */
import { Client, Events } from 'discord.js';
import type { Secret } from '#domain/secret';
import { err, ok, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { type ClientShape, clientOptions } from './client-options.ts';
import { errorFacts } from './discord-failure.ts';
import type { DiscordVitals } from './discord-vitals.ts';
import { type GatewayEvents, gatewayEvents } from './gateway-events.ts';
import { giveUpDeadSessions, guardPackets, stopReconnecting } from './gateway-guard.ts';
import { type GatewayHearing, gatewayHearing } from './gateway-hearing.ts';
import { type DiscordStartFailure, failureOfClose, failureOfLogin } from './start-failure.ts';

/** What a login needs. */
export interface LoginOptions extends ClientShape {
	readonly token: Secret;
	readonly clock: Clock;
	readonly log: Log;
	/** Follows each client that is tried. */
	readonly vitals?: Pick<DiscordVitals, 'watch'>;
	/** Aborting gives the login up. */
	readonly signal: AbortSignal;
}

/** A client that is ready, with the events it has hooked. */
export interface LoggedIn {
	readonly client: Client<true>;
	readonly events: GatewayEvents;
	readonly hearing: GatewayHearing;
	/** Resolves when Discord ends the connection in a way that no reconnecting can mend. */
	readonly lost: Promise<DiscordStartFailure>;
}

/** Milliseconds before the second attempt; doubled for every further one. */
export const firstLoginDelayMs = 1000;

/** Milliseconds between two attempts at most. */
export const loginDelayMaxMs = 60_000;

/**
 * Logs in. A refused token or refused intents come back as failures at once; anything else (network, server errors,
 * no sessions left) is tried again for ever with growing pauses, each with a new client, since a discord.js client
 * that failed once stays destroyed.
 */
export async function login(options: LoginOptions): Promise<Result<LoggedIn, DiscordStartFailure>> {
	let delayMs = firstLoginDelayMs;
	while (!options.signal.aborted) {
		const attempt = await attemptLogin(options);
		if (attempt.ok) return attempt;
		if (options.signal.aborted) break;
		const { error, lastClose } = attempt.error;
		const failure = failureOfLogin(error, lastClose);
		if (failure) return err(failure);
		options.log.warn({ ...errorFacts(error), retryInMs: delayMs }, 'logging in to Discord failed; trying again');
		await options.clock.sleep(delayMs, options.signal);
		delayMs = Math.min(loginDelayMaxMs, delayMs * 2);
	}
	return err({ code: 'cancelled' });
}

interface FailedAttempt {
	readonly error: unknown;
	readonly lastClose: number | null;
}

async function attemptLogin(options: LoginOptions): Promise<Result<LoggedIn, FailedAttempt>> {
	const { log, signal } = options;
	const client = new Client(clientOptions(options));
	guardPackets(client, log);
	options.vitals?.watch(client);
	giveUpDeadSessions(client, log);
	logTroubles(client, log);
	const events = gatewayEvents(client, log);
	const hearing = gatewayHearing(client, options);
	let lastClose: number | null = null;
	const lost = new Promise<DiscordStartFailure>((resolve) => {
		client.on(Events.ShardDisconnect, ({ code }) => {
			lastClose = code;
			const failure = failureOfClose(code);
			if (failure) resolve(failure);
		});
	});
	const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
	const cancelled = new Promise<never>((_, reject) => {
		if (signal.aborted) reject(new Error('cancelled'));
		signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true });
	});
	const lostEarly = lost.then(() => Promise.reject(new Error('the gateway refused the connection')));
	const loggedIn = client.login(options.token.reveal()).then(() => ready);
	try {
		return ok({ client: await Promise.race([loggedIn, lostEarly, cancelled]), events, hearing, lost });
	} catch (error) {
		await destroyClient(client, options.clock);
		return err({ error, lastClose });
	} finally {
		for (const promise of [loggedIn, lostEarly, cancelled]) promise.catch(() => {});
	}
}

/** Milliseconds that Discord gets to answer our good-bye. */
const farewellMs = 5000;

/** Ends a client; does not wait for ever for a network that is gone. Its sessions stay resumable when they are left so. */
export async function destroyClient(client: Client, clock: Clock, leave = async () => {}): Promise<void> {
	const given = new AbortController();
	stopReconnecting(client);
	const left = leave().then(() => client.destroy());
	await Promise.race([left, clock.sleep(farewellMs, given.signal)]);
	given.abort();
}

function logTroubles(client: Client, log: Log): void {
	client.on(Events.Error, (error) => log.error(errorFacts(error), 'the Discord client reported an error'));
	client.on(Events.Warn, (warning) => log.warn({ warning }, 'the Discord client warns'));
	client.rest.on('rateLimited', ({ route, timeToReset, global }) => {
		log.debug({ route, retryInMs: timeToReset, global }, 'waiting for a rate limit');
	});
}
