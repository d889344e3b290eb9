/** Opens the bot's connection to Discord. */
import type { Secret } from '#domain/secret';
import { ok, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { WebhookStore } from '#ports/webhook-store';
import { readOwnerIds } from './application-facts.ts';
import { connect, type DiscordConnection } from './connection.ts';
import type { DiscordVitals } from './discord-vitals.ts';
import { login } from './login.ts';
import { routeOf } from './rest-route.ts';
import type { DiscordStartFailure } from './start-failure.ts';

/** How to connect. */
export interface DiscordOptions {
	readonly token: Secret;
	readonly clock: Clock;
	readonly log: Log;
	/** REST base ending in `/api`; Discord's own when absent. The gateway's address comes from it. */
	readonly apiUrl?: string;
	/** Requests that Discord allows the bot in a second; 50 unless given. */
	readonly requestsPerSecond?: number;
	/** Whether to request the privileged content intent; true unless given. */
	readonly messageContent?: boolean;
	/** Follows how the connection does, and brakes its requests. */
	readonly vitals?: DiscordVitals;
	/** Shards of this process, or Discord's own recommendation; 1 unless given. */
	readonly shards?: number | 'auto';
	/** Milliseconds between two typing calls; 8,000 unless given. */
	readonly typingEveryMs?: number;
	/** Fetches for one forward of a forward at most, 0 for none; 3 unless given. */
	readonly forwardDepthMax?: number;
	/** Where the webhooks of personas are kept; in memory only unless given. */
	readonly webhooks?: WebhookStore;
	/** Makes a picture small enough for an emoji; without it no picture is uploaded. */
	readonly shrinkAvatar?: (bytes: Uint8Array) => Promise<Uint8Array | null>;
	/** Called once when people's messages come without content although the intent was granted (S052). */
	readonly onContentMissing?: () => void;
	/** Aborting gives up a login that is still being tried. */
	readonly signal?: AbortSignal;
}

/**
 * Connects and resolves when the bot is ready, with all its guilds known. A refused token or refused intents are
 * failures at once; a network or a Discord that is down is waited for (S060).
 */
export async function openDiscord(options: DiscordOptions): Promise<Result<DiscordConnection, DiscordStartFailure>> {
	const messageContent = options.messageContent ?? true;
	const signal = options.signal ?? new AbortController().signal;
	const { vitals } = options;
	const route = routeOf({ ...options, ...(vitals === undefined ? {} : { makeRequest: vitals.brake.makeRequest }) });
	const loggedIn = await login({ ...options, ...route, messageContent, shards: options.shards ?? 1, signal });
	if (!loggedIn.ok) return loggedIn;
	const ownerIds = await readOwnerIds(loggedIn.value.client.rest, options.log);
	return ok(connect(loggedIn.value, { ...options, ...route, messageContent, ownerIds }));
}
