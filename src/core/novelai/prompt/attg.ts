/** The story header: author, title, tags, genre, and stars. */

import { neutraliseInline } from '#core/text/neutralise';
import type { AttgFields } from '#domain/persona';
import type { StarsPolicy } from '../profiles/profile.ts';

/** The stars that the header shows, 1 to 5, or null for none. */
function starsOf(fields: AttgFields, policy: StarsPolicy): number | null {
	switch (policy.kind) {
		case 'never':
			return null;
		case 'when-set':
			return fields.stars;
		case 'always':
			return fields.stars ?? policy.stars;
	}
}

/** A value without square brackets, which would close the header and could open stars of their own. */
function headerValue(value: string, specialStrings: readonly string[]): string {
	return neutraliseInline(value.replaceAll('[', '(').replaceAll(']', ')'), specialStrings);
}

/**
 * The header on one line, such as `[ Author: a; Tags: t ][ S: 4 ]`. Empty fields are left out; null when nothing is
 * left to show.
 */
export function attgLine(fields: AttgFields, policy: StarsPolicy, specialStrings: readonly string[]): string | null {
	const filled = [
		['Author', fields.author],
		['Title', fields.title],
		['Tags', fields.tags],
		['Genre', fields.genre],
	]
		.map(([name = '', value = '']) => ({ name, value: headerValue(value, specialStrings) }))
		.filter(({ value }) => value !== '')
		.map(({ name, value }) => `${name}: ${value}`);
	const header = filled.length > 0 ? `[ ${filled.join('; ')} ]` : '';
	const stars = starsOf(fields, policy);
	const line = stars === null ? header : `${header}[ S: ${stars} ]`;
	return line === '' ? null : line;
}
