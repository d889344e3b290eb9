/** What a channel shows of a turn whose end nobody saw. */
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import { err, ok, type Result } from '#lib/result';
import type { OutgoingPart } from '#ports/open-turn-store';
import { isNewer } from './add-line.ts';
import type { ChatPorts } from './chat-ports.ts';

/** Messages of one read, as Discord limits it. */
const READ_MAX = 100;

/** What is read. */
export interface EvidenceQuery {
	readonly channelId: Snowflake;
	/** The trigger. */
	readonly sinceId: Snowflake;
	readonly signal: AbortSignal;
}

/** The newest messages that follow the trigger and, where there are too many, those right behind it; oldest first. */
export async function messagesSince(
	{ channelId, sinceId, signal }: EvidenceQuery,
	{ surface }: ChatPorts,
): Promise<Result<readonly ChatMessage[], Failure>> {
	const newest = await surface.readMessages({ channelId, limit: READ_MAX }, signal);
	if (!newest.ok) return err(newest.error);
	const following = newest.value.filter(({ id }) => isNewer(id, sinceId));
	if (newest.value.length < READ_MAX || following.length < newest.value.length) return ok(following);
	const first = await surface.readMessages({ channelId, limit: READ_MAX, afterId: sinceId }, signal);
	if (!first.ok) return err(first.error);
	return ok([...new Map([...first.value, ...following].map((message) => [message.id, message])).values()]);
}

/** Whether a notice of ours answers the trigger. */
export function hasNotice(messages: readonly ChatMessage[], triggerId: Snowflake): boolean {
	return messages.some(({ author, noticeKind, reply }) => {
		return author.kind === 'self' && noticeKind !== null && reply?.messageId === triggerId;
	});
}

/** The message that this part has become, or null: ours, with the same words, and no other turn's. */
export async function findPosted(
	{ message }: OutgoingPart,
	messages: readonly ChatMessage[],
	{ stores }: ChatPorts,
): Promise<ChatMessage | null> {
	const same = messages.filter(({ author, webhook, content, noticeKind }) => {
		// Where webhooks cannot be used, the bot has posted in their place.
		const isOurs = author.kind === 'self' || (message.identity !== undefined && webhook?.isOurs === true);
		return isOurs && noticeKind === null && content.trim() === message.text.trim();
	});
	const known = await stores.turns.findSpeakers(same.map(({ id }) => id));
	return same.find(({ id }) => !known.has(id)) ?? null;
}
