/** Reads what an interaction brings: where, by whom, and the values given. */
import { ApplicationCommandOptionType, ApplicationCommandType, ChannelType, PermissionFlagsBits } from 'discord.js';
import { localeOf } from '#domain/locale';
import type { CommandAttachment, CommandPlace, NamedUser } from '#ports/command';
import { objectOf, objectsOf, type RawObject, textOf } from './raw-fields.ts';
import { readNamedUser } from './read-named-user.ts';

/** One interaction, as far as we need it. */
export interface Interaction {
	readonly id: string;
	readonly token: string;
	readonly type: unknown;
	readonly data: RawObject;
	readonly place: CommandPlace;
}

/** Values given with a command, by name. */
export interface GivenValues {
	/** The subcommand's name, behind that of its group and a space; null when the command has none. */
	readonly subcommand: string | null;
	readonly values: ReadonlyMap<string, string>;
	readonly attachments: ReadonlyMap<string, CommandAttachment>;
	readonly users: ReadonlyMap<string, NamedUser>;
	/** The option that is being typed. */
	readonly focused: string | null;
}

/** The interaction of a packet, or null when something that every interaction has is missing. */
export function readInteraction(packet: unknown): Interaction | null {
	const raw = objectOf(packet);
	const id = textOf(raw?.['id']);
	const token = textOf(raw?.['token']);
	const data = objectOf(raw?.['data']);
	const place = raw && readPlace(raw);
	return raw && id && token && data && place ? { id, token, type: raw['type'], data, place } : null;
}

/** The values of a chat-input command, given in this guild, or of its autocompletion. */
export function readValues(data: RawObject, guildId: string | null = null): GivenValues {
	const top = objectsOf(data['options']);
	const group = top.find((option) => option['type'] === ApplicationCommandOptionType.SubcommandGroup);
	const inside = group ? objectsOf(group['options']) : top;
	const subcommand = inside.find((option) => option['type'] === ApplicationCommandOptionType.Subcommand);
	const path = [group?.['name'], subcommand?.['name']].flatMap((name) => textOf(name) ?? []);
	const options = subcommand ? objectsOf(subcommand['options']) : top;
	const resolved = objectOf(data['resolved']) ?? {};
	const files = objectOf(resolved['attachments']) ?? {};
	const values = new Map<string, string>();
	const attachments = new Map<string, CommandAttachment>();
	const users = new Map<string, NamedUser>();
	for (const option of options) {
		const name = textOf(option['name']);
		const value = option['value'];
		if (!name || typeof value !== 'string') continue;
		const isUser = option['type'] === ApplicationCommandOptionType.User;
		const user = isUser ? readNamedUser(value, { resolved, guildId }) : null;
		if (user) users.set(name, user);
		if (option['type'] !== ApplicationCommandOptionType.Attachment) values.set(name, value);
		else readAttachment(files[value], (attachment) => attachments.set(name, attachment));
	}
	const focused = textOf(options.find((option) => option['focused'] === true)?.['name']);
	return { subcommand: path.length === 0 ? null : path.join(' '), values, attachments, users, focused };
}

/** The fields of a submitted modal that were filled in, by their custom id. */
export function readModalFields(data: RawObject): ReadonlyMap<string, string> {
	const rows = objectsOf(data['components']);
	const inputs = rows.flatMap((row) => [...objectsOf(row['components']), ...objectsOf([row['component']])]);
	const fields = new Map<string, string>();
	for (const input of inputs) {
		const name = textOf(input['custom_id']);
		const value = textOf(input['value']);
		if (name && value) fields.set(name, value);
	}
	return fields;
}

function readAttachment(value: unknown, found: (attachment: CommandAttachment) => void): void {
	const file = objectOf(value);
	const url = textOf(file?.['url']);
	if (!file || !url) return;
	const sizeBytes = typeof file['size'] === 'number' ? file['size'] : 0;
	found({ url, fileName: textOf(file['filename']) ?? '', sizeBytes });
}

function readPlace(raw: RawObject): CommandPlace | null {
	const guildId = textOf(raw['guild_id']);
	const member = objectOf(raw['member']);
	const user = objectOf(member?.['user']) ?? objectOf(raw['user']);
	const userId = textOf(user?.['id']);
	const channelId = textOf(raw['channel_id']) ?? textOf(objectOf(raw['channel'])?.['id']);
	if (!user || !userId || !channelId) return null;
	return {
		guildId,
		channelId,
		userId,
		userDisplayName: textOf(member?.['nick']) ?? textOf(user['global_name']) ?? textOf(user['username']) ?? userId,
		canManage: guildId === null || holds(member, PermissionFlagsBits.ManageGuild),
		canModerate: guildId === null || holds(member, PermissionFlagsBits.ManageMessages),
		canWrite:
			guildId === null ||
			holds(member, isThread(raw) ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages),
		userLocale: localeOf(textOf(raw['locale'])),
		guildLocale: localeOf(textOf(raw['guild_locale'])),
	};
}

/** Administrators may do everything, whether or not a permission's own bit is set too. */
function holds(member: RawObject | null, permission: bigint): boolean {
	const permissions = textOf(member?.['permissions']);
	if (permissions === null || !/^\d{1,40}$/.test(permissions)) return false;
	return (BigInt(permissions) & (permission | PermissionFlagsBits.Administrator)) !== 0n;
}

const THREAD_TYPES: ReadonlySet<unknown> = new Set([
	ChannelType.PublicThread,
	ChannelType.PrivateThread,
	ChannelType.AnnouncementThread,
]);

function isThread(raw: RawObject): boolean {
	return THREAD_TYPES.has(objectOf(raw['channel'])?.['type']);
}

/** The message that a message command is used on, and its text; null for other commands. */
export function readTarget(data: RawObject): { readonly messageId: string; readonly text: string } | null {
	const messageId = data['type'] === ApplicationCommandType.Message ? textOf(data['target_id']) : null;
	if (messageId === null) return null;
	const messages = objectOf(objectOf(data['resolved'])?.['messages']);
	return { messageId, text: textOf(objectOf(messages?.[messageId])?.['content']) ?? '' };
}
