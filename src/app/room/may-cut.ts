/** Who may say that a conversation begins anew. */

import type { ChatPorts } from '#app/chat/chat-ports';
import type { ReplyActor } from '#app/chat/reply-controls';
import type { Snowflake } from '#domain/ids';

/** Moderators, and whoever was answered last; where nobody was answered there is nothing of anybody's to lose. */
export async function mayCut(
	channelId: Snowflake,
	{ userId, mayModerate }: ReplyActor,
	{ stores: { replies } }: Pick<ChatPorts, 'stores'>,
): Promise<boolean> {
	if (mayModerate) return true;
	const newest = await replies.newestReply(channelId);
	const reply = newest === null ? null : await replies.findReply(newest.turnId);
	return reply === null || reply.ownerId === userId;
}
