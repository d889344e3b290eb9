/** Merging, by scan and by heap, against the plainest possible reading of byte pair encoding. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCompactTable, writeCompactTable } from '#core/tokenizer/compact-table';
import { PieceIndex } from '#core/tokenizer/piece-index';
import { PieceMerger } from '#core/tokenizer/piece-merger';

const encoder = new TextEncoder();

/** Single letters first, then longer pieces over a two-letter alphabet, so that overlaps and ties are everywhere. */
const vocabularies = fc
	.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 2, maxLength: 6 }), { maxLength: 30 })
	.map((longer) => ['a', 'b', ...longer]);

function plainMerge(vocabulary: readonly string[], text: string): number[] {
	const pieces = [...text];
	for (;;) {
		let best = Number.POSITIVE_INFINITY;
		let bestAt = -1;
		for (let at = 0; at + 1 < pieces.length; at += 1) {
			const rank = vocabulary.indexOf(`${pieces[at]}${pieces[at + 1]}`);
			if (rank >= 0 && rank < best) {
				best = rank;
				bestAt = at;
			}
		}
		if (bestAt < 0) return pieces.map((piece) => vocabulary.indexOf(piece));
		pieces.splice(bestAt, 2, vocabulary[best] ?? '');
	}
}

test('short and long words merge exactly as byte pair encoding is defined', () => {
	const words = fc.oneof(
		fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 64 }),
		fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 65, maxLength: 300 }),
		fc.integer({ min: 65, max: 400 }).map((length) => 'a'.repeat(length)),
	);
	fc.assert(
		fc.property(vocabularies, words, (vocabulary, word) => {
			const table = parseCompactTable(
				writeCompactTable(vocabulary.map((piece) => encoder.encode(piece))),
				vocabulary.length,
			);
			if (!table.ok) throw new Error(table.error);
			const pieces = Int32Array.from([...word].map((letter) => vocabulary.indexOf(letter)));
			const kept = new PieceMerger(new PieceIndex(table.value, 0)).merge(pieces, pieces.length);
			expect([...pieces.subarray(0, kept)]).toEqual(plainMerge(vocabulary, word));
		}),
		{ numRuns: 400 },
	);
});
