/** Reads what is being typed: the mention under the caret, and names turned into Discord's marks on sending. */

/** Somebody or something that a line can name. */
export interface Nameable {
	readonly id: string;
	readonly name: string;
}

/** A name being typed. */
export interface TypedName {
	readonly sign: '@' | '#';
	readonly query: string;
	/** Where the sign stands. */
	readonly start: number;
}

/** The name that ends at the caret; null when none is being typed. */
export function typedNameAt(text: string, caret: number): TypedName | null {
	const match = /(?:^|\s)([@#])([^\s@#]{0,40})$/u.exec(text.slice(0, caret));
	if (match === null) return null;
	const [, sign, query = ''] = match;
	return { sign: sign === '#' ? '#' : '@', query, start: caret - query.length - 1 };
}

/** The candidates whose name holds the query, those that begin with it first. */
export function matchingNames<Candidate extends Nameable>(
	candidates: readonly Candidate[],
	query: string,
): Candidate[] {
	const wanted = query.toLowerCase();
	const begins = candidates.filter(({ name }) => name.toLowerCase().startsWith(wanted));
	return [...begins, ...candidates.filter((one) => !begins.includes(one) && one.name.toLowerCase().includes(wanted))];
}

/** The whole name in place of what was typed, and where the caret then stands. */
export function withName(text: string, typed: TypedName, name: string): { text: string; caret: number } {
	const before = `${text.slice(0, typed.start)}${typed.sign}${name} `;
	const after = text.slice(typed.start + 1 + typed.query.length).replace(/^ /, '');
	return { text: before + after, caret: before.length };
}

function escaped(name: string): string {
	return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function withMarks(text: string, sign: '@' | '#', names: readonly Nameable[]): string {
	if (names.length === 0) return text;
	const longestFirst = [...names].sort((left, right) => right.name.length - left.name.length);
	const pattern = new RegExp(
		`(?<![\\p{L}\\p{N}<])${sign}(${longestFirst.map(({ name }) => escaped(name)).join('|')})(?![\\p{L}\\p{N}_])`,
		'giu',
	);
	return text.replace(pattern, (whole, name: string) => {
		const found = longestFirst.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
		return found === undefined ? whole : `<${sign}${found.id}>`;
	});
}

/** The line as it is sent: `@Name` and `#name` become marks, except inside code. */
export function encodeNames(text: string, people: readonly Nameable[], channels: readonly Nameable[]): string {
	return text
		.split(/(```[\s\S]*?```|`[^`\n]*`)/u)
		.map((part, index) => (index % 2 === 1 ? part : withMarks(withMarks(part, '@', people), '#', channels)))
		.join('');
}
