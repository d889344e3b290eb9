/** What Discord itself tells the channel: somebody joined, somebody pinned a message. */
import type { ChatMessage } from '#domain/message';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { HistoryBuild } from './annotation.ts';
import { systemEntry } from './system-entry.ts';

/** The note of an event, or null for those that are nothing to talk about, such as boosts. */
export function systemEventEntry(message: ChatMessage, build: HistoryBuild): SimplifiedMessageForContext | null {
	const { label } = build.authors.resolve(message);
	switch (message.systemEvent?.kind) {
		case 'join':
			return systemEntry(message, {
				authorId: `system-user-join:${message.id}`,
				text: `${label} has just joined the server.`,
			});
		case 'pin':
			return systemEntry(message, {
				authorId: `system-pin:${message.id}`,
				text: `${label} pinned a message in this channel.`,
			});
		case 'thread-start':
		case 'other':
		case undefined:
			return null;
	}
}
