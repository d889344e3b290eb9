/** Ends a reply for whoever says so while it is written. */
import type { ChatMessage } from '#domain/message';
import type { ChatPorts } from './chat-ports.ts';
import type { ReplyControls } from './reply-controls.ts';
import { isStopWord } from './stop-words.ts';
import { noteStopped } from './stopped-elsewhere.ts';
import type { TurnQueue } from './turn-queue.ts';

/** Shows on a stop word that it was heard. */
const STOPPED_EMOJI = '🛑';

/** Only the person who is answered stops a reply by a word: a message does not tell what its writer may do. */
export function takeStopWord(
	message: ChatMessage,
	{ queue, replies, ports }: { readonly queue: TurnQueue; readonly replies: ReplyControls; readonly ports: ChatPorts },
): boolean {
	const { id, channelId, author, content } = message;
	if (author.kind !== 'user' || !isStopWord(content) || !queue.isRunningFor(channelId, author.id)) return false;
	const isStopped = replies.stop(channelId, { userId: author.id, channelId, mayModerate: false }) === 'stopped';
	if (!isStopped) return false;
	void noteStopped(message, ports);
	void ports.surface.react({ channelId, messageId: id, emoji: STOPPED_EMOJI, present: true });
	return true;
}
