/** Who people are in a guild, and how its channels hang together, from the client's caches and, where these are silent, from Discord. */
import { ChannelType, type Client, PermissionFlagsBits } from 'discord.js';
import type { MemberStanding } from '#domain/access';
import type { Snowflake } from '#domain/ids';
import type { GuildDirectory } from '#ports/guild-directory';
import type { Log } from '#ports/log';
import type { ChannelPlaces } from './channel-places.ts';
import { errorFacts } from './discord-failure.ts';
import { untilAborted } from './until-aborted.ts';

/** Milliseconds that a question may take. */
const askTimeoutMs = 5_000;

/** What of a client the directory needs. */
export interface DirectoryOptions {
	readonly client: Pick<Client<true>, 'channels' | 'guilds'>;
	/** Asks where a channel belongs, and remembers it. */
	readonly places: ChannelPlaces;
	readonly log: Log;
}

const NOBODY: MemberStanding = { roleIds: [], mayManage: false };

/** The directory of a client that is ready. */
export function guildDirectory({ client, places, log }: DirectoryOptions): GuildDirectory {
	const askParent = async (channelId: Snowflake): Promise<Snowflake | null> => {
		try {
			const place = await untilAborted(places(channelId), AbortSignal.timeout(askTimeoutMs));
			return place.threadId === null ? null : place.webhookChannelId;
		} catch (error) {
			log.debug({ channelId, ...errorFacts(error) }, 'the channel above a thread could not be read');
			return null;
		}
	};
	return {
		async parentOf(channelId) {
			const channel = client.channels.cache.get(channelId);
			if (!channel) return await askParent(channelId);
			if (!channel.isThread()) return null;
			return channel.parentId ?? (await askParent(channelId));
		},
		isTextChannel(channelId) {
			const type = client.channels.cache.get(channelId)?.type;
			return type === ChannelType.GuildText || type === ChannelType.GuildAnnouncement;
		},
		async standingOf(guildId, userId) {
			const guild = client.guilds.cache.get(guildId);
			if (!guild) return NOBODY;
			try {
				const signal = AbortSignal.timeout(askTimeoutMs);
				// Every message and command brings its writer's roles along, so asking is for those who were forgotten.
				const member = guild.members.cache.get(userId) ?? (await untilAborted(guild.members.fetch(userId), signal));
				return {
					roleIds: [...member.roles.cache.keys()],
					mayManage: member.permissions.has(PermissionFlagsBits.ManageGuild),
				};
			} catch (error) {
				log.debug({ guildId, ...errorFacts(error) }, 'the roles of a member could not be read');
				return NOBODY;
			}
		},
	};
}
