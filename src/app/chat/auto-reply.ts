/** Answers channels unasked, after as many messages of people as somebody has set. */
import { drawThreshold } from '#core/access/auto-reply-count';
import type { ChatMessage } from '#domain/message';
import type { ChatPorts } from './chat-ports.ts';

/**
 * Counts a line that calls nobody; true when it is to be answered. Only what people write counts, so no persona answers
 * itself or another one, and whoever writes there acts for every answer (ruling N10).
 */
export async function isAutoReplyDue(
	{ id, guildId, channelId, author, kind }: Pick<ChatMessage, 'id' | 'guildId' | 'channelId' | 'author' | 'kind'>,
	{ stores, delivery }: Pick<ChatPorts, 'stores' | 'delivery'>,
): Promise<boolean> {
	if (guildId === null || author.kind !== 'user' || kind !== 'conversation') return false;
	const channel = await stores.autoReplies.findAutoReply({ guildId, channelId });
	if (channel === null) return false;
	const nextThreshold = drawThreshold(channel, delivery.random.next());
	return await stores.autoReplies.countMessage(channel, { messageId: id, nextThreshold });
}
