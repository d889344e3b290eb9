/** The lorebooks of servers and their personas. */
import type { LineageId, ServerId } from '#domain/ids';
import type { LorebookDraft, LorebookEntry, LorebookEntryId } from '#domain/lorebook';
import type { Result } from '#lib/result';

/** Entries of a server; a lineage keeps some for its own personas. */
export interface LorebookStore {
	/** Null for all personas of the server. `countMax` counts every entry of the server. */
	addEntry(
		owner: { readonly serverId: ServerId; readonly lineageId: LineageId | null },
		draft: LorebookDraft,
		countMax: number,
	): Promise<Result<LorebookEntry, 'too-many'>>;
	/** The same for several, all or none, in the order given. */
	addEntries(
		owner: { readonly serverId: ServerId; readonly lineageId: LineageId | null },
		drafts: readonly LorebookDraft[],
		countMax: number,
	): Promise<Result<readonly LorebookEntry[], 'too-many'>>;
	/** Null when the entry is gone. */
	changeEntry(serverId: ServerId, id: LorebookEntryId, draft: LorebookDraft): Promise<LorebookEntry | null>;
	/** False when it was gone already. */
	removeEntry(serverId: ServerId, id: LorebookEntryId): Promise<boolean>;
	/** The server's entries and the lineage's own, by insertion order and then age; disabled ones too. */
	listEntries(serverId: ServerId, lineageId: LineageId): Promise<readonly LorebookEntry[]>;
}
