/** What a channel shows of a turn whose end nobody saw. */
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { PostedMessage } from '#domain/reply';
import { err, ok, type Result } from '#lib/result';
import type { OutgoingPart } from '#ports/open-turn-store';
import { isNewer } from './add-line.ts';
import type { ChatPorts } from './chat-ports.ts';

/** Messages of one read, as Discord limits it. */
const READ_MAX = 100;

/** Reads between the trigger and the newest messages, each of `READ_MAX`. */
const PAGES_MAX = 10;

/** What is read. */
export interface EvidenceQuery {
	readonly channelId: Snowflake;
	/** The trigger. */
	readonly sinceId: Snowflake;
	readonly signal: AbortSignal;
}

/** What follows a trigger, oldest first. */
export interface Evidence {
	readonly messages: readonly ChatMessage[];
	/** False where so much was written since that some of it was not read. */
	readonly isWhole: boolean;
}

/** The newest messages that follow the trigger and, where there are more, those right behind it. */
export async function messagesSince(
	{ channelId, sinceId, signal }: EvidenceQuery,
	{ surface }: Pick<ChatPorts, 'surface'>,
): Promise<Result<Evidence, Failure>> {
	const newest = await surface.readMessages({ channelId, limit: READ_MAX }, signal);
	if (!newest.ok) return err(newest.error);
	const following = newest.value.filter(({ id }) => isNewer(id, sinceId));
	const found = new Map<Snowflake, ChatMessage>();
	let isWhole = newest.value.length < READ_MAX || following.length < newest.value.length;
	const firstId = following[0]?.id ?? sinceId;
	let afterId = sinceId;
	for (let page = 0; page < PAGES_MAX && !isWhole; page += 1) {
		const read = await surface.readMessages({ channelId, limit: READ_MAX, afterId }, signal);
		if (!read.ok) return err(read.error);
		for (const message of read.value) found.set(message.id, message);
		const lastId = read.value.at(-1)?.id;
		isWhole = lastId === undefined || read.value.length < READ_MAX || !isNewer(firstId, lastId);
		afterId = lastId ?? afterId;
	}
	for (const message of following) found.set(message.id, message);
	return ok({ messages: [...found.values()], isWhole });
}

/** Whether a notice of ours answers the trigger. */
export function hasNotice(messages: readonly ChatMessage[], triggerId: Snowflake): boolean {
	return messages.some(({ author, noticeKind, reply }) => {
		return author.kind === 'self' && noticeKind !== null && reply?.messageId === triggerId;
	});
}

/**
 * Whether something of ours stands there that belongs to no turn and may answer this one: while the database is away
 * replies go on without it.
 */
export async function hasUnknownReply(
	messages: readonly ChatMessage[],
	triggerId: Snowflake,
	{ stores }: Pick<ChatPorts, 'stores'>,
): Promise<boolean> {
	const spoken = messages.filter(({ author, webhook, kind, noticeKind, reply }) => {
		const isOurs = author.kind === 'self' || webhook?.isOurs === true;
		const mayAnswer = reply === null || reply.messageId === triggerId;
		return isOurs && kind === 'conversation' && noticeKind === null && mayAnswer;
	});
	const known = await stores.turns.findSpeakers(spoken.map(({ id }) => id));
	return spoken.some(({ id }) => !known.has(id));
}

/** The message that this part has become, or null: ours, with the same words, and no other turn's. */
export async function findPosted(
	{ message }: OutgoingPart,
	messages: readonly ChatMessage[],
	{ stores }: Pick<ChatPorts, 'stores'>,
): Promise<PostedMessage | null> {
	const same = messages.filter(({ author, webhook, content, noticeKind }) => {
		// Where webhooks cannot be used, the bot has posted in their place.
		const isOurs = author.kind === 'self' || (message.identity !== undefined && webhook?.isOurs === true);
		return isOurs && noticeKind === null && content.trim() === message.text.trim();
	});
	const known = await stores.turns.findSpeakers(same.map(({ id }) => id));
	const found = same.find(({ id }) => !known.has(id));
	if (found === undefined) return null;
	const { id, channelId, webhook } = found;
	return { id, channelId, ...(webhook === null ? {} : { webhookId: webhook.id }) };
}
