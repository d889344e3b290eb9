/** Follows forwards of forwards to what was forwarded first, and replies to what Discord left out. */
import type { ChatMessage, Forward, ReplyReference } from '#domain/message';
import type { FetchMessage } from './fetch-message.ts';

/** How references are followed. */
export interface ChainOptions {
	readonly fetchMessage: FetchMessage;
	/** Messages fetched for one forward at most (FORWARD_CHAIN_MAX_DEPTH); 0 never fetches. */
	readonly forwardDepthMax: number;
}

/**
 * Discord's snapshots are not recursive: a forward of a forward carries an empty one, while its reference names the
 * forward in between. That one is fetched and its snapshot read, and so on. The body stays null when a message on the
 * way is deleted, unreadable or no forward, or when the depth is exhausted. The place stays the one that the wrapper
 * names.
 */
export async function resolveForwardChain(forward: Forward, options: ChainOptions): Promise<Forward> {
	let current = forward;
	for (let hops = 1; current.body === null && hops <= options.forwardDepthMax; hops += 1) {
		const between = await options.fetchMessage(current.channelId, current.messageId);
		if (!between?.forward) return forward;
		current = between.forward;
		if (current.body !== null) {
			return { ...forward, body: current.body, createdAtMs: current.createdAtMs, hops: hops + current.hops };
		}
	}
	return forward;
}

/** A reply whose target the payload did not bring gets one fetch; afterwards it is known, or unreadable (S034). */
export async function resolveReply(reply: ReplyReference, fetchMessage: FetchMessage): Promise<ReplyReference> {
	if (reply.state !== 'unknown') return reply;
	const target = await fetchMessage(reply.channelId, reply.messageId);
	if (!target) return { ...reply, state: 'unreadable' };
	return {
		...reply,
		state: 'known',
		target: {
			id: target.id,
			author: target.author,
			webhook: target.webhook,
			body: target.forward?.body ?? target,
			...(target.forward?.body === null ? { isUnseenForward: true } : {}),
			mentionedUsers: target.mentionedUsers,
			noticeKind: target.noticeKind,
			createdAtMs: target.createdAtMs,
		},
	};
}

/** The message with what it points at. */
export async function resolveReferences(message: ChatMessage, options: ChainOptions): Promise<ChatMessage> {
	const needsForward = message.forward !== null && message.forward.body === null;
	const needsReply = message.reply?.state === 'unknown';
	if (!needsForward && !needsReply) return message;
	return {
		...message,
		forward: message.forward && (await resolveForwardChain(message.forward, options)),
		reply: message.reply && (await resolveReply(message.reply, options.fetchMessage)),
	};
}
