/** A persona's name as it is stored: on one line, without what nobody can see. */

/** Zero-width spaces, and marks that turn the direction of what follows; joiners of emoji and scripts stay. */
const UNSEEN_MARKS = /[\0\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/**
 * The name on one line, since it stands in lines of prompts, and without unseen marks; nothing else is changed. The
 * result may be blank, which `checkPersona` refuses.
 */
export function cleanPersonaName(name: string): string {
	return name
		.toWellFormed()
		.replace(UNSEEN_MARKS, '')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
}
