/** What a new guild shows beside its name: emoji and stickers. */
import type { APISticker, APIUser, Locale } from 'discord-api-types/v10';
import type { GuildRecord } from './records.ts';

/** What may be said about a new guild. */
export interface GuildOptions {
	readonly owner?: APIUser;
	readonly preferredLocale?: Locale;
	readonly description?: string;
	/** Names of text channels that are there before the bot is. */
	readonly channels?: readonly string[];
	/** The one of them where Discord welcomes people. */
	readonly systemChannel?: string;
	/** Names of custom emoji. */
	readonly emojis?: readonly string[];
	readonly stickers?: readonly { readonly name: string; readonly description: string | null }[];
}

/** Gives the guild the emoji and stickers of its options. */
export function dressGuild(guild: GuildRecord, options: GuildOptions, nextId: () => string): void {
	const open = { roles: [], require_colons: true, managed: false, animated: false, available: true };
	for (const name of options.emojis ?? []) {
		const id = nextId();
		guild.emojis.set(id, { id, name, ...open });
	}
	for (const sticker of options.stickers ?? []) {
		const id = nextId();
		const still: APISticker = {
			...sticker,
			id,
			tags: '🙂',
			type: 2,
			format_type: 1,
			available: true,
			guild_id: guild.id,
		};
		guild.stickers.set(id, still);
	}
}
