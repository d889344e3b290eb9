/** The persona's own label at the opening of a reply. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OwnLabel } from '#core/reply/own-label';

const names = ['Tomori', 'Tomo-chan', '灯', 'Dr. Ada Lovelace'];

function withoutLabel(pieces: readonly string[]): string {
	const label = new OwnLabel(names);
	return [...pieces.flatMap((piece) => label.push(piece)), ...label.end()].join('');
}

describe('labels', () => {
	test.each([
		'Tomori: ',
		'tomori:',
		'Tomo-chan: ',
		'灯：',
		'Dr. Ada Lovelace: ',
		'**Tomori:** ',
		'**Tomori**: ',
		'*Tomori:* ',
		'__Tomori__： ',
		'{{char}}: ',
		'{{Char}}:',
		'Tomori : ',
		'\n\n Tomori: ',
	])('S029 the label %j is stripped', (label) => {
		expect(withoutLabel([`${label}hello Tomori: you`])).toBe('hello Tomori: you');
		expect(withoutLabel([...`${label}hello`])).toBe('hello');
	});

	test('one space behind the label is dropped, and no more', () => {
		expect(withoutLabel(['Tomori:  hello'])).toBe(' hello');
		expect(withoutLabel(['Tomori:', ' ', ' hello'])).toBe(' hello');
		expect(withoutLabel(['Tomori:', '', '\nhello'])).toBe('\nhello');
	});

	test('S016 a reply that is nothing but the label gives nothing', () => {
		for (const reply of ['Tomori:', 'Tomori: ', '**Tomori:**', ' Tomori：']) expect(withoutLabel([...reply])).toBe('');
	});

	test.each([
		'Tomori is here: hi',
		'Tomorrow: rain',
		'Ellen: Tomori: hi',
		'**Tomori: shout**',
		'Tomori',
		'**Tomo',
		'T',
		': hi',
		'',
	])('%j is no own label and stays', (reply) => {
		expect(withoutLabel([...reply])).toBe(reply);
		expect(withoutLabel([reply])).toBe(reply);
	});
});

test('text goes on at once when it can be no label', () => {
	const label = new OwnLabel(names);
	expect(label.push('To')).toEqual([]);
	expect(label.push('day ')).toEqual(['Today ']);
	expect(label.push('Tomori: x')).toEqual(['Tomori: x']);
	expect(label.end()).toEqual([]);
});

test('any cutting gives the same text', () => {
	const piece = fc.constantFrom(
		'Tomori',
		'tomo-chan',
		':',
		'：',
		'**',
		'*',
		' ',
		'\n',
		'{{char}}',
		'hello',
		'灯',
		'T',
		'🌍',
	);
	const reply = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
	fc.assert(
		fc.property(reply, fc.array(fc.nat(), { maxLength: 6 }), (text, offsets) => {
			const places = [...new Set(offsets.map((offset) => offset % (text.length + 1)))].sort((a, b) => a - b);
			const pieces = [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
			expect(withoutLabel(pieces)).toBe(withoutLabel([text]));
		}),
		{ numRuns: 300 },
	);
});
