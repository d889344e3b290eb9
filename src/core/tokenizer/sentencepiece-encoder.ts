/** Encodes text for Kayra: user-defined symbols first, then byte pair encoding of characters, bytes for the unknown ones. */
import { SegmentEncoder } from './segment-encoder.ts';
import type { SentencePieceTable } from './tokenizer-table.ts';

/**
 * One encoder with its own bounded cache over the shared table. Text is taken as it is: no normalisation, no added
 * prefix, all white space kept. Words are cut where no piece spans the two characters, which changes no token.
 */
export class SentencePieceEncoder extends SegmentEncoder<SentencePieceTable> {
	protected override encodeSegment(text: string, start: number, end: number): void {
		const { neighbours } = this.table;
		let wordStart = start;
		let previous = -1;
		for (let index = start; index < end; ) {
			const codePoint = text.codePointAt(index) as number;
			if (previous >= 0 && !neighbours.has(previous, codePoint)) {
				this.#encodeWord(text, wordStart, index);
				wordStart = index;
			}
			previous = codePoint;
			index += codePoint > 0xffff ? 2 : 1;
		}
		if (wordStart < end) this.#encodeWord(text, wordStart, end);
	}

	#encodeWord(text: string, start: number, end: number): void {
		this.word.read(text, start, end);
		if (this.cache.append(this.word, this.tokens)) return;
		const { characterIds } = this.table;
		const pieces = this.merger.room(end - start);
		let count = 0;
		for (let index = start; index < end; count += 1) {
			const codePoint = text.codePointAt(index) as number;
			pieces[count] = characterIds.get(codePoint) ?? -1 - codePoint;
			index += codePoint > 0xffff ? 2 : 1;
		}
		const kept = this.merger.merge(pieces, count);
		const from = this.tokens.length;
		for (let index = 0; index < kept; index += 1) {
			const piece = pieces[index] as number;
			if (piece >= 0) this.tokens.push(piece);
			else this.#pushBytes(-1 - piece);
		}
		this.cache.store(this.word, this.tokens, from);
	}

	#pushBytes(codePoint: number): void {
		for (const byte of new TextEncoder().encode(String.fromCodePoint(codePoint))) {
			this.tokens.push(this.table.firstByteId + byte);
		}
	}
}
