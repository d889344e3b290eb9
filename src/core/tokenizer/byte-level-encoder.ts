/** Encodes text for GLM and Llama 3: words by their split pattern, each a whole token or merged from its bytes. */
import { PreTokenizer } from './pre-tokenizer.ts';
import { SegmentEncoder } from './segment-encoder.ts';
import type { ByteLevelTable } from './tokenizer-table.ts';

/** One encoder with its own bounded cache over the shared table. No start token is added. */
export class ByteLevelEncoder extends SegmentEncoder<ByteLevelTable> {
	readonly #words = new PreTokenizer();

	protected override encodeSegment(text: string, start: number, end: number): void {
		const word = this.word;
		for (let from = start; from < end; ) {
			const to = this.#words.wordEnd(text, from, end);
			word.read(text, from, to);
			const whole = this.table.index.find(word.bytes, word.length, word.hash);
			if (whole >= 0) this.tokens.push(whole);
			else if (!this.cache.append(word, this.tokens)) this.#encodeWord();
			from = to;
		}
	}

	#encodeWord(): void {
		const { bytes, length } = this.word;
		const { byteIds } = this.table;
		const pieces = this.merger.room(length);
		for (let index = 0; index < length; index += 1) pieces[index] = byteIds[bytes[index] as number] as number;
		const kept = this.merger.merge(pieces, length);
		const from = this.tokens.length;
		for (let index = 0; index < kept; index += 1) this.tokens.push(pieces[index] as number);
		this.cache.store(this.word, this.tokens, from);
	}
}
