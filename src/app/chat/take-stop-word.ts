/** Ends a reply for whoever says so while it is written. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { ExpiringMap } from '#lib/expiring-map';
import type { ChatPorts } from './chat-ports.ts';
import type { ReplyControls } from './reply-controls.ts';
import { isStopWord } from './stop-words.ts';
import { noteStopped } from './stopped-elsewhere.ts';
import type { TurnQueue } from './turn-queue.ts';

/** Shows on a stop word that it was heard. */
const STOPPED_EMOJI = '🛑';

/** What a stop word meets. */
export interface StopWordUse {
	readonly queue: TurnQueue;
	readonly replies: ReplyControls;
	/** Lines that were taken: Discord may deliver the word again, while something else is being written. */
	readonly taken: Pick<ExpiringMap<Snowflake, true>, 'set'>;
	readonly ports: ChatPorts;
}

/** Only the person who is answered stops a reply by a word: a message does not tell what its writer may do. */
export function takeStopWord(message: ChatMessage, { queue, replies, taken, ports }: StopWordUse): boolean {
	const { id, channelId, author, content } = message;
	if (author.kind !== 'user' || !isStopWord(content) || !queue.isRunningFor(channelId, author.id, id)) return false;
	const isStopped = replies.stop(channelId, { userId: author.id, channelId, mayModerate: false }) === 'stopped';
	if (!isStopped) return false;
	taken.set(id, true);
	void noteStopped(message, ports);
	void ports.surface.react({ channelId, messageId: id, emoji: STOPPED_EMOJI, present: true });
	return true;
}
