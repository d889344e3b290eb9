/** Tells chat models what was forwarded, and hands on the forwarded media (seed: forwards and nested forwards). */
import { convertMentions } from '#core/text/mentions';
import { quoteInNote } from '#core/text/system-note';
import type { Addition, HistoryBuild, MessageReading } from './annotation.ts';
import { listOf, partsOf } from './body-parts.ts';
import { forwardSource, isSeen, UNSEEN_FORWARD } from './forward-source.ts';
import { mediaOf, NO_MEDIA } from './message-media.ts';

/**
 * A note with the forwarded words, whose writer Discord does not tell. The media are the wrapper's, since only the wrapper can
 * be fetched from this channel. Contents that cannot be seen are said to be so, and no media is handed on.
 */
export function buildForwardContext(reading: MessageReading, build: HistoryBuild): Addition | null {
	const { message, author } = reading;
	const { forward } = message;
	if (forward === null) return null;
	const deed = `${author.label} forwarded a message by an unknown author from ${forwardSource(forward, message)}`;
	const isOpen = isSeen(forward);
	const told = isOpen ? contentsOf(partsOf(forward.body, reading.transcript)) : ` that ${UNSEEN_FORWARD}.`;
	return {
		notes: [{ text: convertMentions(`${deed}${told}`, build.naming), place: 'after' }],
		media: isOpen ? mediaOf(forward.body, message.id) : NO_MEDIA,
		source: isOpen ? 'forwarded' : null,
	};
}

function contentsOf({ words, things }: ReturnType<typeof partsOf>): string {
	const said = words === '' ? '' : ` saying: ${quoteInNote(words)}`;
	return `${said}${things.length === 0 ? '' : ` (with ${listOf(things)})`}`;
}
