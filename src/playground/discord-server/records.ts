/** The records that the stand-in's world is made of; maps of these are all its state. */
import type {
	APIAllowedMentions,
	APIEmoji,
	APIGuildForumTag,
	APIMessage,
	APIOverwrite,
	APIRole,
	APISticker,
	APIUser,
	ChannelType,
	Locale,
} from 'discord-api-types/v10';

/** Anything with an id, or the id itself; every helper takes either. */
export type Reference = string | { readonly id: string };

/** The id behind a reference. */
export function idOf(reference: Reference): string {
	return typeof reference === 'string' ? reference : reference.id;
}

/** A user inside one guild. */
export interface MemberRecord {
	readonly user: APIUser;
	nick: string | null;
	avatar: string | null;
	roles: string[];
	readonly joinedAt: string;
	timedOutUntil: string | null;
}

/** A guild with its roles and members; its channels are the world's channels with its id. */
export interface GuildRecord {
	readonly id: string;
	name: string;
	readonly ownerId: string;
	preferredLocale: Locale;
	readonly joinedAt: string;
	readonly roles: Map<string, APIRole>;
	readonly members: Map<string, MemberRecord>;
	readonly emojis: Map<string, APIEmoji>;
	readonly stickers: Map<string, APISticker>;
	readonly description: string | null;
	/** Where Discord welcomes people. */
	systemChannelId: string | null;
}

/** What only threads have. */
export interface ThreadState {
	readonly ownerId: string;
	archived: boolean;
	locked: boolean;
	autoArchiveMinutes: number;
	archiveTimestamp: string;
	readonly createdAt: string;
	readonly memberIds: Set<string>;
	appliedTags: string[];
}

/** A channel of a guild, a thread, or a direct-message channel (`guildId` is null, `recipientIds` has one). */
export interface ChannelRecord {
	readonly id: string;
	readonly type: ChannelType;
	readonly guildId: string | null;
	name: string;
	parentId: string | null;
	topic: string | null;
	nsfw: boolean;
	position: number;
	slowmodeSeconds: number;
	overwrites: APIOverwrite[];
	tags: APIGuildForumTag[];
	readonly recipientIds: string[];
	readonly thread: ThreadState | null;
	readonly messages: Map<string, MessageRecord>;
	lastMessageId: string | null;
}

/** How a message came into the world. */
export type MessageOrigin = 'user' | 'bot' | 'webhook' | 'foreign-webhook' | 'interaction' | 'system';

/** A message as Discord keeps it, with what the tests want to know about its sending. */
export interface MessageRecord {
	readonly message: APIMessage;
	readonly origin: MessageOrigin;
	readonly guildId: string | null;
	/** The reactions by emoji key, each with the users who gave it. */
	readonly reactions: Map<
		string,
		{ readonly emoji: { id: string | null; name: string }; readonly userIds: Set<string> }
	>;
	/** Set while the message is pinned. */
	pinnedAt: string | null;
	/** The allowed_mentions of the newest write; null when that write carried none. */
	allowedMentions: APIAllowedMentions | null;
	/** The only user who sees it; null when everyone in the channel does. */
	readonly ephemeralTo: string | null;
	/** The picture given with a webhook execute, as sent. */
	readonly avatarUrl: string | null;
	/** True for a reply that comes without `referenced_message`, as when Discord did not look its target up. */
	readonly omitsTarget: boolean;
	/** Set once by deletion; deleted messages stay in the log, not in the channel. */
	deleted: boolean;
}

/** An incoming webhook of a channel. */
export interface WebhookRecord {
	readonly id: string;
	readonly token: string;
	readonly guildId: string;
	channelId: string;
	name: string;
	avatar: string | null;
	readonly creator: APIUser;
	readonly applicationId: string | null;
}

/** An emoji of the application, with its picture. */
export interface StoredEmoji {
	readonly id: string;
	readonly name: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly contentType: string;
}

/** Bytes that the stand-in serves under `/cdn/attachments`. */
export interface StoredFile {
	readonly filename: string;
	readonly contentType: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The bot's application. */
export interface ApplicationRecord {
	readonly id: string;
	readonly name: string;
	readonly owner: APIUser;
	readonly bot: APIUser;
	readonly token: string;
	/** The privileged intents switched on in the portal, as bits. */
	allowedPrivilegedIntents: number;
}

/** One call of the typing endpoint, or one typing of a user actor. */
export interface TypingRecord {
	readonly channelId: string;
	readonly userId: string;
	readonly atMs: number;
}
