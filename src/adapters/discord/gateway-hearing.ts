/** Remembers until when the gateway was heard, so that what came while it was not can be looked for. */
import { type Client, Events } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { createOutlet, type Outlet } from './outlet.ts';

/** A shard that is on the gateway again, without what came in between. */
export interface RenewedSession {
	readonly shardId: number;
	/** When the lost session was heard last, in milliseconds since 1970. */
	readonly heardAtMs: number;
}

/** A server that was away because of an outage of Discord's. */
export interface GuildReturn {
	readonly guildId: Snowflake;
	readonly shardId: number;
	/** Since when, in milliseconds since 1970; null when it was away already as the session began. */
	readonly goneAtMs: number | null;
}

/** What is known of the shards of one client. */
export interface GatewayHearing {
	/**
	 * When each shard had its last event, in milliseconds since 1970. While a session is lost, and may have to be made
	 * anew, that is the last one before the loss.
	 */
	heardAtMs(): ReadonlyMap<number, number>;
	readonly renewals: Outlet<RenewedSession>;
	readonly returns: Outlet<GuildReturn>;
}

/** Renewals, and returns of servers, that wait for a listener. */
const keptRenewalsMax = 16;
const keptReturnsMax = 200;

/** Hooks a client, once. */
export function gatewayHearing(client: Client, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
	const heard = new Map<number, number>();
	const lost = new Map<number, number>();
	const hearing: GatewayHearing = {
		heardAtMs: () => new Map([...heard, ...lost]),
		renewals: createOutlet({ name: 'renewal', log, keptMax: keptRenewalsMax }),
		returns: hearReturns(client, { clock, log }),
	};
	client.on(Events.Raw, (_packet: unknown, shardId: number) => heard.set(shardId, clock.now()));
	client.on(Events.ShardReconnecting, (shardId) => {
		const heardAtMs = heard.get(shardId);
		// A resume that is refused closes once more; what counts is the first loss.
		if (heardAtMs !== undefined && !lost.has(shardId)) lost.set(shardId, heardAtMs);
	});
	client.on(Events.ShardResume, (shardId) => lost.delete(shardId));
	client.on(Events.ShardReady, (shardId) => {
		const heardAtMs = lost.get(shardId);
		if (heardAtMs !== undefined) hearing.renewals.emit({ shardId, heardAtMs });
		lost.delete(shardId);
	});
	return hearing;
}

/** READY names servers that are not there; those that are still missing when the shard is ready, and later ones, count. */
function hearReturns(client: Client, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
	const away = new Map<Snowflake, number | null>();
	const returns = createOutlet<GuildReturn>({ name: 'guild return', log, keptMax: keptReturnsMax });
	client.on(Events.GuildUnavailable, ({ id }) => {
		if (!away.has(id)) away.set(id, clock.now());
	});
	client.on(Events.ShardReady, (_shardId, missing) => {
		for (const id of missing ?? []) if (!away.has(id)) away.set(id, null);
	});
	client.on(Events.GuildAvailable, ({ id, shardId }) => {
		const goneAtMs = away.get(id);
		if (goneAtMs !== undefined) returns.emit({ guildId: id, shardId, goneAtMs });
		away.delete(id);
	});
	client.on(Events.GuildDelete, ({ id }) => away.delete(id));
	return returns;
}
