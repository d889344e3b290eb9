/** The bare records that building starts from: a user, an empty channel. */
import type { APIRole, APIUser, ChannelType, UserFlags } from 'discord-api-types/v10';
import type { ChannelRecord } from './records.ts';

/** What may be said about a new user. */
export interface UserOptions {
	readonly globalName?: string | null;
	readonly bot?: boolean;
	/** A hash as Discord keeps it; the stand-in draws a picture for any. */
	readonly avatar?: string | null;
}

/** Makes a user without putting it into a world. */
export function makeUser(id: string, username: string, options: UserOptions = {}): APIUser {
	const flags = 0 as UserFlags;
	return {
		id,
		username,
		discriminator: options.bot === true ? '0001' : '0',
		global_name: options.globalName ?? null,
		avatar: options.avatar ?? null,
		public_flags: flags,
		flags,
		primary_guild: null,
		...(options.bot === true ? { bot: true } : {}),
	};
}

/** A channel with nothing in it and nothing said about it. */
export function emptyChannel(id: string, type: ChannelType, guildId: string | null): ChannelRecord {
	return {
		id,
		type,
		guildId,
		name: '',
		parentId: null,
		topic: null,
		nsfw: false,
		position: 0,
		slowmodeSeconds: 0,
		overwrites: [],
		tags: [],
		recipientIds: [],
		thread: null,
		messages: new Map(),
		lastMessageId: null,
	};
}

/** A role as a guild has it; `managedBy` makes it the role of that bot. */
export function makeRole(options: {
	readonly id: string;
	readonly name: string;
	readonly position: number;
	readonly permissions?: bigint;
	readonly managedBy?: string;
}): APIRole {
	const { id, name, position, permissions = 0n, managedBy } = options;
	return {
		id,
		name,
		permissions: permissions.toString(),
		position,
		color: 0,
		colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
		hoist: false,
		managed: managedBy !== undefined,
		mentionable: true,
		icon: null,
		unicode_emoji: null,
		flags: 0 as APIRole['flags'],
		...(managedBy === undefined ? {} : { tags: { bot_id: managedBy } }),
	};
}
