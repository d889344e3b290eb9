/** Watches when a client last heard from Discord. */
import { type Client, Events, Status } from 'discord.js';
import type { Clock } from '#ports/clock';
import type { GatewayHealth } from '#ports/health';

/** What is looked at of a shard; discord.js notes when the last heartbeat left that was answered, or -1. */
interface ShardFacts {
	readonly status: number;
	readonly ping: number;
	readonly lastPingTimestamp: number;
}

/** Hooks the client, once; the result tells how it does now. */
export function watchGateway(client: Client, clock: Clock): () => GatewayHealth {
	let lastEventAtMs: number | null = null;
	/** A new connection has time until its first heartbeat is answered. */
	const readyAtMs = new Map<number, number>();
	client.on(Events.Raw, () => {
		lastEventAtMs = clock.now();
	});
	const noteReady = (shardId: number): void => {
		readyAtMs.set(shardId, clock.now());
	};
	client.on(Events.ShardReady, noteReady);
	client.on(Events.ShardResume, noteReady);
	return () => {
		const nowMs = clock.now();
		const shards = [...client.ws.shards.values()];
		const answeredAgesMs = shards.map((shard) => nowMs - answeredAtMs(shard, readyAtMs.get(shard.id) ?? nowMs));
		const latenciesMs = shards.map(({ ping }) => ping).filter((ping) => ping >= 0);
		return {
			isConnected: shards.length > 0 && shards.every(({ status }) => status === Status.Ready),
			lastEventAgeMs: lastEventAtMs === null ? null : nowMs - lastEventAtMs,
			heartbeatAckAgeMs: shards.length === 0 ? null : Math.max(0, ...answeredAgesMs),
			latencyMs: latenciesMs.length === 0 ? null : Math.max(...latenciesMs),
		};
	};
}

function answeredAtMs({ ping, lastPingTimestamp }: ShardFacts, readyAtMs: number): number {
	return lastPingTimestamp < 0 ? readyAtMs : Math.max(readyAtMs, lastPingTimestamp + ping);
}
