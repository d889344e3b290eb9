/** Reads messages with what the connection knows besides their payloads: the channel's guild and people's nicknames. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import { createNicknameMemory } from './nickname-memory.ts';
import { objectOf, textOf } from './raw-fields.ts';
import { readMessage } from './read-message.ts';

/** What the reader may ask for. */
export interface MessageReaderOptions {
	readonly selfId: Snowflake;
	readonly applicationId: Snowflake;
	/** The guild of a channel that Discord told us about; null for direct messages and unknown channels. */
	readonly guildOf: (channelId: Snowflake) => Snowflake | null;
	/** Nicknames of at most 100 members; people who are not found are left out. Never rejects, and is soon back. */
	readonly askNicknames: (
		guildId: Snowflake,
		userIds: readonly Snowflake[],
	) => Promise<ReadonlyMap<Snowflake, string | null>>;
}

/** Both doors of the only translator in. */
export interface MessageReader {
	/** A MESSAGE_CREATE packet; null when it is none. */
	readPacket(packet: unknown): ChatMessage | null;
	/** A channel's listing as REST gives it, in the same order, under the names that the guild's members see. */
	readListing(channelId: Snowflake, listing: readonly unknown[]): Promise<readonly ChatMessage[]>;
}

/** Channels whose guild is remembered from their own messages. */
const channelsMax = 5000;

/** A reader with an empty memory. */
export function createMessageReader(options: MessageReaderOptions): MessageReader {
	const nicknames = createNicknameMemory();
	const guildOfChannel = new Map<Snowflake, Snowflake>();
	const contextOf = (guildId: Snowflake | null) => ({
		selfId: options.selfId,
		applicationId: options.applicationId,
		guildId,
		nicknames,
	});
	return {
		readPacket(packet) {
			const message = readMessage(packet, contextOf(null));
			if (message?.guildId) remember(guildOfChannel, message.channelId, message.guildId);
			return message;
		},
		async readListing(channelId, listing) {
			const guildId = guildOfChannel.get(channelId) ?? options.guildOf(channelId);
			const context = contextOf(guildId);
			if (guildId !== null) {
				const isStranger = (userId: Snowflake) =>
					userId !== options.selfId && nicknames.recall(guildId, userId) === undefined;
				const strangers = peopleIn(listing, isStranger);
				const found = strangers.length === 0 ? null : await options.askNicknames(guildId, strangers);
				for (const [userId, nickname] of found ?? []) nicknames.learn(guildId, userId, nickname);
			}
			return listing.map((payload) => readMessage(payload, context)).filter((message) => message !== null);
		},
	};
}

/** Members that one request may ask for. */
const strangersMax = 100;

function peopleIn(listing: readonly unknown[], isWanted: (userId: Snowflake) => boolean): readonly Snowflake[] {
	const people = new Set<Snowflake>();
	for (const payload of listing) {
		const raw = objectOf(payload);
		const userId = textOf(objectOf(raw?.['author'])?.['id']);
		if (userId && !textOf(raw?.['webhook_id']) && isWanted(userId)) people.add(userId);
	}
	return [...people].slice(-strangersMax);
}

function remember(guildOfChannel: Map<Snowflake, Snowflake>, channelId: Snowflake, guildId: Snowflake): void {
	guildOfChannel.delete(channelId);
	guildOfChannel.set(channelId, guildId);
	if (guildOfChannel.size <= channelsMax) return;
	const oldest = guildOfChannel.keys().next();
	if (!oldest.done) guildOfChannel.delete(oldest.value);
}
