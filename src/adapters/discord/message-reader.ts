/** Reads messages with what the connection knows besides their payloads: the channel's guild and people's nicknames. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage, MentionedUser } from '#domain/message';
import { RecentMap } from '#lib/recent-map';
import { createNicknameMemory } from './nickname-memory.ts';
import { objectOf, objectsOf, textOf } from './raw-fields.ts';
import { readMentions } from './read-author.ts';
import type { ReadContext } from './read-context.ts';
import { readMessage } from './read-message.ts';

/** What the reader may ask for. */
export interface MessageReaderOptions
	extends Pick<ReadContext, 'selfId' | 'applicationId' | 'roleName' | 'channelName'> {
	/** The guild of a channel that Discord told us about; null for direct messages and unknown channels. */
	readonly guildOf: (channelId: Snowflake) => Snowflake | null;
	/** Nicknames of at most 100 members; people who are not found are left out. Never rejects, and is soon back. */
	readonly askNicknames: (
		guildId: Snowflake,
		userIds: readonly Snowflake[],
	) => Promise<ReadonlyMap<Snowflake, string | null>>;
}

/** All doors of the only translator in. */
export interface MessageReader {
	/** A MESSAGE_CREATE or MESSAGE_UPDATE packet; null when it is none. */
	readPacket(packet: unknown): ChatMessage | null;
	/** A channel's listing as REST gives it, in the same order, under the names that the guild's members see. */
	readListing(channelId: Snowflake, listing: readonly unknown[]): Promise<readonly ChatMessage[]>;
	/** One message as REST gives it; names are those already known. Null when it is none. */
	readOne(channelId: Snowflake, payload: unknown): ChatMessage | null;
	/** Users as REST lists them, under the names already known in the channel's guild. */
	readUsers(channelId: Snowflake, listing: unknown): readonly MentionedUser[];
}

/** Channels whose guild is remembered from their own messages. */
const channelsMax = 5000;

/** A reader with an empty memory. */
export function createMessageReader(options: MessageReaderOptions): MessageReader {
	const nicknames = createNicknameMemory();
	const guildOfChannel = new RecentMap<Snowflake, Snowflake>(channelsMax);
	const { selfId, applicationId, roleName, channelName } = options;
	const contextOf = (guildId: Snowflake | null): ReadContext => ({
		selfId,
		applicationId,
		roleName,
		channelName,
		guildId,
		nicknames,
	});
	const guildOf = (channelId: Snowflake) => guildOfChannel.get(channelId) ?? options.guildOf(channelId);
	return {
		readPacket(packet) {
			const message = readMessage(packet, contextOf(null));
			if (message?.guildId) guildOfChannel.set(message.channelId, message.guildId);
			return message;
		},
		async readListing(channelId, listing) {
			const guildId = guildOf(channelId);
			const context = contextOf(guildId);
			if (guildId !== null) {
				const isStranger = (userId: Snowflake) => userId !== selfId && nicknames.recall(guildId, userId) === undefined;
				const strangers = peopleIn(listing, isStranger);
				const found = strangers.length === 0 ? null : await options.askNicknames(guildId, strangers);
				for (const [userId, nickname] of found ?? []) nicknames.learn(guildId, userId, nickname);
			}
			return listing.map((payload) => readMessage(payload, context)).filter((message) => message !== null);
		},
		readOne: (channelId, payload) => readMessage(payload, contextOf(guildOf(channelId))),
		readUsers: (channelId, listing) => readMentions({ mentions: objectsOf(listing) }, contextOf(guildOf(channelId))),
	};
}

/** Members that one request may ask for. */
const strangersMax = 100;

function peopleIn(listing: readonly unknown[], isWanted: (userId: Snowflake) => boolean): readonly Snowflake[] {
	const people = new Set<Snowflake>();
	for (const payload of listing) {
		const raw = objectOf(payload);
		for (const written of [objectOf(raw?.['referenced_message']), raw]) {
			const userId = textOf(objectOf(written?.['author'])?.['id']);
			if (userId && !textOf(written?.['webhook_id']) && isWanted(userId)) people.add(userId);
		}
	}
	return [...people].slice(-strangersMax);
}
