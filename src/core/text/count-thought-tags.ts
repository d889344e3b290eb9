/** Counts the tags that enclose a model's thoughts, as they stand in a text. */

/** No namespace is longer than this. */
const thoughtTag = /<\/?(?:[a-z][\w-]{0,30}:)?(?:think|thinking|details) *>/gi;

/** How many there are, opening and closing, quoted as code or not. Linear in the text. */
export function countThoughtTags(text: string): number {
	return text.includes('<') ? (text.match(thoughtTag)?.length ?? 0) : 0;
}
