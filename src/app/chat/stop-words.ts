/** Words that end a reply while it is written. */

/** In the languages that the bot speaks. */
const STOP_WORDS: ReadonlySet<string> = new Set(['stop', 'ストップ', 'やめて', '止めて', 'pare', 'para', 'parar']);

/** Whether a line is nothing but a stop word, with or without a mention of the bot and marks around it. */
export function isStopWord(content: string): boolean {
	const words = content.replace(/<@!?\d{1,20}>/g, '').replace(/[\p{P}\p{S}\s]+/gu, ' ');
	return STOP_WORDS.has(words.trim().toLowerCase());
}
