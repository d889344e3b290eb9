/** Shows foreign text inside a notice exactly as it is written. */

/** Characters that can begin formatting, links, mentions or emoji names in Discord's Markdown. */
const inlineMarks = /[\\`*_~|<>[\]():]/g;
/** Marks of headings, small print, lists and numbered lists count at the beginning of a line only. */
const lineMarks = /^([ \t]*)([#+-]|\d+(?=\.))/gm;

/** Puts a backslash before everything that Discord would format. The text grows to at most twice its length. */
export function escapeMarkdown(text: string): string {
	return text
		.replace(inlineMarks, String.raw`\$&`)
		.replace(lineMarks, (_, space: string, mark: string) =>
			/\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
		);
}
