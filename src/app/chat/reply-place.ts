/** Where the answer to a trigger goes. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { ChatSurface } from '#ports/chat-surface';

/** A channel, and the message there that the first one replies to; null for a plain message. */
export interface ReplyPlace {
	readonly channelId: Snowflake;
	readonly replyToId: Snowflake | null;
}

/** The thread that somebody made from the trigger meanwhile, which no reply can point out of; else its channel (S042). */
export function replyPlace(
	trigger: ChatMessage,
	{ byReply }: { readonly byReply: boolean },
	surface: Pick<ChatSurface, 'threadFrom'>,
): ReplyPlace {
	const threadId = surface.threadFrom(trigger.id);
	if (threadId !== null) return { channelId: threadId, replyToId: null };
	return { channelId: trigger.channelId, replyToId: byReply ? trigger.id : null };
}
