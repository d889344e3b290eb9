/** Builds the world a test or the playground starts from; things added while a bot is connected reach it as events. */
import type { APIGuildForumTag, APIRole, APIUser, ChannelType, Locale, OverwriteType } from 'discord-api-types/v10';
import { dressGuild, type GuildOptions } from './dress-guild.ts';
import { emptyChannel, makeRole, makeUser, type UserOptions } from './make-records.ts';
import { channelJson, guildCreateJson, memberJson, userJson } from './payloads.ts';
import { defaultPermissions, type PermissionName, permissionBits } from './permissions.ts';
import {
	type ChannelRecord,
	type GuildRecord,
	idOf,
	type MemberRecord,
	type Reference,
	type WebhookRecord,
} from './records.ts';
import { noteThread } from './system-messages.ts';
import type { World } from './world.ts';

/** What may be said about a new channel. */
export interface ChannelOptions {
	/** 0 text (the default), 5 announcement, 15 forum, 4 category, 2 voice. */
	readonly type?: ChannelType;
	readonly topic?: string | null;
	readonly nsfw?: boolean;
	readonly parent?: Reference;
	readonly tags?: APIGuildForumTag[];
}

/** What may be said about a new thread. */
export interface ThreadOptions {
	readonly owner?: Reference;
	/** 11 public (the default) or 12 private. */
	readonly type?: ChannelType;
	/** The message the thread grows from; the thread then has its id. */
	readonly from?: Reference;
	readonly archived?: boolean;
	readonly appliedTags?: string[];
}

/** The builder; every method returns what it made. */
export class WorldBuilder {
	readonly #world: World;

	constructor(world: World) {
		this.#world = world;
	}

