/** Asks Discord for single messages, each at most once and not too many in one go. */
import { type REST, Routes } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { Log } from '#ports/log';
import { errorFacts } from './discord-failure.ts';
import { untilAborted } from './until-aborted.ts';

/** A message by its place; null when it cannot be read, whatever the reason. Never rejects. */
export type FetchMessage = (channelId: Snowflake, messageId: Snowflake) => Promise<ChatMessage | null>;

/** What fetching needs. */
export interface FetchOptions {
	readonly rest: REST;
	readonly log: Log;
	readonly readOne: (channelId: Snowflake, payload: unknown) => ChatMessage | null;
	readonly signal: AbortSignal;
	/** Messages that need not be asked for. */
	readonly known: readonly ChatMessage[];
	/** Requests of this fetcher at most; what comes later counts as unreadable. */
	readonly fetchesMax: number;
}

/** Requests that one turn may spend on what its messages point at. */
export const turnFetchesMax = 20;

/** A fetcher with a memory of its own, for one turn. */
export function createMessageFetcher(options: FetchOptions): FetchMessage {
	const answers = new Map<string, Promise<ChatMessage | null>>();
	for (const message of options.known) answers.set(keyOf(message.channelId, message.id), Promise.resolve(message));
	let left = options.fetchesMax;
	return (channelId, messageId) => {
		const key = keyOf(channelId, messageId);
		const known = answers.get(key);
		if (known !== undefined) return known;
		if (left <= 0 || channelId === '' || messageId === '') return Promise.resolve(null);
		left -= 1;
		const answer = fetchOne(options, channelId, messageId);
		answers.set(key, answer);
		return answer;
	};
}

function keyOf(channelId: Snowflake, messageId: Snowflake): string {
	return `${channelId}/${messageId}`;
}

async function fetchOne(
	{ rest, log, readOne, signal }: FetchOptions,
	channelId: Snowflake,
	messageId: Snowflake,
): Promise<ChatMessage | null> {
	try {
		const asked = rest.get(Routes.channelMessage(channelId, messageId), { signal });
		return readOne(channelId, await untilAborted(asked, signal));
	} catch (error) {
		log.debug({ channelId, messageId, ...errorFacts(error) }, 'a message that another one points at cannot be read');
		return null;
	}
}
