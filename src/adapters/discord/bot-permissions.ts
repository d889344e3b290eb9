/** What the bot needs to be allowed, and nothing beyond it. */
import { PermissionFlagsBits } from 'discord.js';

/** By their names in Discord's API; the address of an invitation asks for exactly these. */
export const BOT_PERMISSIONS = [
	'AddReactions',
	'ViewChannel',
	'SendMessages',
	'EmbedLinks',
	'ReadMessageHistory',
	'ManageWebhooks',
	'SendMessagesInThreads',
] as const satisfies readonly (keyof typeof PermissionFlagsBits)[];

/** The same as the number that an invitation carries. */
export function botPermissionBits(): bigint {
	return BOT_PERMISSIONS.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n);
}
