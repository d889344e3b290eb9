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

/**
 * A resume address that does not resolve or answers wrongly is tried by discord.js twice a second for ever. After some
 * errors in a row the session is forgotten, so that the next try asks for a new one at the gateway's own address.
 */
export function giveUpDeadSessions(client: Client, log: Log): void {
	const errors = new Map<number, number>();
	client.on(Events.ShardError, (error, shardId) => {
		const count = (errors.get(shardId) ?? 0) + 1;
		errors.set(shardId, count);
		const isWorthALine = count === 1 || count % 20 === 0;
		if (isWorthALine) log.warn({ shardId, count, ...errorFacts(error) }, 'the gateway connection failed');
		const shard = client.ws.shards.get(shardId);
		if (!shard || count < resumeErrorsMax) return;
		if (count === resumeErrorsMax) log.warn({ shardId }, 'giving up the gateway session; asking for a new one');
		Reflect.set(shard, 'sessionInfo', null);
	});
	client.on(Events.ShardReady, (shardId) => errors.delete(shardId));
	client.on(Events.ShardResume, (shardId) => errors.delete(shardId));
}
