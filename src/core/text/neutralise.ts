/** Keeps admitted text from being read as the prompt's own structure (rulings N4 and H14). */

const LINE_BREAK = /(\r\n|[\n\v\f\r\u0085\u2028\u2029])/u;
const SEPARATOR_LINE = /^\s*(?:\*\*\*|----?|======|⁂)\s*$/u;
/** A story header may begin with any of its fields, since those that are not filled are left out. */
const HEADER_LINE = /^\s*\[ (?:Author|Title|Tags|Genre|S|Style|Knowledge):/u;
const LABEL_LINE = /^.{1,80}?[:：]/u;
const WHITE_SPACE = /\s/u;
const LABEL_INDENT = '  ';

/** Applies `change` to every line and leaves the breaks as they are. */
function mapLines(text: string, change: (line: string, index: number) => string): string {
	// A split by a captured break alternates lines (even places) and breaks (odd places).
	return text
		.split(LINE_BREAK)
		.map((part, place) => (place % 2 === 0 ? change(part, place / 2) : part))
		.join('');
}

/** Puts a space after the first visible character. */
function spaceAfterFirst(line: string): string {
	return line.replace(/\S/u, '$& ');
}

/** The text in which no special string occurs: each gets a space after its first character. */
export function neutraliseSpecials(text: string, specialStrings: readonly string[]): string {
	let result = text;
	for (const special of specialStrings) {
		// Taking a special string apart costs more than looking for it, and nearly no text holds one.
		if (!result.includes(special)) continue;
		const [first = '', ...rest] = special;
		// A space inside a special string would make the loop below endless; no tokenizer in use has one.
		if (rest.length === 0 || WHITE_SPACE.test(special)) continue;
		const broken = `${first} ${rest.join('')}`;
		// An occurrence that overlaps a broken one is only seen in the next round. A new occurrence cannot come up,
		// since everything that is put in is a space.
		while (result.includes(special)) result = result.replaceAll(special, () => broken);
	}
	return result;
}

/** The text in which no line is a separator and none begins a story header. */
export function neutraliseLines(text: string): string {
	return mapLines(text, (line) => (SEPARATOR_LINE.test(line) || HEADER_LINE.test(line) ? spaceAfterFirst(line) : line));
}

/** The text in which no line from `fromLine` on could be read as a speaker's label. */
export function indentLabels(text: string, fromLine: number): string {
	return mapLines(text, (line, index) =>
		index >= fromLine && LABEL_LINE.test(line) && !line.startsWith(LABEL_INDENT) ? `${LABEL_INDENT}${line}` : line,
	);
}

/** The persona's label at the prompt's end, behind which the reply begins; a name may look like a header there too. */
export function cueOf(personaLabel: string): string {
	return neutraliseLines(`${personaLabel}:`);
}

/** A name or header value on one line, without special strings. */
export function neutraliseInline(text: string, specialStrings: readonly string[]): string {
	const flat = text.replaceAll(/[\s\u0085]+/gu, ' ').trim();
	return neutraliseSpecials(flat, specialStrings);
}
