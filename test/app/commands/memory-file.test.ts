/** Files of memories: what goes out comes in as it was, and whatever comes in is read or refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMemoryFile, writeMemoryFile } from '#app/commands/memory/memory-file';
import { readMemoryGates } from '#app/commands/memory/memory-gates';
import type { MemoryWords } from '#ports/memory-store';

const charactersMax = 200;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, name = 'a.txt') => readMemoryFile({ name, bytes: bytesOf(text) }, charactersMax);

/** Tags as commands make them of whatever is typed. */
const tags = fc.string({ unit: 'grapheme', maxLength: 60 }).map((typed) => {
	const gates = readMemoryGates(typed.toWellFormed());
	return gates.ok ? gates.value : { channels: [], keywords: [] };
});
const marks = fc.constantFrom('|', ' || ', '\\', '\\n', '\n', ' ', '[', '{', '#', 'お茶', '🦊', 'tea');
const words: fc.Arbitrary<MemoryWords> = fc.record({
	content: fc
		.array(fc.oneof(marks, fc.string({ unit: 'grapheme', maxLength: 8 })), { minLength: 1, maxLength: 12 })
		.map((parts) => parts.join('').toWellFormed().replace(/\r/g, ' ').trim())
		.filter((content) => content !== '' && content.length <= charactersMax),
	gates: tags,
});

describe('a file of memories', () => {
	test.each(['json', 'text'] as const)('comes back from %s as it was', (format) => {
		fc.assert(
			fc.property(fc.array(words, { maxLength: 8 }), (memories) => {
				const name = format === 'json' ? 'a.json' : 'a.txt';
				expect(read(writeMemoryFile(memories, format), name)).toEqual({ ok: true, value: memories });
			}),
		);
	});

	test('whatever the bytes, it is read or refused, with each wrong line once', () => {
		const text = fc.string({ unit: 'binary', maxLength: 300 }).map((value) => bytesOf(value));
		const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), text, fc.json().map(bytesOf));
		fc.assert(
			fc.property(bytes, fc.constantFrom('a.json', 'a.txt', 'a', 'A.JSON'), (value, name) => {
				const result = readMemoryFile({ name, bytes: value }, charactersMax);
				if (result.ok) {
					for (const { content } of result.value) expect(content.length).toBeLessThanOrEqual(charactersMax);
				} else if (typeof result.error !== 'string') {
					const lines = result.error.map(({ line }) => line);
					expect(new Set(lines).size).toBe(lines.length);
					expect(lines.length).toBeGreaterThan(0);
				}
			}),
		);
	});

	test('the name says what it is, and without one the beginning does', () => {
		const entry = { content: '[laughs] a lot', gates: { channels: [], keywords: [] } };
		expect(read('[laughs] a lot', 'a.txt')).toEqual({ ok: true, value: [entry] });
		expect(read('[laughs] a lot', 'notes')).toEqual({ ok: false, error: 'unreadable' });
		expect(read('["one"]', 'notes')).toMatchObject({ ok: true, value: [{ content: 'one' }] });
		expect(read('["one"]', 'A.JSON')).toMatchObject({ ok: true, value: [{ content: 'one' }] });
	});

	test('JSON that is nested or long beyond need is refused without being built', () => {
		expect(read(`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'a.json')).toEqual({ ok: false, error: 'unreadable' });
		expect(read(`[${'1,'.repeat(60_000)}1]`, 'a.json')).toEqual({ ok: false, error: 'unreadable' });
		expect(read('x'.repeat(1_000_001))).toEqual({ ok: false, error: 'unreadable' });
		expect(read('x\n'.repeat(10_001))).toEqual({ ok: false, error: 'too-many' });
		expect(read(`${'x\n'.repeat(10_000)}\n\n`)).toMatchObject({ ok: true });
	});

	test('a byte order mark and every kind of line end are no matter', () => {
		expect(read('\ufeffone\r\ntwo\rthree\n\n')).toMatchObject({
			ok: true,
			value: [{ content: 'one' }, { content: 'two' }, { content: 'three' }],
		});
	});
});
