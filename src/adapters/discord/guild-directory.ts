/** Who people are in a guild, and how its channels hang together, from the client's caches and, where these are silent, from Discord. */
import { ChannelType, type Client, PermissionFlagsBits, Routes } from 'discord.js';
import type { MemberStanding } from '#domain/access';
import type { Snowflake } from '#domain/ids';
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';
import type { GuildDirectory } from '#ports/guild-directory';
import type { Log } from '#ports/log';
import { errorFacts } from './discord-failure.ts';
import { objectOf, textOf } from './raw-fields.ts';
import { untilAborted } from './until-aborted.ts';

/** How long what Discord was asked for is remembered: threads never move, and others are asked for again in time. */
const parentsForMs = 3_600_000;
const parentsMax = 10_000;

/** Milliseconds that a question may take. */
const askTimeoutMs = 5_000;

/** What of a client the directory needs. */
export interface DirectoryOptions {
	readonly client: Pick<Client<true>, 'channels' | 'guilds' | 'rest'>;
	readonly clock: Clock;
	readonly log: Log;
}

const NOBODY: MemberStanding = { roleIds: [], mayManage: false };

/** The directory of a client that is ready. */
export function guildDirectory({ client, clock, log }: DirectoryOptions): GuildDirectory {
	const asked = new ExpiringMap<Snowflake, Snowflake | null>({
		ttlMs: parentsForMs,
		entriesMax: parentsMax,
		nowMs: () => clock.now(),
	});
	const askParent = async (channelId: Snowflake): Promise<Snowflake | null> => {
		const known = asked.get(channelId);
		if (known !== undefined) return known;
		try {
			const signal = AbortSignal.timeout(askTimeoutMs);
			const raw = objectOf(await untilAborted(client.rest.get(Routes.channel(channelId), { signal }), signal));
			const parentId = isThread(raw?.['type']) ? textOf(raw?.['parent_id']) : null;
			asked.set(channelId, parentId);
			return parentId;
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

const THREAD_TYPES: readonly unknown[] = [
	ChannelType.AnnouncementThread,
	ChannelType.PublicThread,
	ChannelType.PrivateThread,
];

function isThread(type: unknown): boolean {
	return THREAD_TYPES.includes(type);
}
