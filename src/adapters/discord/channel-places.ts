/** Where a channel belongs: its guild, and for a thread or forum post the channel above it. */
import { ChannelType, type REST, Routes } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import { RecentMap } from '#lib/recent-map';
import { numberOf, objectOf, textOf } from './raw-fields.ts';

/** A channel's place, as far as webhooks care. */
export interface ChannelPlace {
	/** Null in direct messages. */
	readonly guildId: Snowflake | null;
	/** The channel that has the webhooks: the channel itself, or a thread's parent. */
	readonly webhookChannelId: Snowflake;
	readonly threadId: Snowflake | null;
	/** A forum takes posts, which are threads, but no messages. */
	readonly isForum: boolean;
}

const THREADS: ReadonlySet<unknown> = new Set([
	ChannelType.PublicThread,
	ChannelType.PrivateThread,
	ChannelType.AnnouncementThread,
]);
const FORUMS: ReadonlySet<unknown> = new Set([ChannelType.GuildForum, ChannelType.GuildMedia]);
const rememberedMax = 5_000;

/** Where a channel belongs; what REST throws is thrown. */
export type ChannelPlaces = (channelId: Snowflake) => Promise<ChannelPlace>;

/** Asks Discord once for each channel. */
export function channelPlaces(rest: Pick<REST, 'get'>): ChannelPlaces {
	const known = new RecentMap<Snowflake, ChannelPlace>(rememberedMax);
	return async (channelId) => {
		const remembered = known.get(channelId);
		if (remembered) return remembered;
		const raw = objectOf(await rest.get(Routes.channel(channelId))) ?? {};
		const parentId = textOf(raw['parent_id']);
		const type = numberOf(raw['type']);
		const isThread = THREADS.has(type) && parentId !== null;
		const place: ChannelPlace = {
			guildId: textOf(raw['guild_id']),
			webhookChannelId: isThread ? parentId : channelId,
			threadId: isThread ? channelId : null,
			isForum: FORUMS.has(type),
		};
		known.set(channelId, place);
		return place;
	};
}
