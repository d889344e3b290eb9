/** Keeps discord.js's own gateway handlers from ending the process, and from building what nobody reads. */
import { type Client, Events, GatewayDispatchEvents } from 'discord.js';
import type { Log } from '#ports/log';
import { errorFacts } from './discord-failure.ts';
import { objectOf } from './raw-fields.ts';

/** Packets that are read raw; discord.js would only make and cache objects of them. */
const READ_RAW: ReadonlySet<unknown> = new Set([
	GatewayDispatchEvents.MessageCreate,
	GatewayDispatchEvents.MessageUpdate,
	GatewayDispatchEvents.MessageDelete,
	GatewayDispatchEvents.MessageDeleteBulk,
	GatewayDispatchEvents.TypingStart,
	GatewayDispatchEvents.InteractionCreate,
]);

/** discord.js's door for packets; it is private in the library's types, and absent from them in a later version. */
interface PacketDoor {
	handlePacket?: (packet?: unknown, shard?: unknown) => boolean;
}

/** A throw inside a packet handler is logged; unguarded it becomes an unhandled rejection, which ends the process. */
export function guardPackets(client: Client, log: Log): void {
	const door = client.ws as unknown as PacketDoor;
	const handlePacket = door.handlePacket?.bind(client.ws);
	if (handlePacket === undefined) return;
	door.handlePacket = (packet, shard) => {
		const type = objectOf(packet)?.['t'];
		if (READ_RAW.has(type)) return true;
		try {
			return handlePacket(packet, shard);
		} catch (error) {
			log.error({ packet: type, ...errorFacts(error) }, 'a gateway packet could not be handled');
			return false;
		}
	};
}

/** Errors in a row on one shard after which its session is given up: about ten seconds of trying. */
export const resumeErrorsMax = 20;

/** Of the tries in a row on one shard, every how manyth is worth a line in the log, beside the first. */
const triesPerLine = 20;

/**
 * A resume address that does not resolve or answers wrongly is tried by discord.js twice a second for ever. After some
 * errors in a row the session is forgotten, so that the next try asks for a new one at the gateway's own address.
 */
export function giveUpDeadSessions(client: Client, log: Log): void {
	const errors = createTally();
	const tries = createTally();
	client.on(Events.ShardError, (error, shardId) => {
		const count = errors.add(shardId);
		if (count % triesPerLine === 1) log.warn({ shardId, count, ...errorFacts(error) }, 'the gateway connection failed');
		const shard = client.ws.shards.get(shardId);
		if (!shard || count < resumeErrorsMax) return;
		if (count === resumeErrorsMax) log.warn({ shardId }, 'giving up the gateway session; asking for a new one');
		Reflect.set(shard, 'sessionInfo', null);
	});
	client.on(Events.ShardReconnecting, (shardId) => {
		const count = tries.add(shardId);
		if (count % triesPerLine === 1) log.info({ shardId, count }, 'connecting to the gateway again');
	});
	const isBack = (shardId: number) => {
		errors.clear(shardId);
		if (tries.clear(shardId)) log.info({ shardId }, 'back on the gateway');
	};
	client.on(Events.ShardReady, isBack);
	client.on(Events.ShardResume, isBack);
}

/**
 * Makes a client that is being destroyed stay away. discord.js's own destroy loses a race against a socket that is
 * just closing: half a second later the shard connects again. It asks for its session before it does, and a session
 * that never comes holds it there for good.
 */
export function stopReconnecting(client: Client): void {
	const never = { get: () => new Promise<never>(() => {}), set: () => {} };
	for (const [id, shard] of client.ws.shards) {
		client.ws.shards.set(id, Object.create(shard, { sessionInfo: never }));
	}
}

function createTally() {
	const counts = new Map<number, number>();
	return {
		add(shardId: number): number {
			const count = (counts.get(shardId) ?? 0) + 1;
			counts.set(shardId, count);
			return count;
		},
		clear: (shardId: number): boolean => counts.delete(shardId),
	};
}
