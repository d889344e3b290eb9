/** A piece of a prompt as a text-only chat model reads it. */

import type { ResolvedContextItem } from '#domain/resolved-context';
import { neutraliseMarkers } from './neutralise-markers.ts';

/** An item with its words in one text. */
export interface ChatItem extends Omit<ResolvedContextItem, 'parts'> {
	readonly text: string;
}

/**
 * The item's words, its media left out, with no half of a character and, but for an explicit prefill, which is sent
 * exactly, nothing that could be read as a mark of a chat template.
 */
export function chatItem({ parts, ...item }: ResolvedContextItem): ChatItem {
	const text = parts
		.flatMap((part) => (part.type === 'text' ? [part.text] : []))
		.join('\n')
		.toWellFormed();
	return { ...item, text: item.explicitPrefill === true ? text : neutraliseMarkers(text).trim() };
}
