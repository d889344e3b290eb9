/** Handles and the messages that they stand for. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HandlePrefix, MessageIdMap } from '#core/context/message-id-map';

describe('MessageIdMap', () => {
	test('both kinds count for themselves, and the same message keeps its handle', () => {
		const map = new MessageIdMap();
		expect([map.register('10', 'media'), map.register('20', 'ref'), map.register('20', 'media')]).toEqual([
			'media_1',
			'ref_1',
			'media_2',
		]);
		expect(map.register('10', 'media')).toBe('media_1');
		expect([...map.entries()]).toEqual([
			['media_1', '10'],
			['ref_1', '20'],
			['media_2', '20'],
		]);
	});

	test('what is no known handle comes back unchanged', () => {
		const map = new MessageIdMap();
		map.register('10', 'media');
		expect(['media_1', 'media_2', '123456789012345678', ''].map((key) => map.resolve(key))).toEqual([
			'10',
			'media_2',
			'123456789012345678',
			'',
		]);
	});

	test.each([
		['media_1', true],
		['ref_12', true],
		['media_', false],
		['media_1 ', false],
		['xmedia_1', false],
		['other_1', false],
		['123456789012345678', false],
	])('%j has the form of a handle: %s', (key, isOpaque) => {
		expect(MessageIdMap.isOpaqueKey(key)).toBe(isOpaque);
	});

	test('every registered message is found again, and no two share a handle', () => {
		const registered = fc.array(
			fc.tuple(fc.integer({ min: 1, max: 30 }).map(String), fc.constantFrom<HandlePrefix>('media', 'ref')),
		);
		fc.assert(
			fc.property(registered, (pairs) => {
				const map = new MessageIdMap();
				const keys = pairs.map(([id, prefix]) => map.register(id, prefix));
				expect(keys.map((key) => map.resolve(key))).toEqual(pairs.map(([id]) => id));
				expect(keys.every((key, at) => MessageIdMap.isOpaqueKey(key) && key.startsWith(`${pairs[at]?.[1]}_`))).toBe(
					true,
				);
				const distinct = new Set(pairs.map(([id, prefix]) => `${prefix} ${id}`));
				expect([new Set(keys).size, map.entries().size]).toEqual([distinct.size, distinct.size]);
			}),
		);
	});
});
