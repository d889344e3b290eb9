/** The only translator in: from what Discord sends to the message that the rest of the program knows. */
import { MessageReferenceType, MessageType } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { Author, AuthorKind, ChatMessage, MentionedUser, ReplyReference } from '#domain/message';
import type { NicknameMemory } from './nickname-memory.ts';
import { noticeKindOf } from './notice-footer.ts';
import { listOf, objectOf, objectsOf, type RawObject, textOf, textsOf } from './raw-fields.ts';

/** What a payload does not say about itself. */
export interface ReadContext {
	/** The bot's own user. */
	readonly selfId: Snowflake;
	readonly applicationId: Snowflake;
	/** The guild of the channel, for REST payloads, which do not name it; null for direct messages. */
	readonly guildId: Snowflake | null;
	/** Learns from payloads that carry member data and helps out where they carry none. */
	readonly nicknames: NicknameMemory;
}

const CONVERSATION_TYPES: ReadonlySet<unknown> = new Set([
	MessageType.Default,
	MessageType.Reply,
	MessageType.ChatInputCommand,
	MessageType.ContextMenuCommand,
]);

const OTHER_CONTENT_FIELDS = ['attachments', 'sticker_items', 'embeds', 'message_snapshots', 'components'] as const;

/** The notice kind of the bot's answers to slash commands. */
export const commandAnswerKind = 'command';

const discordEpochMs = 1_420_070_400_000;

/**
 * Reads one message of the gateway (with `guild_id`, `member` and `mentions[].member`) or of REST. Null only when the
 * payload names no message or no channel; other missing or odd fields become empty ones, and nothing throws.
 */
export function readMessage(payload: unknown, context: ReadContext): ChatMessage | null {
	const raw = objectOf(payload);
	const id = textOf(raw?.['id']);
	const channelId = textOf(raw?.['channel_id']);
	if (!raw || !id || !channelId) return null;
	const guildId = textOf(raw['guild_id']) ?? context.guildId;
	const scope = { ...context, guildId };
	const author = readAuthor(raw, scope);
	return {
		id,
		channelId,
		guildId,
		author,
		content: textOf(raw['content']) ?? '',
		createdAtMs: instantOf(raw['timestamp']) ?? createdAtOf(id),
		editedAtMs: instantOf(raw['edited_timestamp']),
		mentionedUsers: objectsOf(raw['mentions']).flatMap((user) => readMention(user, scope) ?? []),
		mentionedRoleIds: textsOf(raw['mention_roles']),
		mentionsEveryone: raw['mention_everyone'] === true,
		reply: readReply(raw, scope),
		kind: CONVERSATION_TYPES.has(raw['type'] ?? MessageType.Default) ? 'conversation' : 'system',
		noticeKind: readNoticeKind(raw, author.kind, context.applicationId),
		hasOtherContent:
			OTHER_CONTENT_FIELDS.some((field) => listOf(raw[field]).length > 0) || objectOf(raw['poll']) !== null,
	};
}

/** When a snowflake was made, in milliseconds since 1970; null when it is none. */
export function createdAtOf(id: Snowflake): number | null {
	return /^\d{1,20}$/.test(id) ? Number(BigInt(id) >> 22n) + discordEpochMs : null;
}

/** Answers to commands come from the bot through its application's own webhook, and are no part of the conversation. */
function readNoticeKind(raw: RawObject, authorKind: AuthorKind, applicationId: Snowflake): string | null {
	const isOurs = authorKind === 'self' || textOf(raw['application_id']) === applicationId;
	if (!isOurs) return null;
	const isAnswer = authorKind === 'self' && textOf(raw['webhook_id']) === applicationId;
	return noticeKindOf(raw) ?? (isAnswer ? commandAnswerKind : null);
}

function readAuthor(raw: RawObject, context: ReadContext): Author {
	const user = objectOf(raw['author']) ?? {};
	const kind = authorKindOf(raw, context.selfId);
	const id = textOf(user['id']) ?? textOf(raw['webhook_id']) ?? '';
	const username = textOf(user['username']) ?? id;
	if (kind === 'webhook') return { id, kind, username, displayName: username };
	return { id, kind, username, displayName: displayNameOf(user, objectOf(raw['member']), context) };
}

/** Answers to interactions carry the application's id as their webhook; only other webhook ids are real webhooks. */
function authorKindOf(raw: RawObject, selfId: Snowflake): AuthorKind {
	const user = objectOf(raw['author']);
	if (textOf(user?.['id']) === selfId) return 'self';
	const webhookId = textOf(raw['webhook_id']);
	if (webhookId && webhookId !== textOf(raw['application_id'])) return 'webhook';
	return user?.['bot'] === true ? 'bot' : 'user';
}

function displayNameOf(user: RawObject, member: RawObject | null, context: ReadContext): string {
	const id = textOf(user['id']) ?? '';
	const nickname = nicknameOf(id, member, context);
	return nickname ?? textOf(user['global_name']) ?? textOf(user['username']) ?? id;
}

function nicknameOf(userId: Snowflake, member: RawObject | null, context: ReadContext): string | null {
	if (context.guildId === null) return null;
	if (member === null) return context.nicknames.recall(context.guildId, userId) ?? null;
	const nickname = textOf(member['nick']);
	context.nicknames.learn(context.guildId, userId, nickname);
	return nickname;
}

function readMention(user: RawObject, context: ReadContext): MentionedUser | null {
	const id = textOf(user['id']);
	return id ? { id, displayName: displayNameOf(user, objectOf(user['member']), context) } : null;
}

function readReply(raw: RawObject, context: ReadContext): ReplyReference | null {
	const reference = objectOf(raw['message_reference']);
	const messageId = textOf(reference?.['message_id']);
	if (!reference || !messageId || reference['type'] === MessageReferenceType.Forward) return null;
	const isReply =
		raw['type'] === MessageType.Reply || (CONVERSATION_TYPES.has(raw['type']) && 'referenced_message' in raw);
	if (!isReply) return null;
	const channelId = textOf(reference['channel_id']) ?? textOf(raw['channel_id']) ?? '';
	const place = { messageId, channelId };
	if (raw['referenced_message'] === null) return { ...place, state: 'deleted', authorId: null, authorKind: null };
	const target = objectOf(raw['referenced_message']);
	const authorId = textOf(objectOf(target?.['author'])?.['id']) ?? textOf(target?.['webhook_id']);
	if (!target || !authorId) return { ...place, state: 'unknown', authorId: null, authorKind: null };
	return { ...place, state: 'known', authorId, authorKind: authorKindOf(target, context.selfId) };
}

function instantOf(value: unknown): number | null {
	const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(atMs) ? null : atMs;
}
