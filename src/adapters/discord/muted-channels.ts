/** Remembers where Discord lately refused a message of ours. */
import type { Snowflake } from '#domain/ids';
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';

/** Channels that take no messages of ours. */
export interface MutedChannels {
	/** Notes what became of a post. */
	notePost(channelId: Snowflake, isForbidden: boolean): void;
	isMuted(channelId: Snowflake): boolean;
}

/** How long a refusal counts, unless a post succeeds before. */
export const mutedForMs = 900_000;

const channelsMax = 5_000;

/** An empty memory. */
export function createMutedChannels(clock: Clock): MutedChannels {
	const muted = new ExpiringMap<Snowflake, true>({
		ttlMs: mutedForMs,
		entriesMax: channelsMax,
		nowMs: () => clock.now(),
	});
	return {
		notePost(channelId, isForbidden) {
			if (isForbidden) muted.set(channelId, true);
			else muted.delete(channelId);
		},
		isMuted: (channelId) => muted.has(channelId),
	};
}
