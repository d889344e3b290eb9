/** Permissions by Discord's rules: role bits, then channel overwrites for everyone, for roles, for the member. */
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { discordError } from './discord-error.ts';
import type { ChannelRecord } from './records.ts';
import type { World } from './world.ts';

/** The name of a permission, as in `PermissionFlagsBits`. */
export type PermissionName = keyof typeof PermissionFlagsBits;

/** All bits there are. */
export const allPermissions: bigint = Object.values(PermissionFlagsBits).reduce((sum, bit) => sum | bit, 0n);

/** What a new server grants to everyone, plus managing webhooks and messages, which a bot's invitation usually asks for. */
export const defaultPermissions: bigint =
	PermissionFlagsBits.ViewChannel |
	PermissionFlagsBits.SendMessages |
	PermissionFlagsBits.SendMessagesInThreads |
	PermissionFlagsBits.CreatePublicThreads |
	PermissionFlagsBits.CreatePrivateThreads |
	PermissionFlagsBits.EmbedLinks |
	PermissionFlagsBits.AttachFiles |
	PermissionFlagsBits.AddReactions |
	PermissionFlagsBits.UseExternalEmojis |
	PermissionFlagsBits.ReadMessageHistory |
	PermissionFlagsBits.MentionEveryone |
	PermissionFlagsBits.ChangeNickname |
	PermissionFlagsBits.UseApplicationCommands;

/** The bits that several names stand for. */
export function permissionBits(names: readonly PermissionName[]): bigint {
	return names.reduce((sum, name) => sum | PermissionFlagsBits[name], 0n);
}

/** The guild-wide bits of a user; none for somebody who is not a member. */
export function guildPermissions(world: World, guildId: string, userId: string): bigint {
	const guild = world.guild(guildId);
	if (guild.ownerId === userId) return allPermissions;
	const member = guild.members.get(userId);
	if (member === undefined) return 0n;
	let bits = BigInt(guild.roles.get(guildId)?.permissions ?? '0');
	for (const roleId of member.roles) bits |= BigInt(guild.roles.get(roleId)?.permissions ?? '0');
	return (bits & PermissionFlagsBits.Administrator) !== 0n ? allPermissions : bits;
}

const privateThread = 12;

/** A private thread is open to its members and to those who manage threads. */
function threadPermissions(channel: ChannelRecord, inherited: bigint, userId: string): bigint {
	const open = channel.type !== privateThread || channel.thread?.memberIds.has(userId) === true;
	return open || (inherited & PermissionFlagsBits.ManageThreads) !== 0n ? inherited : 0n;
}

/** The bits of a user in a channel; threads follow their parent, direct messages allow all to their two people. */
export function permissionsIn(world: World, channel: ChannelRecord, userId: string): bigint {
	if (channel.guildId === null) {
		return userId === world.application.bot.id || channel.recipientIds.includes(userId) ? allPermissions : 0n;
	}
	if (channel.thread !== null && channel.parentId !== null) {
		const parent = world.channels.get(channel.parentId);
		if (parent !== undefined) return threadPermissions(channel, permissionsIn(world, parent, userId), userId);
	}
	const base = guildPermissions(world, channel.guildId, userId);
	if (base === allPermissions) return base;
	const roles = world.guild(channel.guildId).members.get(userId)?.roles ?? [];
	const layers = [
		channel.overwrites.filter((overwrite) => overwrite.id === channel.guildId),
		channel.overwrites.filter((overwrite) => overwrite.id !== channel.guildId && roles.includes(overwrite.id)),
		channel.overwrites.filter((overwrite) => overwrite.id === userId),
	];
	let bits = base;
	for (const layer of layers) {
		const deny = layer.reduce((sum, overwrite) => sum | BigInt(overwrite.deny), 0n);
		const allow = layer.reduce((sum, overwrite) => sum | BigInt(overwrite.allow), 0n);
		bits = (bits & ~deny) | allow;
	}
	return bits;
}

/** Whether the bot sees the channel at all. */
export function botSees(world: World, channel: ChannelRecord): boolean {
	return (permissionsIn(world, channel, world.application.bot.id) & PermissionFlagsBits.ViewChannel) !== 0n;
}

/** Throws 50001 when the bot does not see the channel and 50013 when it lacks one of the named permissions there. */
export function requireInChannel(world: World, channel: ChannelRecord, names: readonly PermissionName[]): void {
	const bits = permissionsIn(world, channel, world.application.bot.id);
	if ((bits & PermissionFlagsBits.ViewChannel) === 0n) throw discordError(50001);
	const needed = permissionBits(names);
	if ((bits & needed) !== needed) throw discordError(50013);
}

/** The permission a message needs in this channel: threads have their own. */
export function sendPermission(channel: ChannelRecord): PermissionName {
	return channel.thread === null ? 'SendMessages' : 'SendMessagesInThreads';
}
