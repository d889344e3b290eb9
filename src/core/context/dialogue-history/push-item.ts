/** The one way to an item of the conversation (seed: `pushDialogueHistoryContextItem`). */
import type { ContextTag, StructuredContextItem } from '#domain/context-item';

/** An item whose tag is `DIALOGUE_HISTORY` unless it says another one. */
export type DialogueItemDraft = Omit<StructuredContextItem, 'tag'> & { readonly tag?: ContextTag };

/** Appends the item to the list that the stage made. An item without words, projection and media is none. */
export function pushDialogueHistoryContextItem(items: StructuredContextItem[], draft: DialogueItemDraft): void {
	const hasMedia = (draft.mediaDescriptors?.length ?? 0) > 0;
	if (draft.text === '' && draft.completionText === undefined && !hasMedia) return;
	const { mediaDescriptors, ...rest } = draft;
	items.push({ tag: 'DIALOGUE_HISTORY', ...rest, ...(hasMedia && mediaDescriptors ? { mediaDescriptors } : {}) });
}
