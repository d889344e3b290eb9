/** Decides how messages stand together: which ones go under one name, and where a new day begins. */
import type { APIMessage } from 'discord-api-types/v10';

/** The longest pause after which a name is shown again. */
const groupPauseMs = 420_000;

/** The kinds of message that may stand without a name: plain ones. */
const plainType = 0;

/** Whether `message` stands under the name of `before`. */
export function isCompact(message: APIMessage, before: APIMessage | undefined): boolean {
	if (before === undefined || message.type !== plainType) return false;
	if (message.referenced_message !== undefined || message.interaction_metadata !== undefined) return false;
	if (message.author.id !== before.author.id || message.author.username !== before.author.username) return false;
	if (((message.flags ?? 0) & 64) !== ((before.flags ?? 0) & 64)) return false;
	const pauseMs = Date.parse(message.timestamp) - Date.parse(before.timestamp);
	return pauseMs < groupPauseMs;
}
