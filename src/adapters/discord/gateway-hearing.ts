/** Remembers until when the gateway was heard, so that what came while it was not can be looked for. */
import { type Client, Events } from 'discord.js';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { createOutlet, type Outlet } from './outlet.ts';

/** A shard that is on the gateway again, without what came in between. */
export interface RenewedSession {
	readonly shardId: number;
	/** When the lost session was heard last, in milliseconds since 1970. */
	readonly heardAtMs: number;
}

/** What is known of the shards of one client. */
export interface GatewayHearing {
	/**
	 * When each shard had its last event, in milliseconds since 1970. While a session is lost, and may have to be made
	 * anew, that is the last one before the loss.
	 */
	heardAtMs(): ReadonlyMap<number, number>;
	readonly renewals: Outlet<RenewedSession>;
}

/** Renewals that wait for a listener. */
const keptRenewalsMax = 16;

/** Hooks a client, once. */
export function gatewayHearing(client: Client, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
	const heard = new Map<number, number>();
	const lost = new Map<number, number>();
	const hearing: GatewayHearing = {
		heardAtMs: () => new Map([...heard, ...lost]),
		renewals: createOutlet({ name: 'renewal', log, keptMax: keptRenewalsMax }),
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
