/** Which two characters stand side by side in some piece: between any others a text can be cut without changing its tokens. */

/** Bits of the filter; with some 60,000 pairs about one cut in forty is missed, which costs time and no exactness. */
const filterBits = 2 ** 21;

/** A one-hash Bloom filter: `has` may say yes for a pair that was never added, never no for one that was. */
export class NeighbourSet {
	readonly #words = new Int32Array(filterBits / 32);

	/** Adds all neighbours in the UTF-8 bytes from `start` to `end`; returns the code point when there is just one, else -1. */
	addPiece(bytes: Uint8Array, start: number, end: number): number {
		let previous = -1;
		let count = 0;
		for (let at = start; at < end; ) {
			const lead = bytes[at] as number;
			const width = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
			let codePoint = width === 1 ? lead : lead & (0x7f >> width);
			for (let index = 1; index < width; index += 1)
				codePoint = (codePoint << 6) | ((bytes[at + index] as number) & 0x3f);
			if (previous >= 0) this.#add(previous, codePoint);
			previous = codePoint;
			count += 1;
			at += width;
		}
		return count === 1 ? previous : -1;
	}

	/** Whether some piece may hold `left` followed by `right`, both code points. */
	has(left: number, right: number): boolean {
		const bit = pairBit(left, right);
		return ((this.#words[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
	}

	#add(left: number, right: number): void {
		const bit = pairBit(left, right);
		this.#words[bit >>> 5] = (this.#words[bit >>> 5] as number) | (1 << (bit & 31));
	}
}

function pairBit(left: number, right: number): number {
	const mixed = Math.imul(Math.imul(left, 0x9e3779b1) ^ (right + 0x7f4a7c15), 0x85ebca6b);
	return (mixed ^ (mixed >>> 15)) & (filterBits - 1);
}
