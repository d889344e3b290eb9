/** Made-up texts with the word frequencies of real ones, the same on every machine. */
import { tokenBytes } from '#core/tokenizer/compact-table';
import type { TokenizerTable } from '#core/tokenizer/tokenizer-table';

/** What the words of a text look like and what may follow them. */
interface TextStyle {
	readonly words: RegExp;
	readonly ends: readonly string[];
	readonly wordsPerSentence: number;
}

const styles = {
	english: { words: /^ [a-z]{1,14}$/, ends: ['.', '.', ',', '?', '.\n\n', ', "'], wordsPerSentence: 9 },
	japanese: {
		words: /^[\p{Script=Hiragana}\p{Script=Han}ー]{1,6}$/u,
		ends: ['。', '、', '。\n', '「', '」', '!'],
		wordsPerSentence: 7,
	},
} satisfies Record<string, TextStyle>;

/** The texts there are. */
export type BenchLanguage = keyof typeof styles;

/** `words` words of the language, drawn from Kayra's pieces (which stand in order of frequency) by Zipf's law. */
export function benchText(kayra: TokenizerTable, language: BenchLanguage, words: number): string {
	const style = styles[language];
	const decoder = new TextDecoder();
	const pool: string[] = [];
	for (let id = 331; id < kayra.index.table.size; id += 1) {
		const piece = decoder.decode(tokenBytes(kayra.index.table, id));
		if (style.words.test(piece)) pool.push(piece);
	}
	const random = seededRandom();
	let text = '';
	for (let count = 0; count < words; count += 1) {
		const rank = Math.floor(Math.exp(random() * Math.log(pool.length)));
		text += pool[rank - 1] ?? '';
		if (random() * style.wordsPerSentence < 1) text += style.ends[Math.floor(random() * style.ends.length)] ?? '';
	}
	return text;
}

function seededRandom(): () => number {
	let state = 20_261_130;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
		return (state >>> 0) / 2 ** 32;
	};
}
