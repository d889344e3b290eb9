/** What the simplification of history needs to know beside the messages, and what it gives back. */
import type { MentionNames } from '#core/text/mentions';
import type { LineageId, PersonaId, Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';

/** A persona as history needs it; every stored `Persona` is one. */
export interface HistoryPersona {
	readonly id: PersonaId;
	readonly lineageId: LineageId;
	readonly name: string;
	/** False for the main persona, which speaks as the bot account. */
	readonly isAlter: boolean;
	/** Other names that its webhooks may bear. */
	readonly aliases?: readonly string[];
}

/** A row of `notices`; kinds that are not a `NoticeKind` are read as `notice`. */
export interface NoticeRow {
	readonly kind: string;
	readonly payload: Readonly<Record<string, unknown>>;
}

/** A block of one person by the serving persona; null is permanent. */
export interface UserBlock {
	readonly expiresAtMs: number | null;
}

/** How much of a message's reactions is told (seed: reactions). */
export interface ReactionBudget {
	readonly isEnabled: boolean;
	/** Kinds of reactions for each message. */
	readonly reactionsMax: number;
	/** Names for each kind. */
	readonly usersMax: number;
}

/** The budget where nobody set another one. */
export const DEFAULT_REACTION_BUDGET: ReactionBudget = { isEnabled: true, reactionsMax: 4, usersMax: 5 };

/** Makes handles of message ids, so that notes can name messages that a tool finds again (seed: `messageIdMap`). */
export interface MessageHandles {
	/** `ref_1`; always the same one for the same message. */
	register(discordId: Snowflake, prefix: 'ref'): string;
}

/** Everything that the list depends on beside the messages themselves. All user ids are Discord's. */
export interface HistoryFacts {
	readonly selfId: Snowflake;
	/** The persona that answers. */
	readonly persona: HistoryPersona;
	/** Every persona of the server, for identities by name; may leave the answering one out. */
	readonly personas: readonly HistoryPersona[];
	/** Which persona posted a message of ours, where a row says so; it outranks names. */
	readonly personaIdByMessageId: ReadonlyMap<Snowflake, PersonaId>;
	/** Webhooks that we made, beside those that their messages already show to be ours. */
	readonly ownWebhookIds: ReadonlySet<Snowflake>;
	/** Webhooks through which the bot speaks as a person: webhook id → that person. */
	readonly impersonationWebhooks: ReadonlyMap<Snowflake, Snowflake>;
	/** Messages that a proxy bot posted for a person: message id → that person. */
	readonly proxiedUserByMessageId: ReadonlyMap<Snowflake, Snowflake>;
	/** The names that people asked to be called by. */
	readonly savedNicknames: ReadonlyMap<Snowflake, string>;
	/** People whose saved nickname must not be used. */
	readonly nicknameBlacklist: ReadonlySet<Snowflake>;
	/** Rows of our own messages that are notices (ruling H20). */
	readonly notices: ReadonlyMap<Snowflake, NoticeRow>;
	/** Active rows of type `block` for the answering persona; ignored in direct messages. */
	readonly blocks: ReadonlyMap<Snowflake, UserBlock>;
	/** People whose privacy level keeps them out of every context. */
	readonly privateUserIds: ReadonlySet<Snowflake>;
	/** Transcripts by message; they outrank what the message itself carries. */
	readonly transcripts: ReadonlyMap<Snowflake, string>;
	readonly reactionBudget: ReactionBudget;
	/** Gives handles to the messages that notes name; null where nobody could resolve them. */
	readonly messageIdMap: MessageHandles | null;
	/** Keeps the server's days apart when messages merge. */
	readonly timeAwareness: boolean;
	/** The server's zone (server → UTC), from `normalizeZone`. */
	readonly zone: string;
	readonly nowMs: number;
	/** The lines that this turn answers, oldest first; they close the list. */
	readonly turnLines: readonly ChatMessage[];
}

/** Why a message is not in the list. */
export type HistoryDropReason =
	| 'before-reset'
	| 'after-trigger'
	| 'private-author'
	| 'notice'
	| 'system-message'
	| 'empty';

/** A message that is not in the list. */
export interface DroppedMessage {
	readonly id: Snowflake;
	readonly reason: HistoryDropReason;
}

/** The list, and what was left out of it. */
export interface SimplifiedHistory {
	readonly entries: readonly SimplifiedMessageForContext[];
	readonly dropped: readonly DroppedMessage[];
	/** The messages since the last reset without those of blocked people, for whoever scans raw messages. */
	readonly visibleRawMessages: readonly ChatMessage[];
	/** What people are called in this list: user id → label, for mentions in the reply. */
	readonly userNames: ReadonlyMap<Snowflake, string>;
	/** What the roles and channels are called that the messages name: id → label. */
	readonly thingNames: Pick<MentionNames, 'roles' | 'channels'>;
}

/** Facts of a place in which nothing is known but who the bot is and which persona answers. */
export function plainHistoryFacts(
	required: Pick<HistoryFacts, 'selfId' | 'persona' | 'turnLines' | 'nowMs'>,
): HistoryFacts {
	return {
		personas: [required.persona],
		personaIdByMessageId: new Map(),
		ownWebhookIds: new Set(),
		impersonationWebhooks: new Map(),
		proxiedUserByMessageId: new Map(),
		savedNicknames: new Map(),
		nicknameBlacklist: new Set(),
		notices: new Map(),
		blocks: new Map(),
		privateUserIds: new Set(),
		transcripts: new Map(),
		reactionBudget: DEFAULT_REACTION_BUDGET,
		messageIdMap: null,
		timeAwareness: true,
		zone: 'UTC',
		...required,
	};
}
