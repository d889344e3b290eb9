/** The gateway, version 10, JSON without compression: identify, resume, heartbeats, and the faults a test asks for. */
import { GatewayIntentBits } from 'discord-api-types/v10';
import { guildCreateJson, type Json, userJson } from '../payloads.ts';
import { botSees } from '../permissions.ts';
import type { Dispatch, World } from '../world.ts';
import { applicationFlags, privilegedIntents, readableMessage, wantsEvent } from './intents.ts';
import { membersChunk } from './members-chunk.ts';
import { type GatewaySocket, Session } from './session.ts';
import { isOfShard, readShard } from './shard.ts';

/** What the client is told to beat at, in milliseconds. */
const defaultHeartbeatMs = 41_250;

/** The longest payload a client may send. */
const payloadBytesMax = 4_096;

/** A received payload, for tests that look at what the client sent. */
export interface ReceivedPayload {
	readonly op: number;
	readonly d: unknown;
	readonly atMs: number;
}

/** All gateway sessions of one server. */
export class Gateway {
	readonly #world: World;
	readonly #sockets = new Set<GatewaySocket>();
	/** Every session ever begun, oldest first. */
	readonly sessions: Session[] = [];
	/** Everything clients sent, oldest first. */
	readonly received: ReceivedPayload[] = [];
	/** True swallows heartbeats, so that the client thinks the connection dead. */
	dropAcks = false;
	/** True answers the WebSocket upgrade with 503. */
	refuseConnections = false;
	/** How often it did. */
	refusedConnections = 0;
	/** True refuses every resume, as Discord does when a session was away for too long. */
	refuseResumes = false;
	/** True tells new sessions to resume at an address that answers 404, as a gateway does that was taken down. */
	resumesNowhere = false;
	/** True makes every event arrive twice. */
	duplicateEvents = false;
	/** Milliseconds between heartbeats, told in HELLO. */
	heartbeatMs: number = defaultHeartbeatMs;
	/** How often clients identified and resumed. */
	readonly counts = { identifies: 0, resumes: 0, refusedResumes: 0, heartbeats: 0 };
	/** The newest events, redeliverable, by message id. */
	readonly #byMessage = new Map<string, Dispatch>();

	/** Called when a socket opens, closes or sends something. */
	readonly #changed: () => void;

