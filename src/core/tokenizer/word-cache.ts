/** Remembers the tokens of words that had to be merged, within fixed memory, keyed by the words' bytes. */
import type { TokenBuffer } from './token-buffer.ts';

/** Words kept at once; the cache starts anew when this or either arena is full. */
const entriesMax = 8_192;
const slotsMask = entriesMax * 2 - 1;
const keyBytesMax = 256 * 1_024;
const valueTokensMax = 64 * 1_024;

/** Longest word worth keeping, in bytes. */
const wordBytesMax = 255;

/** A cache of about 700 KB at most; a word is found by hash and then by its bytes, so a hit is never a guess. */
export class WordCache {
	readonly #slots = new Uint16Array(slotsMask + 1);
	readonly #hashes = new Int32Array(entriesMax);
	readonly #keyStarts = new Uint32Array(entriesMax + 1);
	readonly #valueStarts = new Uint32Array(entriesMax + 1);
	readonly #keys = new Uint8Array(keyBytesMax);
	readonly #values = new Int32Array(valueTokensMax);
	#size = 0;

	/** Appends the tokens of the word in the first `length` of `bytes` to `target`; false when they are not known. */
	append(word: CachedWord, target: TokenBuffer): boolean {
		if (word.length > wordBytesMax) return false;
		let slot = word.hash & slotsMask;
		for (;;) {
			const entry = (this.#slots[slot] as number) - 1;
			if (entry < 0) return false;
			if (this.#hashes[entry] === word.hash && this.#isKey(entry, word)) {
				const end = this.#valueStarts[entry + 1] as number;
				for (let at = this.#valueStarts[entry] as number; at < end; at += 1) target.push(this.#values[at] as number);
				return true;
			}
			slot = (slot + 1) & slotsMask;
		}
	}

	/** Keeps the tokens of `target` from `from` on as those of the word. */
	store(word: CachedWord, target: TokenBuffer, from: number): void {
		if (word.length > wordBytesMax) return;
		const tokens = target.length - from;
		let keyStart = this.#keyStarts[this.#size] as number;
		let valueStart = this.#valueStarts[this.#size] as number;
		const full = keyStart + word.length > keyBytesMax || valueStart + tokens > valueTokensMax;
		if (full || this.#size === entriesMax) {
			this.#slots.fill(0);
			this.#size = 0;
			keyStart = 0;
			valueStart = 0;
		}
		const entry = this.#size;
		for (let index = 0; index < word.length; index += 1) this.#keys[keyStart + index] = word.bytes[index] as number;
		for (let index = 0; index < tokens; index += 1) this.#values[valueStart + index] = target.at(from + index);
		this.#hashes[entry] = word.hash;
		this.#keyStarts[entry + 1] = keyStart + word.length;
		this.#valueStarts[entry + 1] = valueStart + tokens;
		this.#size += 1;
		let slot = word.hash & slotsMask;
		while (this.#slots[slot] !== 0) slot = (slot + 1) & slotsMask;
		this.#slots[slot] = entry + 1;
	}

	#isKey(entry: number, word: CachedWord): boolean {
		const start = this.#keyStarts[entry] as number;
		if ((this.#keyStarts[entry + 1] as number) - start !== word.length) return false;
		for (let index = 0; index < word.length; index += 1) {
			if (this.#keys[start + index] !== word.bytes[index]) return false;
		}
		return true;
	}
}

/** A word as an encoder holds it: the first `length` of `bytes`, and their hash. */
export interface CachedWord {
	readonly bytes: Uint8Array;
	readonly length: number;
	readonly hash: number;
}
