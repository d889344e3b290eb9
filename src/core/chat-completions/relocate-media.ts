/** Strict servers take pictures from the user's side alone, so what the persona showed moves there. */
import { quoteInNote, renderSystemNote } from '#core/text/system-note';
import type { ChatItem } from './chat-item.ts';

/**
 * Media of a model-role item stand in an item of the user's side before it, which says whose they are: by the item's
 * hidden sender, never by a label in its words. The new item goes and stays with the message it belongs to.
 */
export function relocateMedia(items: readonly ChatItem[]): readonly ChatItem[] {
	return items.flatMap((item): readonly ChatItem[] => {
		const { media, ...rest } = item;
		if (item.role !== 'model' || media === undefined) return [item];
		const { tag, identity, messageId } = item;
		const owned = messageId === undefined ? {} : { messageId };
		const moved = { role: 'user', tag, identity: `${identity}:shown`, ...owned, media, text: noteOn(item) } as const;
		return rest.text === '' ? [moved] : [moved, rest];
	});
}

function noteOn({ media = [], sender, text }: ChatItem): string {
	const kinds = new Set(media.map(({ type }) => type));
	const noun = kinds.size > 1 ? 'media file' : [...kinds].join('');
	const subject = media.length === 1 ? `The ${noun} above was` : `The ${media.length} ${noun}s above were`;
	const name = sender === undefined ? '' : quoteInNote(sender.name);
	const by = name === '' ? '' : ` by ${name}`;
	return renderSystemNote(`${subject} sent${by}${text === '' ? '' : ' with the next message'}`);
}
