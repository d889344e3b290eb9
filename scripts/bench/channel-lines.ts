/** What people said before the bench asks: the same lines on every machine. */
import { availableTable } from './available-table.ts';
import { benchText } from './bench-text.ts';

const wordsPerLine = 18;
const plainLine = 'We walked along the river for an hour and nobody could say which bridge was the older one.';

/** So many lines of about 100 characters; made-up English where Kayra's vocabulary is, else one sentence over and over. */
export async function channelLines(lines: number): Promise<readonly string[]> {
	const kayra = await availableTable('nerdstash_v2');
	const words = kayra === undefined ? [] : benchText(kayra, 'english', lines * wordsPerLine).split(/\s+/);
	return Array.from({ length: lines }, (_, line) => {
		const text = words
			.slice(line * wordsPerLine, (line + 1) * wordsPerLine)
			.join(' ')
			.replace(/^\W+/, '');
		return text === '' ? plainLine : text;
	});
}