	constructor(world: World, changed: () => void) {
		this.#world = world;
		this.#changed = changed;
		world.onDispatch((dispatch) => this.#deliver(dispatch));
	}

	/** The sessions with a socket. */
	get connected(): Session[] {
		return this.sessions.filter((session) => session.socket !== null);
	}

	/** A socket opened. */
	open(socket: GatewaySocket): void {
		this.#sockets.add(socket);
		this.#send(socket, { op: 10, d: { heartbeat_interval: this.heartbeatMs } });
		this.#changed();
	}

	/** A socket closed; the client's own 1000 and 1001 end the session, everything else leaves it resumable. */
	close(socket: GatewaySocket, code: number): void {
		this.#sockets.delete(socket);
		const { session } = socket.data;
		if (session?.socket === socket) {
			session.socket = null;
			if (code === 1000 || code === 1001) session.invalidated = true;
		}
		this.#changed();
	}

	/** A payload arrived. */
	message(socket: GatewaySocket, text: string | Buffer): void {
		this.#receive(socket, text);
		this.#changed();
	}

	#receive(socket: GatewaySocket, text: string | Buffer): void {
		let payload: { op?: unknown; d?: unknown };
		if (text.length > payloadBytesMax) {
			socket.close(4002, 'Payload too large.');
			return;
		}
		try {
			payload = JSON.parse(text.toString()) as { op?: unknown; d?: unknown };
		} catch {
			socket.close(4002, 'Error while decoding payload.');
			return;
		}
		const op = Number(payload.op);
		const d = (payload.d ?? {}) as Json;
		this.received.push({ op, d: payload.d, atMs: this.#world.clock.now() });
		if (op === 1) this.#heartbeat(socket);
		else if ((op === 2 || op === 6) && socket.data.session !== null) socket.close(4005, 'Already authenticated.');
		else if (op === 2) this.#identify(socket, d);
		else if (op === 6) this.#resume(socket, d);
		else if (socket.data.session === null) socket.close(4003, 'Not authenticated.');
		else if (op === 8) {
			const chunk = membersChunk(this.#world, d);
			if (chunk !== null) socket.data.session.send('GUILD_MEMBERS_CHUNK', chunk);
		} else if (op !== 3 && op !== 4 && op !== 31) socket.close(4001, 'Unknown opcode.');
	}

	/** Closes every socket with a code, such as 4000 or 4009. */
	closeAll(code: number, reason = ''): void {
		for (const socket of [...this.#sockets]) socket.close(code, reason);
	}

	/** Cuts every socket without a closing handshake. */
	cutAll(): void {
		for (const socket of [...this.#sockets]) socket.terminate();
	}

	/** Asks every client to reconnect and resume (op 7). */
	requestReconnect(): void {
		for (const socket of this.#sockets) this.#send(socket, { op: 7, d: null });
	}

	/** Tells every client that its session is invalid (op 9); only a resumable one may be resumed. */
	invalidateSessions(resumable: boolean): void {
		for (const socket of this.#sockets) {
			const { session } = socket.data;
			socket.data.session = null;
			if (session !== null) {
				session.invalidated ||= !resumable;
				// Nothing more arrives until the client has resumed, which it may do on this very socket.
				session.socket = null;
			}
			this.#send(socket, { op: 9, d: resumable });
		}
	}

	/** Sends the newest event about a message once more; false when there was none. */
	redeliver(messageId: string): boolean {
		const dispatch = this.#byMessage.get(messageId);
		if (dispatch !== undefined) this.#deliver(dispatch);
		return dispatch !== undefined;
	}

	#send(socket: GatewaySocket, payload: Json): void {
		socket.send(JSON.stringify({ t: null, s: null, ...payload }));
	}

	#heartbeat(socket: GatewaySocket): void {
		this.counts.heartbeats += 1;
		if (!this.dropAcks) this.#send(socket, { op: 11 });
	}

	#identify(socket: GatewaySocket, d: Json): void {
		const { application } = this.#world;
		const intents = Number(d['intents'] ?? 0);
		if (d['token'] !== application.token && d['token'] !== `Bot ${application.token}`) {
			socket.close(4004, 'Authentication failed.');
			return;
		}
		if (!Number.isInteger(intents) || intents < 0) {
			socket.close(4013, 'Invalid intent(s).');
			return;
		}
		if ((intents & privilegedIntents & ~application.allowedPrivilegedIntents) !== 0) {
			socket.close(4014, 'Disallowed intent(s).');
			return;
		}
		const shard = readShard(d['shard']);
		if (shard === null) {
			socket.close(4010, 'Invalid shard.');
			return;
		}
		this.counts.identifies += 1;
		const session = new Session(`session-${this.#world.ids.next()}`, { intents, shard }, socket);
		this.sessions.push(session);
		socket.data.session = session;
		this.#greet(session);
	}

	#greet(session: Session): void {
		const world = this.#world;
		const { application } = world;
		const guilds = [...world.guilds.values()].filter((guild) => {
			return guild.members.has(application.bot.id) && isOfShard(session.shard, guild.id);
		});
		session.send('READY', {
			v: 10,
			user: { ...userJson(application.bot), email: null, mfa_enabled: true, verified: true },
			guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
			session_id: session.id,
			shard: session.shard,
			session_type: 'normal',
			resume_gateway_url: `${world.origin.replace(/^http/, 'ws')}/${this.resumesNowhere ? 'former-gateway' : 'gateway'}`,
			application: { id: application.id, flags: applicationFlags(application.allowedPrivilegedIntents) },
			private_channels: [],
			relationships: [],
			presences: [],
			_trace: [],
		});
		if ((session.intents & GatewayIntentBits.Guilds) === 0) return;
		const everyMember = (session.intents & GatewayIntentBits.GuildPresences) !== 0;
		for (const guild of guilds) session.send('GUILD_CREATE', guildCreateJson(world, guild, everyMember));
	}

	#resume(socket: GatewaySocket, d: Json): void {
		const session = this.sessions.find((candidate) => candidate.id === d['session_id']);
		const known =
			!this.refuseResumes &&
			session !== undefined &&
			!session.invalidated &&
			d['token'] === this.#world.application.token;
		if (!known || !session.replay(Number(d['seq'] ?? 0), socket)) {
			this.counts.refusedResumes += 1;
			this.#send(socket, { op: 9, d: false });
			return;
		}
		this.counts.resumes += 1;
		socket.data.session = session;
		session.send('RESUMED', { _trace: [] });
	}

	#deliver(dispatch: Dispatch): void {
		const world = this.#world;
		if (dispatch.message !== undefined) this.#byMessage.set(dispatch.message.id, dispatch);
		const channel = dispatch.channelId === undefined ? undefined : world.channels.get(dispatch.channelId);
		if (channel !== undefined && !botSees(world, channel)) return;
		const guild = dispatch.guildId === null ? undefined : world.guilds.get(dispatch.guildId);
		const outside = guild !== undefined && !guild.members.has(world.application.bot.id);
		if (outside && dispatch.t !== 'GUILD_DELETE') return;
		for (const session of this.sessions) {
			if (session.invalidated || !wantsEvent(session.intents, dispatch)) continue;
			if (!isOfShard(session.shard, dispatch.guildId)) continue;
			const reader = {
				botId: world.application.bot.id,
				allowed: (session.intents & GatewayIntentBits.MessageContent) !== 0,
				direct: dispatch.guildId === null,
			};
			const d = dispatch.message === undefined ? dispatch.d : readableMessage(dispatch.d as never, reader);
			session.send(dispatch.t, d);
			if (this.duplicateEvents) session.send(dispatch.t, d);
		}
	}
}
