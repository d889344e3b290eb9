/** Leaves the gateway so that the session can be taken up again, and finds out what it missed. */
import { type Client, GatewayDispatchEvents, GatewayOpcodes } from 'discord.js';
import { z } from 'zod';
import type { Secret } from '#domain/secret';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { numberOf, objectOf } from './raw-fields.ts';

/** What Discord wants to hear of a session that is to be resumed. */
export interface KeptSession {
	readonly shardId: number;
	readonly sessionId: string;
	/** The number of the last event that was taken. */
	readonly sequence: number;
	readonly resumeUrl: string;
}

const keptSession = z.object({
	shardId: z.number().int().min(0),
	sessionId: z.string().min(1),
	sequence: z.number().int().min(0),
	resumeUrl: z.url({ protocol: /^wss?$/ }),
});

/** Reads what `JSON.stringify` made of a session; null when it is none. */
export function readKeptSession(text: string): KeptSession | null {
	try {
		return keptSession.safeParse(JSON.parse(text)).data ?? null;
	} catch {
		return null;
	}
}

/** The sessions of a client that is connected; discord.js marks where it keeps them as private. */
export function keptSessions(client: Client): readonly KeptSession[] {
	return [...client.ws.shards].flatMap(([shardId, shard]) => {
		const raw = objectOf(Reflect.get(shard, 'sessionInfo'));
		const { sessionId, sequence, resumeURL: resumeUrl } = raw ?? {};
		return keptSession.safeParse({ shardId, sessionId, sequence, resumeUrl }).data ?? [];
	});
}

/** Any code but 1000 and 1001 leaves the session alone; discord.js closes with this one before it resumes. */
const keepingCloseCode = 4_200;

/** discord.js's own manager of sockets; it is private in the library's types. */
interface SocketManager {
	destroy?: (options: { readonly code: number; readonly reason: string }) => Promise<void>;
}

/** Closes the sockets; Discord keeps the sessions, and what happens meanwhile, for some minutes. */
export async function leaveResumable(client: Client): Promise<void> {
	const sockets = Reflect.get(client.ws, '_ws') as SocketManager | null;
	await sockets?.destroy?.({ code: keepingCloseCode, reason: 'Back soon' });
}

/** Milliseconds that Discord may take to tell all that was missed. */
export const replayMs = 10_000;

/** Messages of one replay that are looked at, the newest ones. */
const replayedMax = 1_000;

/** What a replay needs. */
export interface ReplayOptions {
	readonly token: Secret;
	readonly clock: Clock;
	readonly log: Log;
	readonly signal: AbortSignal;
}

/**
 * The MESSAGE_CREATE packets that a session missed since it was left, oldest first; null when Discord no longer has
 * them. The session ends with that. discord.js cannot begin with a resume, since it learns its guilds from READY alone:
 * the running client has a session of its own beside this one, so nothing falls in between.
 */
export async function replaySession(session: KeptSession, options: ReplayOptions): Promise<readonly unknown[] | null> {
	const { clock, log } = options;
	const over = new AbortController();
	const signal = AbortSignal.any([options.signal, over.signal]);
	const outcome = await Promise.race([
		listenUntilResumed(session, options.token, signal),
		clock.sleep(replayMs, signal).then(() => null),
	]);
	over.abort();
	const messages = outcome?.length ?? 0;
	log.info({ shardId: session.shardId, resumed: outcome !== null, messages }, 'asked for what the last session missed');
	return outcome;
}

function listenUntilResumed(
	session: KeptSession,
	token: Secret,
	signal: AbortSignal,
): Promise<readonly unknown[] | null> {
	const messages: unknown[] = [];
	const socket = new WebSocket(`${session.resumeUrl}?v=10&encoding=json`);
	signal.addEventListener('abort', () => socket.close(1_000), { once: true });
	return new Promise((resolve) => {
		socket.onerror = () => resolve(null);
		socket.onclose = () => resolve(null);
		socket.onmessage = ({ data }) => {
			const { op, t, d } = readPayload(data);
			if (op === GatewayOpcodes.Hello) {
				const { sessionId: session_id, sequence: seq } = session;
				socket.send(JSON.stringify({ op: GatewayOpcodes.Resume, d: { token: token.reveal(), session_id, seq } }));
			}
			if (op === GatewayOpcodes.InvalidSession) resolve(null);
			if (op !== GatewayOpcodes.Dispatch) return;
			if (t === GatewayDispatchEvents.Resumed) resolve(messages);
			if (t !== GatewayDispatchEvents.MessageCreate) return;
			messages.push(d);
			if (messages.length > replayedMax) messages.shift();
		};
	});
}

function readPayload(data: unknown) {
	try {
		const raw = objectOf(JSON.parse(String(data)));
		return { op: numberOf(raw?.['op']), t: raw?.['t'], d: raw?.['d'] };
	} catch {
		return { op: null, t: null, d: null };
	}
}
