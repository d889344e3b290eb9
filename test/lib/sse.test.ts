/** Server-sent events from bytes that arrive in any pieces. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SseEvent, SseReader } from '#lib/sse';

const encoder = new TextEncoder();

function read(pieces: readonly Uint8Array[], eventBytesMax = 10_000): SseEvent[] {
	const reader = new SseReader({ eventBytesMax });
	return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

function readText(text: string, eventBytesMax?: number): SseEvent[] {
	return read([encoder.encode(text)], eventBytesMax);
}

function cutAt(bytes: Uint8Array, offsets: readonly number[]): Uint8Array[] {
	const places = [...new Set(offsets.map((offset) => offset % (bytes.length + 1)))].sort((a, b) => a - b);
	return [0, ...places].map((start, index) => bytes.slice(start, places[index] ?? bytes.length));
}

const message = (data: string, id: string | null = null): SseEvent => ({ event: 'message', data, id });

describe('whole streams', () => {
	test('a native event gives its name, id and data', () => {
		expect(readText('event: newToken\nid: 192\ndata: {"token":" the"}\n\n')).toEqual([
			{ event: 'newToken', data: '{"token":" the"}', id: '192' },
		]);
	});

	test('several data lines are joined, one space after the colon is dropped, comments and retry are skipped', () => {
		expect(readText(': hello\ndata: a\ndata:b\ndata:  c\nretry: 5\ndata\n\n')).toEqual([message('a\nb\n c\n')]);
	});

	test('the last id stays until another comes, and an event without data is not reported', () => {
		expect(readText('id: 1\ndata: a\n\ndata: b\n\nevent: ping\n\nid\ndata: c\n\n')).toEqual([
			message('a', '1'),
			message('b', '1'),
			message('c', ''),
		]);
	});

	test('a byte order mark before the first line is not part of its field', () => {
		expect(readText('\uFEFFdata: a\n\n')).toEqual([message('a')]);
	});

	test('a byte order mark inside the data stays', () => {
		expect(readText('data: \uFEFFa\n\n')).toEqual([message('\uFEFFa')]);
	});
});

describe('cutting', () => {
	test("S069 the bytes of '你好🌍' cut at every offset give the same text", () => {
		const bytes = encoder.encode('data: 你好🌍\n\n');
		for (let offset = 0; offset <= bytes.length; offset++) {
			expect(read([bytes.slice(0, offset), bytes.slice(offset)])).toEqual([message('你好🌍')]);
		}
		expect(read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual([message('你好🌍')]);
	});

	test.each([
		['LF', '\n'],
		['CRLF', '\r\n'],
		['CR', '\r'],
	])('S070 every cut of a stream with %s line ends gives the same events', (_, lineEnd) => {
		const lines = ['data: one', '', ': comment', 'event: newToken', 'id: 7', 'data: two', 'data: 三', '', ''];
		const bytes = encoder.encode(lines.join(lineEnd));
		const expected = [message('one'), { event: 'newToken', data: 'two\n三', id: '7' }];
		for (let first = 0; first <= bytes.length; first++) {
			for (let second = first; second <= bytes.length; second++) {
				const pieces = [bytes.slice(0, first), bytes.slice(first, second), bytes.slice(second)];
				expect(read(pieces)).toEqual(expected);
			}
		}
	});

	test('any cutting of any stream gives the same events', () => {
		const piece = fc.constantFrom(
			'data:',
			'data: ',
			'event: x',
			'id: 1',
			':',
			'\n',
			'\r',
			'\r\n',
			'\n\n',
			'🌍',
			'é',
			'{',
			'long '.repeat(9),
		);
		const stream = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
		fc.assert(
			fc.property(stream, fc.array(fc.nat(), { maxLength: 12 }), (text, offsets) => {
				const bytes = encoder.encode(text);
				expect(read(cutAt(bytes, offsets), 60)).toEqual(read([bytes], 60));
			}),
		);
	});

	test('a buffer that its owner fills again does not change what was read', () => {
		const reader = new SseReader({ eventBytesMax: 100 });
		const buffer = encoder.encode('data: first');
		reader.push(buffer);
		buffer.fill(0x78);
		expect(reader.push(encoder.encode('\n\n'))).toEqual([message('first')]);
	});
});

describe('flaws', () => {
	test('S073 an event without its closing blank line is reported as incomplete, with what came of it', () => {
		expect(readText('data: {"a":1}\n\ndata: {"a":')).toEqual([
			message('{"a":1}'),
			{ ...message('{"a":'), flaw: 'incomplete' },
		]);
		expect(readText('data: [DONE]\n')).toEqual([{ ...message('[DONE]'), flaw: 'incomplete' }]);
		expect(readText('event: newToken\nda')).toEqual([{ event: 'newToken', data: '', id: null, flaw: 'incomplete' }]);
	});

	test('S074 a body that is one JSON object comes out as foreign text, on one line or several', () => {
		const oneLine = '{"error":{"message":"concurrent generation is locked"}}';
		expect(readText(oneLine)).toEqual([{ ...message(oneLine), flaw: 'foreign' }]);
		const severalLines = '{\n  "error": "no"\n}\n';
		expect(readText(severalLines)).toEqual([{ ...message(severalLines.trim()), flaw: 'foreign' }]);
	});

	test('S074 a whole stream in one buffer is read as if it had come in pieces', () => {
		expect(readText('data: a\n\ndata: b\n\ndata: [DONE]\n\n')).toEqual([message('a'), message('b'), message('[DONE]')]);
	});

	test('an error object behind good events is reported last', () => {
		expect(readText('data: a\n\n{"error":"x"}')).toEqual([
			message('a'),
			{ ...message('{"error":"x"}'), flaw: 'foreign' },
		]);
	});

	test('an event over the limit is reported once without its data, and the next one is read', () => {
		const tooLong = `event: newToken\ndata: ${'x'.repeat(50)}\ndata: more\n\n`;
		expect(readText(`${tooLong}data: next\n\n`, 40)).toEqual([
			{ event: 'newToken', data: '', id: null, flaw: 'overflow' },
			message('next'),
		]);
	});

	test('an event of exactly the limit is whole', () => {
		expect(readText(`data: ${'x'.repeat(34)}\n\n`, 40)).toEqual([message('x'.repeat(34))]);
	});

	test('a comment may have any length', () => {
		expect(readText(`:${'x'.repeat(500)}\ndata: a\n\n`, 40)).toEqual([message('a')]);
	});

	test('foreign text is kept up to the limit', () => {
		const [event] = readText('<html>\n\n'.repeat(100), 40);
		expect(event?.flaw).toBe('foreign');
		expect(event?.data.length).toBeLessThanOrEqual(46);
	});
});
