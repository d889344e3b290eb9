/** An entry of a lorebook, with the fields that character cards and world-info files know (ruling L1). */
import type { LineageId, ServerId } from '#domain/ids';
import type { Brand } from '#lib/brand';

/** Our row of a lorebook entry. */
export type LorebookEntryId = Brand<number, 'LorebookEntryId'>;

/**
 * How secondary keys decide once a primary key occurs: any or all of them have to occur, or one or all of them must be
 * missing (`not-any`: none occurs; `not-all`: at least one is missing).
 */
export type SecondaryLogic = 'and-any' | 'and-all' | 'not-any' | 'not-all';

/** Before or after the other entries of its kind. */
export type LorePosition = 'before' | 'after';

/** An entry before it has a row. */
export interface LorebookDraft {
	/** For people only; no prompt shows it. */
	readonly title: string;
	readonly content: string;
	/** Words, phrases, or patterns written as `/pattern/flags`. */
	readonly keys: readonly string[];
	/** With no secondary key the logic does not matter. */
	readonly secondaryKeys: readonly string[];
	readonly secondaryLogic: SecondaryLogic;
	/** Always On: needs no key. */
	readonly isConstant: boolean;
	readonly isEnabled: boolean;
	/** Lower stands first. */
	readonly insertionOrder: number;
	readonly position: LorePosition;
	readonly isCaseSensitive: boolean;
	readonly matchesWholeWords: boolean;
	/** How many entries of the conversation are searched; null takes `LORE_LIMITS.scanDepthDefault`. */
	readonly scanDepth: number | null;
	/** Every key is a pattern, with or without slashes. */
	readonly usesPatterns: boolean;
}

/** A stored entry. */
export interface LorebookEntry extends LorebookDraft {
	readonly id: LorebookEntryId;
	readonly serverId: ServerId;
	/** Only personas of this lineage know it; null is for all of the server's. */
	readonly lineageId: LineageId | null;
	/** Milliseconds since 1970. */
	readonly createdAtMs: number;
	readonly updatedAtMs: number;
}

/** An entry that came up in a turn: Always On, or activated by its keys. */
export interface ActiveLore {
	readonly entry: LorebookEntry;
	readonly activation: 'always' | 'activated';
}

/** What an entry is when nobody says otherwise. */
export const LOREBOOK_DEFAULTS: Omit<LorebookDraft, 'title' | 'content' | 'keys'> = {
	secondaryKeys: [],
	secondaryLogic: 'and-any',
	isConstant: false,
	isEnabled: true,
	insertionOrder: 100,
	position: 'before',
	isCaseSensitive: false,
	matchesWholeWords: true,
	scanDepth: null,
	usesPatterns: false,
};

/** How large a lorebook may be: characters are UTF-16 units. */
export const LORE_LIMITS = {
	entriesMax: 500,
	titleCharactersMax: 100,
	contentCharactersMax: 8_000,
	keysMax: 50,
	keyCharactersMax: 200,
	scanDepthDefault: 10,
	scanDepthMax: 100,
} as const;
