/** A piece of a prompt as a chat model reads it. */

import type { MediaPart, ResolvedContextItem } from '#domain/resolved-context';
import { neutraliseMarkers } from './neutralise-markers.ts';

/** An item with its words in one text. */
export interface ChatItem extends Omit<ResolvedContextItem, 'parts'> {
	readonly text: string;
	/** What stands before the words; absent where nothing is shown. */
	readonly media?: readonly MediaPart[];
}

/**
 * The item's words, with no half of a character and, but for an explicit prefill, which is sent exactly, nothing that
 * could be read as a mark of a chat template; and what it shows, as far as there are bytes of it or a video's own address.
 */
export function chatItem({ parts, ...item }: ResolvedContextItem): ChatItem {
	const text = parts
		.flatMap((part) => (part.type === 'text' ? [part.text] : []))
		.join('\n')
		.toWellFormed();
	const media = parts.filter((part) => part.type !== 'text').filter(isSendable);
	const shown = media.length === 0 ? {} : { media };
	return { ...item, text: item.explicitPrefill === true ? text : neutraliseMarkers(text).trim(), ...shown };
}

/** Endpoints are not sent to addresses that somebody posted, those of YouTube apart. */
function isSendable({ data, mimeType }: MediaPart): boolean {
	return data !== undefined || mimeType === 'video/youtube';
}

/** Whether nothing is left of an item. */
export function isEmptyItem({ text, media = [] }: ChatItem): boolean {
	return text === '' && media.length === 0;
}
