/** Finds a piece of a vocabulary by its bytes, or by the two pieces it is made of, without storing pairs. */
import type { CompactTable } from './compact-table.ts';

const hashBase = 0x01000193;
const slotSpread = 0x9e3779b1;

/** Extends a rolling hash by one byte; the hash of nothing is 0. */
export function extendHash(hash: number, byte: number): number {
	return (Math.imul(hash, hashBase) + byte + 1) | 0;
}

/**
 * An open-addressing table over the bytes of pieces. The hash is a polynomial, so the hash of two joined pieces follows
 * from theirs: a merge is one look-up, and loading is one pass over the bytes. Equality is always checked on the bytes.
 * Immutable after construction, therefore shared by every encoder of a family.
 */
export class PieceIndex {
	readonly table: CompactTable;
	/** Byte length of the longest indexed piece. */
	readonly longest: number;
	readonly #hashes: Int32Array;
	/** Pairs of (hash, id + 1); 0 in the second place marks a free slot. */
	readonly #slots: Int32Array;
	readonly #shift: number;
	readonly #mask: number;
	readonly #powers: Int32Array;

	/** Indexes the pieces from `firstId` to the end of `table`. */
	constructor(table: CompactTable, firstId: number) {
		this.table = table;
		const bits = Math.max(2, Math.ceil(Math.log2((table.size - firstId) * 2)));
		this.#shift = 32 - bits;
		this.#mask = 2 ** bits - 1;
		this.#slots = new Int32Array(2 ** bits * 2);
		this.#hashes = new Int32Array(table.size);
		this.longest = this.#fill(firstId);
		this.#powers = new Int32Array(this.longest + 1);
		let power = 1;
		for (let length = 0; length <= this.longest; length += 1) {
			this.#powers[length] = power;
			power = Math.imul(power, hashBase);
		}
	}

	/** The id of the piece equal to `length` bytes of `source` from its beginning, whose hash is `hash`; -1 when none is. */
	find(source: Uint8Array, length: number, hash: number): number {
		if (length > this.longest) return -1;
		const slots = this.#slots;
		let slot = Math.imul(hash, slotSpread) >>> this.#shift;
		for (;;) {
			const id = (slots[slot * 2 + 1] as number) - 1;
			if (id < 0) return -1;
			if (slots[slot * 2] === hash && this.table.lengths[id] === length && this.#equals(id, source, length)) return id;
			slot = (slot + 1) & this.#mask;
		}
	}

	/** The id of the piece made of `left` followed by `right`; -1 when there is none or either is not a piece. */
	merged(left: number, right: number): number {
		if (left < 0 || right < 0) return -1;
		const lengths = this.table.lengths;
		const rightLength = lengths[right] as number;
		const length = (lengths[left] as number) + rightLength;
		if (length > this.longest) return -1;
		const hashes = this.#hashes;
		const hash =
			(Math.imul(hashes[left] as number, this.#powers[rightLength] as number) + (hashes[right] as number)) | 0;
		const slots = this.#slots;
		let slot = Math.imul(hash, slotSpread) >>> this.#shift;
		for (;;) {
			const id = (slots[slot * 2 + 1] as number) - 1;
			if (id < 0) return -1;
			if (slots[slot * 2] === hash && lengths[id] === length && this.#joins(id, left, right)) return id;
			slot = (slot + 1) & this.#mask;
		}
	}

	#equals(id: number, source: Uint8Array, length: number): boolean {
		const bytes = this.table.bytes;
		const start = this.table.starts[id] as number;
		for (let index = 0; index < length; index += 1) if (bytes[start + index] !== source[index]) return false;
		return true;
	}

	#joins(id: number, left: number, right: number): boolean {
		const { bytes, starts, lengths } = this.table;
		const start = starts[id] as number;
		const leftStart = starts[left] as number;
		const leftLength = lengths[left] as number;
		for (let index = 0; index < leftLength; index += 1) {
			if (bytes[start + index] !== bytes[leftStart + index]) return false;
		}
		const rightStart = starts[right] as number;
		const rightLength = lengths[right] as number;
		for (let index = 0; index < rightLength; index += 1) {
			if (bytes[start + leftLength + index] !== bytes[rightStart + index]) return false;
		}
		return true;
	}

	#fill(firstId: number): number {
		const { bytes, starts, lengths, size } = this.table;
		const slots = this.#slots;
		let longest = 0;
		for (let id = firstId; id < size; id += 1) {
			const start = starts[id] as number;
			const end = start + (lengths[id] as number);
			let hash = 0;
			for (let index = start; index < end; index += 1)
				hash = (Math.imul(hash, hashBase) + (bytes[index] as number) + 1) | 0;
			this.#hashes[id] = hash;
			if (end - start > longest) longest = end - start;
			let slot = Math.imul(hash, slotSpread) >>> this.#shift;
			while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & this.#mask;
			slots[slot * 2] = hash;
			slots[slot * 2 + 1] = id + 1;
		}
		return longest;
	}
}
