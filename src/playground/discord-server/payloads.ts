/** The JSON of guilds, channels, members, roles and users, in the shape both REST and gateway send. */
import type { APIUser } from 'discord-api-types/v10';
import { permissionsIn } from './permissions.ts';
import type { ChannelRecord, GuildRecord, MemberRecord, WebhookRecord } from './records.ts';
import type { World } from './world.ts';

/** A JSON object on its way out. */
export type Json = Record<string, unknown>;

/** A user, with the fields Discord's own contract requires. */
export function userJson(user: APIUser): Json {
	return { ...user };
}

/** A member; REST lists carry the user inside, gateway messages do not. */
export function memberJson(member: MemberRecord, withUser: boolean): Json {
	return {
		avatar: member.avatar,
		banner: null,
		communication_disabled_until: member.timedOutUntil,
		flags: 0,
		joined_at: member.joinedAt,
		nick: member.nick,
		pending: false,
		premium_since: null,
		roles: [...member.roles],
		mute: false,
		deaf: false,
		...(withUser ? { user: userJson(member.user) } : {}),
	};
}

function threadJson(world: World, channel: ChannelRecord): Json {
	const { thread } = channel;
	if (thread === null) return {};
	const botId = world.application.bot.id;
	return {
		owner_id: thread.ownerId,
		rate_limit_per_user: channel.slowmodeSeconds,
		message_count: channel.messages.size,
		member_count: thread.memberIds.size,
		total_message_sent: channel.messages.size,
		applied_tags: [...thread.appliedTags],
		thread_metadata: {
			archived: thread.archived,
			auto_archive_duration: thread.autoArchiveMinutes,
			archive_timestamp: thread.archiveTimestamp,
			locked: thread.locked,
			create_timestamp: thread.createdAt,
		},
		...(thread.memberIds.has(botId) ? { member: threadMemberJson(channel, botId) } : {}),
	};
}

/** One member of a thread. */
export function threadMemberJson(channel: ChannelRecord, userId: string): Json {
	return { id: channel.id, user_id: userId, join_timestamp: channel.thread?.createdAt, flags: 0 };
}

/** A channel of any kind. */
export function channelJson(world: World, channel: ChannelRecord): Json {
	const common = { id: channel.id, type: channel.type, flags: 0, last_message_id: channel.lastMessageId };
	if (channel.guildId === null) {
		return { ...common, recipients: channel.recipientIds.map((id) => userJson(world.user(id))) };
	}
	const placed = { ...common, guild_id: channel.guildId, name: channel.name, parent_id: channel.parentId };
	if (channel.thread !== null) return { ...placed, ...threadJson(world, channel) };
	return {
		...placed,
		position: channel.position,
		permission_overwrites: [...channel.overwrites],
		nsfw: channel.nsfw,
		topic: channel.topic,
		rate_limit_per_user: channel.slowmodeSeconds,
		...(channel.type === 15 ? { available_tags: [...channel.tags], default_forum_layout: 0 } : {}),
	};
}

/** A channel inside an interaction: with the user's permissions there. */
export function interactionChannelJson(world: World, channel: ChannelRecord, userId: string): Json {
	return { ...channelJson(world, channel), permissions: permissionsIn(world, channel, userId).toString() };
}

/** A guild as REST answers it. */
export function guildJson(guild: GuildRecord): Json {
	return {
		id: guild.id,
		name: guild.name,
		icon: null,
		description: guild.description,
		home_header: null,
		splash: null,
		discovery_splash: null,
		features: [],
		banner: null,
		owner_id: guild.ownerId,
		application_id: null,
		region: 'us-east',
		afk_channel_id: null,
		afk_timeout: 300,
		system_channel_id: guild.systemChannelId,
		system_channel_flags: 0,
		widget_enabled: false,
		widget_channel_id: null,
		verification_level: 0,
		roles: [...guild.roles.values()],
		default_message_notifications: 0,
		mfa_level: 0,
		explicit_content_filter: 0,
		max_presences: null,
		max_members: 500_000,
		max_stage_video_channel_users: 50,
		max_video_channel_users: 25,
		vanity_url_code: null,
		premium_tier: 0,
		premium_subscription_count: 0,
		preferred_locale: guild.preferredLocale,
		rules_channel_id: null,
		safety_alerts_channel_id: null,
		public_updates_channel_id: null,
		premium_progress_bar_enabled: false,
		nsfw: false,
		nsfw_level: 0,
		emojis: [...guild.emojis.values()],
		stickers: [...guild.stickers.values()],
		incidents_data: null,
	};
}

/** A guild as GUILD_CREATE sends it; without the presence intent the bot is the only member listed. */
export function guildCreateJson(world: World, guild: GuildRecord, everyMember: boolean): Json {
	const members = [...guild.members.values()].filter(
		(member) => everyMember || member.user.id === world.application.bot.id,
	);
	return {
		...guildJson(guild),
		unavailable: false,
		large: false,
		joined_at: guild.joinedAt,
		member_count: guild.members.size,
		members: members.map((member) => memberJson(member, true)),
		channels: world.channelsOf(guild.id, 'channels').map((channel) => channelJson(world, channel)),
		threads: world
			.channelsOf(guild.id, 'threads')
			.filter((channel) => channel.thread?.archived === false)
			.map((channel) => channelJson(world, channel)),
		voice_states: [],
		presences: [],
		stage_instances: [],
		guild_scheduled_events: [],
		soundboard_sounds: [],
	};
}

/** A webhook; the token is left out where Discord leaves it out. */
export function webhookJson(webhook: WebhookRecord, withToken: boolean): Json {
	return {
		id: webhook.id,
		type: 1,
		guild_id: webhook.guildId,
		channel_id: webhook.channelId,
		name: webhook.name,
		avatar: webhook.avatar,
		application_id: webhook.applicationId,
		...(withToken ? { token: webhook.token, user: userJson(webhook.creator) } : {}),
	};
}
