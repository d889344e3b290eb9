/** Byte pair encoding of one word: joins the neighbours with the lowest id, the leftmost first, until none is left. */
import { MergeHeap } from './merge-heap.ts';
import type { PieceIndex } from './piece-index.ts';

/** Words of up to this many pieces are merged by scanning for the minimum; longer ones by a heap. */
const scanPiecesMax = 64;

const noPair = 0x7fffffff;

/**
 * Merges in place. In every family here a piece's id is its rank, so no merge list is needed. `work` counts pair
 * look-ups, scan steps and heap steps, which bounds the cost of a word without a clock.
 */
export class PieceMerger {
	/** Operations since construction. */
	work = 0;
	readonly #index: PieceIndex;
	readonly #pairs = new Int32Array(scanPiecesMax);
	readonly #scanRoom = new Int32Array(scanPiecesMax);

	constructor(index: PieceIndex) {
		this.#index = index;
	}

	/** Memory for `count` pieces to be given to `merge`; the next call may hand out the same again. */
	room(count: number): Int32Array {
		return count <= scanPiecesMax ? this.#scanRoom : new Int32Array(count);
	}

	/** Merges the first `count` of `pieces` (negative: a character without a piece) and returns how many remain. */
	merge(pieces: Int32Array, count: number): number {
		return count <= scanPiecesMax ? this.#mergeByScan(pieces, count) : this.#mergeByHeap(pieces, count);
	}

	#pair(left: number, right: number): number {
		const id = this.#index.merged(left, right);
		return id < 0 ? noPair : id;
	}

	#mergeByScan(pieces: Int32Array, count: number): number {
		const pairs = this.#pairs;
		let last = count - 1;
		for (let at = 0; at < last; at += 1) pairs[at] = this.#pair(pieces[at] as number, pieces[at + 1] as number);
		this.work += count;
		for (;;) {
			let best = noPair;
			let bestAt = -1;
			for (let at = 0; at < last; at += 1) {
				const pair = pairs[at] as number;
				if (pair < best) {
					best = pair;
					bestAt = at;
				}
			}
			this.work += last + 1;
			if (bestAt < 0) return last + 1;
			pieces[bestAt] = best;
			for (let at = bestAt + 1; at < last; at += 1) {
				pieces[at] = pieces[at + 1] as number;
				pairs[at] = pairs[at + 1] as number;
			}
			last -= 1;
			if (bestAt > 0) pairs[bestAt - 1] = this.#pair(pieces[bestAt - 1] as number, best);
			if (bestAt < last) pairs[bestAt] = this.#pair(best, pieces[bestAt + 1] as number);
		}
	}

	#mergeByHeap(pieces: Int32Array, count: number): number {
		const pairs = new Int32Array(count).fill(noPair);
		const next = new Int32Array(count);
		const previous = new Int32Array(count);
		const heap = new MergeHeap(count);
		for (let at = 0; at < count; at += 1) {
			next[at] = at + 1;
			previous[at] = at - 1;
			if (at + 1 === count) break;
			const pair = this.#pair(pieces[at] as number, pieces[at + 1] as number);
			pairs[at] = pair;
			if (pair !== noPair) heap.append(pair, at);
		}
		heap.order();
		while (heap.pop()) {
			const at = heap.position;
			if (pairs[at] !== heap.rank) continue;
			const right = next[at] as number;
			const after = next[right] as number;
			pieces[at] = heap.rank;
			next[at] = after;
			pairs[right] = noPair;
			pairs[at] = noPair;
			if (after < count) {
				previous[after] = at;
				this.#offer(heap, pairs, { at, pair: this.#pair(pieces[at] as number, pieces[after] as number) });
			}
			const before = previous[at] as number;
			if (before >= 0) {
				this.#offer(heap, pairs, { at: before, pair: this.#pair(pieces[before] as number, pieces[at] as number) });
			}
		}
		this.work += count * 3 + heap.steps;
		let kept = 0;
		for (let at = 0; at < count; at = next[at] as number) {
			pieces[kept] = pieces[at] as number;
			kept += 1;
		}
		return kept;
	}

	#offer(heap: MergeHeap, pairs: Int32Array, offer: { readonly at: number; readonly pair: number }): void {
		pairs[offer.at] = offer.pair;
		if (offer.pair !== noPair) heap.push(offer.pair, offer.at);
	}
}
