/** Replies that stand in channels, and the other replies that their turns had. */
import type { PersonaId, ServerId, Snowflake, TurnId } from '#domain/ids';
import type { PostedMessage } from '#domain/reply';
import type { PartContent } from '#domain/turn';

/** A turn's reply, as far as it can be changed later. */
export interface StoredReply {
	readonly turnId: TurnId;
	readonly personaId: PersonaId;
	readonly channelId: Snowflake;
	/** Null in direct messages. */
	readonly guildId: Snowflake | null;
	readonly triggerMessageId: Snowflake;
	readonly lineIds: readonly Snowflake[];
	/** Who triggered the turn. */
	readonly ownerId: Snowflake;
	readonly ownerName: string;
	/** What its turn told the persona of a person who came back, or null. */
	readonly reunionNote: string | null;
	/** What stands in the channel, in order; never empty. */
	readonly messages: readonly PostedMessage[];
	/** Which variant that is. */
	readonly variant: number;
	/** All variants from 0, each in order. */
	readonly variants: readonly (readonly PartContent[])[];
}

/** Another reply in the place of the present one. */
export interface ShownVariant {
	readonly turnId: TurnId;
	readonly personaId: PersonaId;
	readonly variant: number;
	readonly messages: readonly PostedMessage[];
	readonly parts: readonly PartContent[];
}

/** Reads and changes replies after their turn has ended. */
export interface ReplyStore {
	/** Null when the turn has no message any more. */
	findReply(turnId: TurnId): Promise<StoredReply | null>;
	/** The turn that a message belongs to, or null. */
	turnOf(messageId: Snowflake): Promise<TurnId | null>;
	/** The first message of the reply to a trigger, or null when none stands in the channel. */
	beginningOf(serverId: ServerId, triggerMessageId: Snowflake): Promise<Snowflake | null>;
	/** The newest turn with a reply in the channel, but for one. */
	newestReply(
		channelId: Snowflake,
		exceptTurnId?: TurnId,
	): Promise<{ readonly turnId: TurnId; readonly last: PostedMessage } | null>;
	/** Stores the variant and makes its messages the turn's, in one transaction. */
	showVariant(shown: ShownVariant): Promise<void>;
	/** Forgets the messages and all variants. */
	removeReply(turnId: TurnId): Promise<void>;
}
