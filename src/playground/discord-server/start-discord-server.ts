/** Starts a loopback Discord: REST, gateway and file host on one port of this machine, with its world in memory. */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { FaultList } from './faults.ts';
import { Gateway } from './gateway/gateway.ts';
import { privilegedIntents } from './gateway/intents.ts';
import type { SocketData } from './gateway/session.ts';
import { makeUser } from './make-records.ts';
import type {
	ApplicationRecord,
	MessageOrigin,
	MessageRecord,
	Reference,
	TypingRecord,
	WebhookRecord,
} from './records.ts';
import { idOf } from './records.ts';
import { allRoutes } from './rest/all-routes.ts';
import type { Exchange } from './rest/request-log.ts';
import { type RestServer, serveRest } from './rest/serve-rest.ts';
import { serveCdn } from './serve-cdn.ts';
import { type Clock, type SnowflakeMaker, systemClock } from './snowflakes.ts';
import { waitUntil } from './until.ts';
import { UserActor } from './user-actor.ts';
import { sendAsWebhook, type WebhookMessage } from './webhook-actor.ts';
import { World } from './world.ts';
import { WorldBuilder } from './world-builder.ts';

/** How a server may be started. */
export interface DiscordServerOptions {
	/** 0, the default, takes a free port. */
	readonly port?: number;
	/** The application's and the bot's name. */
	readonly botName?: string;
	readonly token?: string;
	/** The privileged intents switched on in the portal, as bits; all when absent. */
	readonly allowedPrivilegedIntents?: number;
	/** What the three seconds and the fifteen minutes of an interaction are measured with. */
	readonly clock?: Clock;
}

/** A running loopback Discord. */
export interface DiscordServer {
	/** The REST base for `rest.api`, ending in `/api`. */
	readonly apiUrl: string;
	/** The file host's base for `rest.cdn`. */
	readonly cdnUrl: string;
	readonly port: number;
	readonly token: string;
	readonly world: World;
	readonly build: WorldBuilder;
	readonly gateway: Gateway;
	readonly requests: readonly Exchange[];
	/** Empties `requests`, which holds every answer whole: for worlds that many pass through. */
	forgetRequests(): void;
	readonly faults: FaultList;
	/** `METHOD path` of every request that no route takes; a test ends by expecting none. */
	readonly unknownRoutes: readonly string[];
	/** Bugs of the stand-in itself, met while answering; a test ends by expecting none. */
	readonly failures: readonly string[];
	readonly typings: readonly TypingRecord[];
	/** The person at the keyboard of a user. */
	as(user: APIUser): UserActor;
	/** Posts through a webhook that is not the bot's, made by `build.addWebhook`. */
	sendAsWebhook(webhook: WebhookRecord, input: WebhookMessage): APIMessage;
	/** What the bot and its webhooks have posted, visible or not, oldest first; of one channel when given. */
	botMessages(channel?: Reference): MessageRecord[];
	/** Resolves with the first truthy answer of the predicate; rejects after 5 s unless told otherwise. */
	until<T>(predicate: () => T | undefined | null | false, timeoutMs?: number): Promise<T>;
	stop(): Promise<void>;
}

const defaultWaitMs = 5_000;

const botOrigins: readonly MessageOrigin[] = ['bot', 'webhook', 'interaction'];

function makeApplication(ids: SnowflakeMaker, options: DiscordServerOptions): ApplicationRecord {
	const id = ids.next();
	const name = options.botName ?? 'Tomori';
	return {
		id,
		name,
		owner: makeUser(ids.next(), 'operator', { globalName: 'Operator' }),
		// An application's bot has the application's own id, as on Discord.
		bot: makeUser(id, name, { bot: true }),
		token: options.token ?? `${btoa(id).replaceAll('=', '')}.stand-in.token`,
		allowedPrivilegedIntents: options.allowedPrivilegedIntents ?? privilegedIntents,
	};
}

function describeLog(requests: readonly Exchange[]): string {
	const last = requests.slice(-8).map(({ method, path, status }) => `${method} ${path} -> ${status ?? 'open'}`);
	return `The condition was not met. Last requests:\n${last.join('\n') || '(none)'}`;
}

/** Starts the server and resolves once it listens. */
export async function startDiscordServer(options: DiscordServerOptions = {}): Promise<DiscordServer> {
	const world = new World(options.clock ?? systemClock, (ids) => makeApplication(ids, options));
	const watchers = new Set<() => void>();
	const requests: Exchange[] = [];
	const rest: RestServer = {
		world,
		routes: allRoutes,
		faults: new FaultList(),
		requests,
		unknownRoutes: [],
		failures: [],
		changed: () => {
			for (const watcher of watchers) watcher();
		},
	};
	const gateway = new Gateway(world, rest.changed);
	world.onChange(rest.changed);
	const server = Bun.serve<SocketData>({
		hostname: '127.0.0.1',
		port: options.port ?? 0,
		idleTimeout: 0,
		fetch: async (request, listening): Promise<Response | undefined> => {
			const url = new URL(request.url);
			if (url.pathname === '/gateway' || url.pathname === '/gateway/') {
				if (gateway.refuseConnections) {
					gateway.refusedConnections += 1;
					rest.changed();
					return new Response('upstream connect error', { status: 503 });
				}
				if (listening.upgrade(request, { data: { session: null } })) return undefined;
				return new Response('Expected a WebSocket upgrade', { status: 426 });
			}
			if (url.pathname.startsWith('/former-gateway')) return new Response('Not Found', { status: 404 });
			if (url.pathname.startsWith('/cdn/')) {
				return serveCdn(world, url.pathname.slice('/cdn'.length), url.search);
			}
			return await serveRest(rest, request, url);
		},
		websocket: {
			idleTimeout: 0,
			open: (socket) => gateway.open(socket),
			message: (socket, text) => gateway.message(socket, text),
			close: (socket, code) => gateway.close(socket, code),
		},
	});
	const port = server.port ?? 0;
	world.origin = `http://127.0.0.1:${port}`;
	return {
		apiUrl: `${world.origin}/api`,
		cdnUrl: `${world.origin}/cdn`,
		port,
		token: world.application.token,
		world,
		build: new WorldBuilder(world),
		gateway,
		requests,
		forgetRequests: () => {
			requests.length = 0;
		},
		faults: rest.faults,
		unknownRoutes: rest.unknownRoutes,
		failures: rest.failures,
		typings: world.typings,
		as: (user) => new UserActor(world, user),
		sendAsWebhook: (webhook, input) => sendAsWebhook(world, webhook, input),
		botMessages: (channel) =>
			world.messageLog.filter(
				(record) =>
					botOrigins.includes(record.origin) && (channel === undefined || record.message.channel_id === idOf(channel)),
			),
		until: (probe, timeoutMs = defaultWaitMs) =>
			waitUntil({
				probe,
				timeoutMs,
				subscribe: (changed) => {
					watchers.add(changed);
					return () => watchers.delete(changed);
				},
				describe: () => describeLog(requests),
			}),
		stop: () => server.stop(true),
	};
}