	/** A user who is in no guild yet. */
	addUser(username: string, options: UserOptions = {}): APIUser {
		const user = makeUser(this.#world.ids.next(), username, options);
		this.#world.users.set(user.id, user);
		return user;
	}

	/** A guild with its owner (the application's, unless given) and the bot in it, who may do what everyone may and manage webhooks. */
	addGuild(name: string, options: GuildOptions = {}): GuildRecord {
		const world = this.#world;
		const owner = options.owner ?? world.application.owner;
		const guild: GuildRecord = {
			id: world.ids.next(),
			name,
			ownerId: owner.id,
			preferredLocale: options.preferredLocale ?? ('en-US' as Locale),
			joinedAt: world.timestamp(),
			roles: new Map(),
			members: new Map(),
			emojis: new Map(),
			stickers: new Map(),
			description: options.description ?? null,
			systemChannelId: null,
		};
		dressGuild(guild, options, () => world.ids.next());
		world.guilds.set(guild.id, guild);
		this.addRole(guild, '@everyone', { id: guild.id, permissions: defaultPermissions });
		const botRole = this.addRole(guild, world.application.name, {
			permissions: permissionBits(['ManageWebhooks', 'ManageMessages', 'ManageThreads']),
			managedBy: world.application.bot.id,
		});
		this.#join(guild, owner, []);
		this.#join(guild, world.application.bot, [botRole.id]);
		for (const channelName of options.channels ?? []) {
			const channel = this.#draftChannel(guild, channelName, {});
			if (channelName === options.systemChannel) guild.systemChannelId = channel.id;
			world.channels.set(channel.id, channel);
		}
		world.dispatch({ t: 'GUILD_CREATE', d: guildCreateJson(world, guild, false), guildId: guild.id });
		return guild;
	}

	/** Adds the bot to a guild that it had left. */
	addBotAgain(guild: GuildRecord): void {
		const { bot, name } = this.#world.application;
		const role = [...guild.roles.values()].find((one) => one.managed && one.name === name);
		this.#join(guild, bot, role === undefined ? [] : [role.id]);
		const d = guildCreateJson(this.#world, guild, false);
		this.#world.dispatch({ t: 'GUILD_CREATE', d, guildId: guild.id });
	}

	/** A role of a guild; `managedBy` makes it the role of that bot. */
	addRole(
		guild: GuildRecord,
		name: string,
		options: { id?: string; permissions?: bigint; managedBy?: string } = {},
	): APIRole {
		const role = makeRole({ ...options, id: options.id ?? this.#world.ids.next(), name, position: guild.roles.size });
		guild.roles.set(role.id, role);
		if (guild.members.size > 0)
			this.#world.dispatch({ t: 'GUILD_ROLE_CREATE', d: { guild_id: guild.id, role }, guildId: guild.id });
		return role;
	}

	/** Makes a user a member. */
	addMember(guild: GuildRecord, user: APIUser, options: { nick?: string; roles?: Reference[] } = {}): MemberRecord {
		const member = this.#join(guild, user, (options.roles ?? []).map(idOf));
		member.nick = options.nick ?? null;
		const d = { ...memberJson(member, true), guild_id: guild.id };
		this.#world.dispatch({ t: 'GUILD_MEMBER_ADD', d, guildId: guild.id });
		return member;
	}

	/** Changes a member's nickname or roles. */
	changeMember(guild: GuildRecord, user: Reference, change: { nick?: string | null; roles?: Reference[] }): void {
		const member = this.#world.member(guild.id, idOf(user));
		if (change.nick !== undefined) member.nick = change.nick;
		if (change.roles !== undefined) member.roles = change.roles.map(idOf);
		const d = { ...memberJson(member, true), guild_id: guild.id };
		this.#world.dispatch({ t: 'GUILD_MEMBER_UPDATE', d, guildId: guild.id });
	}

	/** Takes a user, or the bot itself, out of the guild. */
	removeMember(guild: GuildRecord, user: Reference): void {
		const id = idOf(user);
		const member = guild.members.get(id);
		if (member === undefined) return;
		guild.members.delete(id);
		const d = { guild_id: guild.id, user: userJson(member.user) };
		if (id === this.#world.application.bot.id) {
			this.#world.dispatch({ t: 'GUILD_DELETE', d: { id: guild.id }, guildId: guild.id });
		} else this.#world.dispatch({ t: 'GUILD_MEMBER_REMOVE', d, guildId: guild.id });
	}

	/** A channel of a guild. */
	addChannel(guild: GuildRecord, name: string, options: ChannelOptions = {}): ChannelRecord {
		return this.#added(this.#draftChannel(guild, name, options), 'CHANNEL_CREATE');
	}

	#draftChannel(guild: GuildRecord, name: string, options: ChannelOptions): ChannelRecord {
		const channel = emptyChannel(this.#world.ids.next(), options.type ?? 0, guild.id);
		channel.name = name;
		channel.topic = options.topic ?? null;
		channel.nsfw = options.nsfw ?? false;
		channel.parentId = options.parent === undefined ? null : idOf(options.parent);
		channel.tags = options.tags ?? [];
		channel.position = this.#world.channelsOf(guild.id, 'channels').length;
		return channel;
	}

	/** A thread under a channel, or a post under a forum. */
	addThread(parent: ChannelRecord, name: string, options: ThreadOptions = {}): ChannelRecord {
		const world = this.#world;
		const ownerId = options.owner === undefined ? world.application.owner.id : idOf(options.owner);
		const id = options.from === undefined ? world.ids.next() : idOf(options.from);
		const now = world.timestamp();
		const channel: ChannelRecord = {
			...emptyChannel(id, options.type ?? 11, parent.guildId),
			name,
			parentId: parent.id,
			thread: {
				ownerId,
				archived: options.archived ?? false,
				locked: false,
				autoArchiveMinutes: 1440,
				archiveTimestamp: now,
				createdAt: now,
				memberIds: new Set([ownerId]),
				appliedTags: options.appliedTags ?? [],
			},
		};
		this.#added(channel, 'THREAD_CREATE');
		noteThread(world, { parent, thread: channel, fromMessage: options.from !== undefined });
		return channel;
	}

	/** The direct-message channel of the bot and a user; the same one each time. Bots get no event for it, as since API version 8. */
	openDm(user: Reference): ChannelRecord {
		const id = idOf(user);
		for (const channel of this.#world.channels.values()) {
			if (channel.guildId === null && channel.recipientIds.includes(id)) return channel;
		}
		const channel: ChannelRecord = { ...emptyChannel(this.#world.ids.next(), 1, null), recipientIds: [id] };
		this.#world.channels.set(channel.id, channel);
		this.#world.announce({ kind: 'channel', channel });
		return channel;
	}

	/** An incoming webhook that is not the bot's: another application's, or one an admin made (`applicationId` null). */
	addWebhook(channel: ChannelRecord, name: string, options: { applicationId?: string | null } = {}): WebhookRecord {
		const id = this.#world.ids.next();
		const webhook: WebhookRecord = {
			id,
			token: `webhook-token-${id}`,
			guildId: channel.guildId ?? '',
			channelId: channel.id,
			name,
			avatar: null,
			creator: this.#world.application.owner,
			applicationId: options.applicationId ?? null,
		};
		this.#world.webhooks.set(id, webhook);
		return webhook;
	}

	/** Denies a role or user (the bot, when absent) these permissions in a channel. */
	deny(channel: ChannelRecord, names: readonly PermissionName[], target?: Reference): void {
		this.#overwrite(channel, target, { allow: 0n, deny: permissionBits(names) });
	}

	/** Allows a role or user (the bot, when absent) these permissions in a channel. */
	allow(channel: ChannelRecord, names: readonly PermissionName[], target?: Reference): void {
		this.#overwrite(channel, target, { allow: permissionBits(names), deny: 0n });
	}

	#overwrite(channel: ChannelRecord, target: Reference | undefined, bits: { allow: bigint; deny: bigint }): void {
		const id = target === undefined ? this.#world.application.bot.id : idOf(target);
		const isRole = channel.guildId !== null && this.#world.guild(channel.guildId).roles.has(id);
		channel.overwrites = channel.overwrites.filter((overwrite) => overwrite.id !== id);
		const type = (isRole ? 0 : 1) as OverwriteType;
		channel.overwrites.push({ id, type, allow: bits.allow.toString(), deny: bits.deny.toString() });
		this.#changed(channel, 'CHANNEL_UPDATE');
	}

	#join(guild: GuildRecord, user: APIUser, roles: string[]): MemberRecord {
		const joinedAt = this.#world.timestamp();
		const member: MemberRecord = { user, nick: null, avatar: null, roles, joinedAt, timedOutUntil: null };
		guild.members.set(user.id, member);
		return member;
	}

	#added(channel: ChannelRecord, t: string): ChannelRecord {
		this.#world.channels.set(channel.id, channel);
		this.#changed(channel, t);
		return channel;
	}

	#changed(channel: ChannelRecord, t: string): void {
		const newly = t === 'THREAD_CREATE' ? { newly_created: true } : {};
		const d = { ...channelJson(this.#world, channel), ...newly };
		this.#world.dispatch({ t, d, guildId: channel.guildId, channelId: channel.id });
		this.#world.announce({ kind: 'channel', channel });
	}
}
