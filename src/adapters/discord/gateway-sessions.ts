/** What a connection knows of its sessions: when they were heard, what they missed, and how they are taken up again. */
import type { Client } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { GatewayHearing, GuildReturn, RenewedSession } from './gateway-hearing.ts';
import { type KeptSession, keptSessions, type ReplayOptions, replaySession } from './kept-session.ts';
import type { MessageReader } from './message-reader.ts';
import { type MissedPlace, missedChannels } from './missed-channels.ts';
import type { Listener } from './outlet.ts';

/** The part of a connection that makes up for lost time. */
export interface GatewaySessions {
	/** The connection was lost and made anew, without what was written in between: time to catch up. */
	onSessionRenewed(listener: Listener<RenewedSession>): () => void;
	/** A server that Discord could not reach is there again. */
	onGuildBack(listener: Listener<GuildReturn>): () => void;
	/** When each shard was heard last, in milliseconds since 1970. */
	heardAtMs(): ReadonlyMap<number, number>;
	/** Channels of a shard's guilds in which something was written since an instant, the newest first. */
	missedChannels(place: MissedPlace, sinceMs: number): readonly Snowflake[];
	/** The sessions as they stand, for the next start. */
	keptSessions(): readonly KeptSession[];
	/** The messages that a session of an earlier start missed; null when Discord does not have them any more. */
	replaySession(session: KeptSession, signal: AbortSignal): Promise<readonly ChatMessage[] | null>;
}

/** The sessions of a client that is ready. */
export function gatewaySessions(
	{
		client,
		hearing,
		reader,
	}: { readonly client: Client; readonly hearing: GatewayHearing; readonly reader: Pick<MessageReader, 'readPacket'> },
	options: Omit<ReplayOptions, 'signal'>,
): GatewaySessions {
	const { token, clock, log } = options;
	return {
		onSessionRenewed: hearing.renewals.listen,
		onGuildBack: hearing.returns.listen,
		heardAtMs: hearing.heardAtMs,
		missedChannels: (place, sinceMs) => missedChannels(client, place, sinceMs),
		keptSessions: () => keptSessions(client),
		replaySession: async (session, signal) => {
			const packets = await replaySession(session, { token, clock, log, signal });
			return packets?.map(reader.readPacket).filter((message) => message !== null) ?? null;
		},
	};
}
