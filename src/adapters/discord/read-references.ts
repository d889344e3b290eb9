/** Reads what a message points at: the one it replies to, and the one it forwards. */
import { MessageReferenceType, MessageType } from 'discord.js';
import type { Forward, MessageBody, ReferencedMessage, ReplyReference } from '#domain/message';
import { createdAtOf } from '#domain/snowflake-time';
import { readQuoteLine, withoutQuoteLine } from './quote-line.ts';
import { objectOf, objectsOf, type RawObject, textOf } from './raw-fields.ts';
import { readAuthor, readMentions, readWebhook } from './read-author.ts';
import { isEmptyBody, readBody } from './read-body.ts';
import type { ReadContext } from './read-context.ts';
import { instantOf } from './read-instant.ts';
import { readNoticeKind } from './read-notice-kind.ts';

/** Types that always point at a message; the others do where its contents come along. */
const POINTING_TYPES: ReadonlySet<unknown> = new Set([MessageType.Reply, MessageType.ThreadStarterMessage]);

const REPLYING_TYPES: ReadonlySet<unknown> = new Set([
	MessageType.Default,
	MessageType.Reply,
	MessageType.ChatInputCommand,
	MessageType.ContextMenuCommand,
]);

/**
 * The reference of a reply or of a thread's first message, with its target where the payload has it, or what a line above
 * a webhook's reply leads to; null for others.
 */
export function readReply(raw: RawObject, context: ReadContext): ReplyReference | null {
	const quoted = readQuoteLine(raw, context);
	if (quoted !== null) return { ...quoted, state: 'unknown', target: null };
	const reference = objectOf(raw['message_reference']);
	const messageId = textOf(reference?.['message_id']);
	if (!reference || !messageId || reference['type'] === MessageReferenceType.Forward) return null;
	const isReply = POINTING_TYPES.has(raw['type']) || (REPLYING_TYPES.has(raw['type']) && 'referenced_message' in raw);
	if (!isReply) return null;
	const place = { messageId, channelId: textOf(reference['channel_id']) ?? textOf(raw['channel_id']) ?? '' };
	if (raw['referenced_message'] === null) return { ...place, state: 'deleted', target: null };
	const target = readReferenced(raw['referenced_message'], context);
	return target ? { ...place, state: 'known', target } : { ...place, state: 'unknown', target: null };
}

/** A replied-to message, without its own references; null when the payload does not say who wrote it. */
export function readReferenced(value: unknown, context: ReadContext): ReferencedMessage | null {
	const raw = objectOf(value);
	const id = textOf(raw?.['id']);
	if (!raw || !id) return null;
	const author = readAuthor(raw, context);
	if (author.id === '') return null;
	const body = shownBody(raw, author.kind === 'user', context);
	return {
		id,
		author,
		webhook: readWebhook(raw, context),
		body,
		...(isEmptyBody(body) && readForward(raw, context) !== null ? { isUnseenForward: true } : {}),
		mentionedUsers: readMentions(raw, context),
		noticeKind: readNoticeKind(raw, author.kind, context.applicationId),
		createdAtMs: instantOf(raw['timestamp']) ?? createdAtOf(id),
	};
}

/** What a reader of a forward sees is what it forwards. */
function shownBody(raw: RawObject, byPerson: boolean, context: ReadContext): MessageBody {
	const body = readBody(withoutQuoteLine(raw, context), byPerson, context);
	return isEmptyBody(body) ? (snapshotBody(raw, context) ?? body) : body;
}

/** The forward of a message; its body is null where the snapshot is empty, which a forward of a forward is. */
export function readForward(raw: RawObject, context: ReadContext): Forward | null {
	const reference = objectOf(raw['message_reference']);
	const snapshot = snapshotOf(raw);
	if (reference?.['type'] !== MessageReferenceType.Forward && !snapshot) return null;
	const channelId = textOf(reference?.['channel_id']) ?? '';
	return {
		messageId: textOf(reference?.['message_id']) ?? '',
		channelId,
		channelName: channelId === '' ? null : context.channelName(channelId),
		body: snapshotBody(raw, context),
		hops: 0,
		createdAtMs: instantOf(snapshot?.['timestamp']),
	};
}

function snapshotOf(raw: RawObject): RawObject | null {
	return objectOf(objectsOf(raw['message_snapshots'])[0]?.['message']);
}

/** A snapshot's roles belong to the guild from which it comes; people keep the names that they have here. */
function snapshotBody(raw: RawObject, context: ReadContext): MessageBody | null {
	const snapshot = snapshotOf(raw);
	const roleGuildId = textOf(objectOf(raw['message_reference'])?.['guild_id']) ?? context.guildId;
	const body = snapshot ? readBody(snapshot, false, { ...context, roleGuildId }) : null;
	return body && !isEmptyBody(body) ? body : null;
}
