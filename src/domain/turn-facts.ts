/** Everything a turn reads, read once and then frozen. */
import type { Conditioning } from '#domain/conditioning';
import type { Credential } from '#domain/credential';
import type { PersonaId, Snowflake, UserId } from '#domain/ids';
import type { LorebookEntry } from '#domain/lorebook';
import type { ModelCapabilities } from '#domain/media-descriptor';
import type { PersonalMemory, PlacedShortTerm, ServerMemory } from '#domain/memory';
import type { ChatMessage } from '#domain/message';
import type { BlockType, PersonFacts } from '#domain/person';
import type { Persona } from '#domain/persona';
import type { EffectiveSettings } from '#domain/settings';
import type { Workspace } from '#domain/workspace';

/** How many of a message's reactions are told, and whose. */
export interface ReactionLimits {
	readonly isEnabled: boolean;
	/** Kinds of reactions for each message. */
	readonly reactionsMax: number;
	/** Names for each kind. */
	readonly usersMax: number;
}

/** Somebody whom a persona muted or blocked. */
export interface IgnoredPerson {
	readonly userDiscordId: Snowflake;
	readonly blockType: BlockType;
	/** Not yet a label; null where nothing tells it. */
	readonly displayName: string | null;
}

/** What is stored about a channel's messages and the people in them; all user ids are Discord's. */
export interface HistoryKnowledge {
	/** Every persona of the workspace. */
	readonly personas: readonly Persona[];
	/** Which persona posted a message of ours. */
	readonly personaIdByMessageId: ReadonlyMap<Snowflake, PersonaId>;
	/** Webhooks through which the bot speaks as a person: webhook id → that person. */
	readonly impersonationWebhooks: ReadonlyMap<Snowflake, Snowflake>;
	/** Messages that a proxy bot posted for a person: message id → that person. */
	readonly proxiedUserByMessageId: ReadonlyMap<Snowflake, Snowflake>;
	/** The names that people asked to be called by. */
	readonly savedNicknames: ReadonlyMap<Snowflake, string>;
	/** People whose saved nickname must not be used here. */
	readonly nicknameBlacklist: ReadonlySet<Snowflake>;
	/** Rows of our own messages that are notices (ruling H20). */
	readonly notices: ReadonlyMap<
		Snowflake,
		{ readonly kind: string; readonly payload: Readonly<Record<string, unknown>> }
	>;
	/** Active blocks of kind `block` by the answering persona; null is for good. */
	readonly blocks: ReadonlyMap<Snowflake, { readonly expiresAtMs: number | null }>;
	/** Everybody whom the answering persona takes no notice of, muted or blocked, with the name they go by. */
	readonly ignored: readonly IgnoredPerson[];
	/** People who stay out of every context. */
	readonly privateUserIds: ReadonlySet<Snowflake>;
	readonly reactionBudget: ReactionLimits;
}

/** What is stored for the persona to know, not yet selected; `core/memory` and `core/lore` decide what comes up. */
export interface Knowledge {
	/** Of the workspace. */
	readonly serverMemories: readonly ServerMemory[];
	/** Of the people in the conversation. */
	readonly personalMemories: readonly PersonalMemory[];
	/** Of the people in the conversation; those about whom nothing is stored may be missing. */
	readonly people: readonly PersonFacts[];
	/** Whether the workspace wants personal memories at all. */
	readonly personalizationEnabled: boolean;
	/** Names (without `#`) and ids that the channel goes by: its own and, in a thread, its parent's. */
	readonly channelNames: readonly string[];
	/** Of the last hours, here and in channels that everybody may read, the newest first; null depth is inline. */
	readonly shortTerm: { readonly records: readonly PlacedShortTerm[]; readonly depth: number | null };
	/** What the persona was rewarded and scolded for; null where that is not to shape its prompt. */
	readonly conditioning: Conditioning | null;
	/** Of the workspace. */
	readonly lore: readonly LorebookEntry[];
	/** `LORE_ACTIVATION_CHAR_BUDGET`, in UTF-16 units. */
	readonly loreCharactersMax: number;
}

/** Nothing is known. */
export const EMPTY_KNOWLEDGE: Knowledge = {
	serverMemories: [],
	personalMemories: [],
	people: [],
	personalizationEnabled: true,
	channelNames: [],
	shortTerm: { records: [], depth: null },
	conditioning: null,
	lore: [],
	loreCharactersMax: 8_000,
};

/** The facts of one turn; every stage is a function of them. */
export interface TurnFacts {
	readonly workspace: Workspace;
	readonly persona: Persona;
	readonly userId: UserId;
	readonly settings: EffectiveSettings;
	readonly credential: Credential;
	/** Oldest first, the turn's lines included. */
	readonly messages: readonly ChatMessage[];
	readonly history: HistoryKnowledge;
	readonly knowledge: Knowledge;
	readonly triggerId: Snowflake;
	readonly selfId: Snowflake;
	readonly nowMs: number;
	readonly room: RoomFacts;
	/** Entries of the history whose media may be shown, as memory allows; `MEDIA_IMAGE_MESSAGE_LIMIT` beside it. */
	readonly mediaWindowEntries: number;
	readonly imageMessagesMax: number;
	/** The note for a person who was away, without brackets (seed: `resolveReunionNote`). */
	readonly reunionNote: string | null;
	/** `TIME_AWARENESS_NOTE_DEPTH`. */
	readonly reunionNoteDepth: number;
	/** Of the model that this attempt asks. */
	readonly capabilities: ModelCapabilities;
	/** The key of the endpoint that looks at pictures for this attempt's model; absent where there is none. */
	readonly vision?: Credential;
}

/** Where a conversation happens, as Discord tells it. */
export interface RoomFacts {
	readonly kind: 'guild' | 'direct';
	/** The guild's name; in direct messages the other person's. */
	readonly name: string;
	readonly description: string | null;
	/** The guild's custom emoji and stickers. */
	readonly emojis: readonly { readonly name: string }[];
	readonly stickers: readonly { readonly name: string; readonly description: string | null }[];
	/** The channel's name and, of a thread, that of the channel above it; empty where Discord tells none. */
	readonly channelNames: readonly string[];
	/** What the roles and channels that stored texts mention are called, by id; not yet labels. */
	readonly names: NamedIds;
}

/** Names by Discord's ids. */
export interface NamedIds {
	readonly roles: ReadonlyMap<Snowflake, string>;
	readonly channels: ReadonlyMap<Snowflake, string>;
}
