/** Remembers which channels are answered unasked, because every message asks. */
import { ExpiringMap } from '#lib/expiring-map';
import type { AutoReplyChannel, AutoReplyStore } from '#ports/auto-reply-store';
import type { Clock } from '#ports/clock';
import type { SettingsStore } from '#ports/settings-store';

const rememberedForMs = 60_000;
const channelsMax = 20_000;

/** Both stores as the rest is to use them. */
export interface CachedAutoReplies {
	readonly settings: SettingsStore;
	readonly autoReplies: AutoReplyStore;
}

/** What is set through these stores is seen at once; what another process sets, within a minute. */
export function cachedAutoReplies(stores: CachedAutoReplies, clock: Clock): CachedAutoReplies {
	const known = new ExpiringMap<string, AutoReplyChannel | 'none'>({
		ttlMs: rememberedForMs,
		entriesMax: channelsMax,
		nowMs: () => clock.now(),
	});
	return {
		settings: {
			...stores.settings,
			async writeScope(key, change) {
				await stores.settings.writeScope(key, change);
				if (key.scope === 'channel' && change.autoReplyMin !== undefined) known.delete(key.channelId);
			},
		},
		autoReplies: {
			...stores.autoReplies,
			async findAutoReply(channel) {
				const remembered = known.get(channel.channelId);
				if (remembered !== undefined) return remembered === 'none' ? null : remembered;
				const found = await stores.autoReplies.findAutoReply(channel);
				known.set(channel.channelId, found ?? 'none');
				return found;
			},
		},
	};
}
