/** Long texts in the fields of a form, which each hold a part. */

/** How many parts there may be, and UTF-16 units of each. */
export interface PageLimits {
	readonly charactersMax: number;
	readonly pagesMax: number;
}

/** The text in parts, cut at line breaks where there are any, else at spaces; null when it does not fit. */
export function splitPages(text: string, { charactersMax, pagesMax }: PageLimits): readonly string[] | null {
	const pages: string[] = [];
	for (let rest = text; rest !== ''; ) {
		if (pages.length === pagesMax) return null;
		const end = rest.length <= charactersMax ? rest.length : cutBefore(rest, charactersMax);
		pages.push(rest.slice(0, end));
		// The break itself comes back between two parts.
		rest = rest.slice(end).replace(/^[\n ]/, '');
	}
	return pages;
}

/** The parts as one text, blank ones left out. */
export function joinPages(pages: readonly string[]): string {
	return pages
		.filter((page) => page.trim() !== '')
		.join('\n')
		.trim();
}

function cutBefore(text: string, charactersMax: number): number {
	const head = text.slice(0, charactersMax + 1);
	const at = Math.max(head.lastIndexOf('\n'), 0) || Math.max(head.lastIndexOf(' '), 0);
	if (at > 0) return at;
	const isPair = /[\uD800-\uDBFF]/.test(text[charactersMax - 1] ?? '');
	return isPair ? charactersMax - 1 : charactersMax;
}
