/** The limits of what is encoded at all. */
import { describe, expect, test } from 'vitest';
import { encodeUnitsMax, isTooLong } from '#core/tokenizer/encode-limits';

describe('isTooLong', () => {
	test('draws the line at 1,000,000 UTF-16 units', () => {
		expect(isTooLong('x'.repeat(encodeUnitsMax))).toBe(false);
		expect(isTooLong('x'.repeat(encodeUnitsMax + 1))).toBe(true);
	});
});
