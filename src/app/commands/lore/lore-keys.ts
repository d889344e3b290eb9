/** Reads the keys of a lorebook entry as people write them, and writes them so. */

/** `/pattern/flags`, alone on its line or between commas. */
const PATTERN = /^\/.+\/[a-z]*$/;
const BETWEEN = /[,、，]/;

/** One key a line or between commas; a line that is a pattern is one key, commas included. */
export function readLoreKeys(text: string): readonly string[] {
	const keys = text
		.split('\n')
		.map((line) => line.trim())
		.flatMap((line) => (PATTERN.test(line) ? [line] : line.split(BETWEEN)))
		.map((key) => key.trim())
		.filter((key) => key !== '');
	return [...new Set(keys)];
}

/** One key a line. */
export function writeLoreKeys(keys: readonly string[]): string {
	return keys.join('\n');
}
