/** The only translator in: from what Discord sends to the message that the rest of the program knows. */
import { MessageType } from 'discord.js';
import type { ChatMessage, Reaction, SystemEvent } from '#domain/message';
import { createdAtOf } from '#domain/snowflake-time';
import { withoutQuoteLine } from './quote-line.ts';
import { numberOf, objectOf, objectsOf, type RawObject, textOf } from './raw-fields.ts';
import { readAuthor, readWebhook } from './read-author.ts';
import { readBody } from './read-body.ts';
import type { ReadContext } from './read-context.ts';
import { instantOf } from './read-instant.ts';
import { readNoticeKind } from './read-notice-kind.ts';
import { readForward, readReply } from './read-references.ts';

const CONVERSATION_TYPES: ReadonlySet<unknown> = new Set([
	MessageType.Default,
	MessageType.Reply,
	MessageType.ChatInputCommand,
	MessageType.ContextMenuCommand,
]);

/** Kinds of reaction that one message may have, as Discord limits it. */
const reactionsMax = 20;

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
	const body = readBody(withoutQuoteLine(raw, context), author.kind === 'user', scope);
	const kind = CONVERSATION_TYPES.has(raw['type'] ?? MessageType.Default) ? 'conversation' : 'system';
	return {
		...body,
		id,
		channelId,
		guildId,
		author,
		webhook: readWebhook(raw, scope),
		createdAtMs: instantOf(raw['timestamp']) ?? createdAtOf(id),
		editedAtMs: instantOf(raw['edited_timestamp']),
		mentionsEveryone: raw['mention_everyone'] === true,
		reply: readReply(raw, scope),
		forward: kind === 'conversation' ? readForward(raw, scope) : null,
		reactions: readReactions(raw['reactions']),
		kind,
		systemEvent: kind === 'system' ? readSystemEvent(raw) : null,
		noticeKind: readNoticeKind(raw, author.kind, context.applicationId),
		transcript: null,
	};
}

function readSystemEvent(raw: RawObject): SystemEvent {
	if (raw['type'] === MessageType.UserJoin) return { kind: 'join' };
	if (raw['type'] === MessageType.ThreadStarterMessage) return { kind: 'thread-start' };
	if (raw['type'] !== MessageType.ChannelPinnedMessage) return { kind: 'other' };
	return { kind: 'pin', messageId: textOf(objectOf(raw['message_reference'])?.['message_id']) };
}

/** Custom emoji read as `:name:`, with their id beside it. */
function readReactions(value: unknown): readonly Reaction[] {
	return objectsOf(value)
		.slice(0, reactionsMax)
		.flatMap((raw) => {
			const emoji = objectOf(raw['emoji']);
			const id = textOf(emoji?.['id']);
			const name = textOf(emoji?.['name']) ?? (id ? 'emoji' : null);
			if (!name) return [];
			const count = Math.max(0, numberOf(raw['count']) ?? 0);
			const shown = id ? { emoji: `:${name}:`, emojiId: id } : { emoji: name };
			return [{ ...shown, count, isMine: raw['me'] === true, userNames: [] }];
		});
}
