/** The mark that our own notices carry in their embed's footer (ruling H20). */
import { objectOf, objectsOf, type RawObject, textOf } from './raw-fields.ts';

const FOOTER = /^tomori · ([a-z][a-z0-9_-]{0,63})$/;

/** The footer of a notice of this kind. */
export function noticeFooter(kind: string): string {
	return `tomori · ${kind}`;
}

/** The kind that a message's embeds name, or null. The caller makes sure that the message is our own application's. */
export function noticeKindOf(raw: RawObject): string | null {
	for (const embed of objectsOf(raw['embeds'])) {
		const kind = FOOTER.exec(textOf(objectOf(embed['footer'])?.['text']) ?? '')?.[1];
		if (kind) return kind;
	}
	return null;
}
