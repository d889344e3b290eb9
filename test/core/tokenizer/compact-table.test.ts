/** The compact form of a vocabulary. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCompactTable, tokenBytes, writeCompactTable } from '#core/tokenizer/compact-table';

const tokens = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 40 });

describe('compact table', () => {
	test('reads back what was written', () => {
		fc.assert(
			fc.property(tokens, (given) => {
				const parsed = parseCompactTable(writeCompactTable(given), given.length);
				if (!parsed.ok) throw new Error(parsed.error);
				expect(given.map((_, id) => [...tokenBytes(parsed.value, id)])).toEqual(given.map((token) => [...token]));
			}),
		);
	});

	test('refuses every cut-off form and every other number of tokens', () => {
		fc.assert(
			fc.property(tokens, fc.nat(), (given, place) => {
				const bytes = writeCompactTable(given);
				expect(parseCompactTable(bytes.subarray(0, place % bytes.length), given.length).ok).toBe(false);
				expect(parseCompactTable(bytes, given.length + 1).ok).toBe(false);
				expect(parseCompactTable(bytes, given.length - 1).ok).toBe(false);
			}),
		);
	});

	test.each([
		{ what: 'an empty token', bytes: [0] },
		{ what: 'a length that never ends', bytes: [0x80, 0x80, 0x80, 0x80, 0x01, 0x41] },
		{ what: 'a length beyond any token', bytes: [0xff, 0xff, 0x03, 0x41] },
	])('refuses $what', ({ bytes }) => {
		expect(parseCompactTable(Uint8Array.from(bytes), 1).ok).toBe(false);
	});
});
