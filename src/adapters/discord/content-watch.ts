/** Notices that Discord blanks what people write although the content intent was asked for. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import { isEmptyBody } from './read-body.ts';

/** Looks at every incoming message; true exactly once, when enough of them in a row came blank. */
export interface ContentWatch {
	observe(message: ChatMessage): boolean;
}

/** Blank messages in a row that are no coincidence. */
export const blankMessagesMin = 5;

/**
 * A watch that counts people's guild messages which do not name the bot and carry nothing at all: Discord never stores
 * such a message, so a run of them means that content is withheld. Any readable one starts the count anew.
 */
export function createContentWatch(selfId: Snowflake, blankMin: number = blankMessagesMin): ContentWatch {
	let blanks = 0;
	let reported = false;
	return {
		observe(message) {
			if (reported || !isTelling(message, selfId)) return false;
			blanks = message.content.trim() === '' ? blanks + 1 : 0;
			reported = blanks >= blankMin;
			return reported;
		},
	};
}

/** Discord shows content in direct messages and where the bot is named, with or without the intent. */
function isTelling(message: ChatMessage, selfId: Snowflake): boolean {
	if (message.guildId === null || message.author.kind !== 'user' || message.kind !== 'conversation') return false;
	if (message.mentionedUsers.some((user) => user.id === selfId)) return false;
	return message.content !== '' || (isEmptyBody(message) && message.forward === null);
}
