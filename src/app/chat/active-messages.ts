/** How many messages of one person, and of one server, may be answered or wait at a time. */
import type { TurnRequest } from '#domain/turn';

/** Both at least 1. */
export interface ActiveMessageLimits {
	/** MAX_USER_ACTIVE_MESSAGES, in all channels together. */
	readonly perUserMax: number;
	/** MAX_SERVER_ACTIVE_MESSAGES. */
	readonly perServerMax: number;
}

/** Turns that run or wait. */
type Ongoing = readonly { readonly request: TurnRequest }[];

/**
 * Whether a message is one too many. One in a quiet channel waits for nobody and never is; neither are commands, what
 * was asked while the bot was away, and personas that another one calls. A line that calls several is one message.
 */
export function exceedsActive(
	request: TurnRequest,
	ongoing: Ongoing,
	{ perUserMax, perServerMax }: ActiveMessageLimits,
): boolean {
	if (request.isLate === true || !isCounted(request)) return false;
	const { id, channelId, guildId, author } = request.trigger;
	if (!ongoing.some((turn) => turn.request.trigger.channelId === channelId)) return false;
	const triggers = new Map(
		ongoing.flatMap((turn) => (isCounted(turn.request) ? [[turn.request.trigger.id, turn.request.trigger]] : [])),
	);
	if (triggers.has(id)) return false;
	const messages = [...triggers.values()];
	if (messages.filter((each) => each.author.id === author.id).length >= perUserMax) return true;
	return guildId !== null && messages.filter((each) => each.guildId === guildId).length >= perServerMax;
}

function isCounted({ cause }: TurnRequest): boolean {
	return cause !== 'command' && cause !== 'persona';
}
