/** The UTF-8 bytes and the hash of one word, written again and again into the same memory. */
import { extendHash } from './piece-index.ts';

const initialCapacity = 1_024;
const keptCapacityMax = 65_536;

/** Holds one word at a time; satisfies what the word cache asks of a word. */
export class WordBytes {
	bytes = new Uint8Array(initialCapacity);
	length = 0;
	hash = 0;

	/** Takes the UTF-16 units of `text` from `start` to `end`, which must be well formed. */
	read(text: string, start: number, end: number): void {
		this.#reserve((end - start) * 3);
		const bytes = this.bytes;
		let length = 0;
		let hash = 0;
		for (let index = start; index < end; index += 1) {
			const unit = text.charCodeAt(index);
			const first = length;
			if (unit < 0x80) {
				bytes[length++] = unit;
			} else if (unit < 0x800) {
				bytes[length++] = 0xc0 | (unit >>> 6);
				bytes[length++] = 0x80 | (unit & 0x3f);
			} else if (unit < 0xd800 || unit > 0xdbff) {
				bytes[length++] = 0xe0 | (unit >>> 12);
				bytes[length++] = 0x80 | ((unit >>> 6) & 0x3f);
				bytes[length++] = 0x80 | (unit & 0x3f);
			} else {
				index += 1;
				const codePoint = 0x10000 + ((unit & 0x3ff) << 10) + (text.charCodeAt(index) & 0x3ff);
				bytes[length++] = 0xf0 | (codePoint >>> 18);
				bytes[length++] = 0x80 | ((codePoint >>> 12) & 0x3f);
				bytes[length++] = 0x80 | ((codePoint >>> 6) & 0x3f);
				bytes[length++] = 0x80 | (codePoint & 0x3f);
			}
			for (let at = first; at < length; at += 1) hash = extendHash(hash, bytes[at] as number);
		}
		this.length = length;
		this.hash = hash;
	}

	#reserve(bytes: number): void {
		if (this.bytes.length < bytes) this.bytes = new Uint8Array(bytes);
		else if (this.bytes.length > keptCapacityMax && bytes < initialCapacity)
			this.bytes = new Uint8Array(initialCapacity);
	}
}
