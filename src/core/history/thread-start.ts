/** The message that a thread grew from, which is the first thing said in it. */
import type { ChatMessage } from '#domain/message';

/**
 * A thread's first message as what it shows: the words of whoever wrote them, at the time when they were written. Any other
 * message, and one whose origin is gone, comes back as it is. The id stays, since that is the one that the thread knows.
 */
export function withThreadStart(message: ChatMessage): ChatMessage {
	const origin = message.systemEvent?.kind === 'thread-start' ? message.reply?.target : null;
	if (!origin) return message;
	const { author, webhook, body, noticeKind, createdAtMs } = origin;
	const said = { kind: 'conversation', systemEvent: null, reply: null } as const;
	return { ...message, ...body, ...said, author, webhook, noticeKind, createdAtMs };
}
