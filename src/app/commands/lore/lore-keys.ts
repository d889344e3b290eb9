/** Reads the keys of a lorebook entry as people write them. */

/** `/pattern/flags`, alone on its line or between commas. */
const PATTERN = /^\/.+\/[a-z]*$/;

/** One key a line or between commas; a line that is a pattern is one key, commas included. */
export function readLoreKeys(text: string): readonly string[] {
	const keys = text
		.split('\n')
		.map((line) => line.trim())
		.flatMap((line) => (PATTERN.test(line) ? [line] : line.split(/[,、，]/)))
		.map((key) => key.trim())
		.filter((key) => key !== '');
	return [...new Set(keys)];
}
