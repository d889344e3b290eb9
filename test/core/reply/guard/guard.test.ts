/** The whole guard: any cutting gives the same, nothing leaks, and nothing that may be shown is lost. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutAt, guarded, NAMES, PERSONA } from './guarded.ts';

/** The nightly run looks at fifty times as many streams. */
const numRuns = Bun.env['TOMORI_NIGHTLY'] === '1' ? 100_000 : 2_000;
const timeLimitMs = 300_000;

const offsets = fc.array(fc.nat(), { maxLength: 10 });

/** Pieces that mean something to some guard, and halves of them. */
const piece = fc.constantFrom(
	...NAMES,
	PERSONA,
	...['Ellen:', '**Bo:**', '[Mary Jane]：', '{{user}}:', 'El', 'Mary ', 'ellen', 'Bob'],
	...['\n', '\n\n', '\r\n', ' ', '\t', ':', '：', '*', '**', '***', '-', '---', '----', '|', '#', '> ', '"', '(', ']'],
	...['<', '</', '<think>', '</think>', '<thinking>', '<ns:think>', '</ns:think>', '<details>', 'think', '>', '<th'],
	...['```', '~~~', '`', '```js\n'],
	...['Hello', ' there.', '🌍', '山', '\uD83C', 'x'.repeat(70)],
);
const stream = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));

test(
	'any cutting of any stream gives the same deltas',
	() => {
		fc.assert(
			fc.property(stream, offsets, fc.boolean(), (text, places, isThinker) => {
				const whole = guarded([text], { isThinker });
				expect(guarded(cutAt(text, places), { isThinker })).toEqual(whole);
				expect(guarded([...text], { isThinker })).toEqual(whole);
			}),
			{ numRuns },
		);
	},
	timeLimitMs,
);

/** A label by the plainest reading of the rule; a bullet's line is a list. */
const label = new RegExp(`^(?!\\s*\\*\\s)[\\s*_~]*(?:${NAMES.join('|')})[*_~]*(?:[:：]|\\s*$)`, 'm');
const thinkTag = /(?<!`)<\/?(?:\w+:)?(?:think|thinking|details) *>/i;

test(
	'no stream leaks a thinking tag, a foreign turn, a separator line or an empty delta',
	() => {
		const safePiece = piece.filter((text) => !/[`~|]/.test(text));
		const safeStream = fc.array(safePiece, { maxLength: 30 }).map((pieces) => pieces.join(''));
		fc.assert(
			fc.property(safeStream, offsets, fc.boolean(), (text, places, isThinker) => {
				const { text: shown } = guarded(cutAt(text, places), { isThinker });
				expect(shown).not.toMatch(thinkTag);
				expect(shown).not.toMatch(label);
				expect(shown).not.toMatch(/^\s*(?:\*\*\*|---)[^\S\n]*$/m);
			}),
			{ numRuns },
		);
	},
	timeLimitMs,
);

/** What a reader should see of a reply that was written from these parts. */
interface Part {
	readonly text: string;
	readonly shown: string;
	readonly stops?: boolean;
}

const plain = (text: string): Part => ({ text, shown: text });
const part: fc.Arbitrary<Part> = fc.oneof(
	fc
		.constantFrom(
			...['Ellen laughed.\n', 'I told Bo: no.\n', '**really** *so*\n', '***word***\n', '- a\n', '****\n', '----\n'],
			...['# Ellen: facts\n', '`Bo: x`\n', '```\nBo: 1\n---\n```\n', 'Tomori: hi\n', '\n', '> Ellen: hi\n', 'Bobby\n'],
			...['a < b\n', '<3 <b>\n', '山田さん、こんにちは。\n', 'Mary Poppins: hi\n', '🌍🌍\n'],
		)
		.map(plain),
	fc.constantFrom('hm', 'Ellen: hi\n***\n', '<b> `x`').map((thought) => ({
		text: `<think>${thought}</think>`,
		shown: '',
	})),
);
const ending: fc.Arbitrary<Part> = fc.constantFrom<Part>(
	plain('Bye.'),
	plain('Bye, Ell'),
	plain('El'),
	{ text: 'Ellen: no\nHello', shown: '', stops: true },
	{ text: '**Bo**：no', shown: '', stops: true },
	{ text: '***\nHello', shown: '', stops: true },
	{ text: '---', shown: '', stops: true },
	{ text: 'Bo', shown: '', stops: true },
);

test(
	'no character that should be shown is lost',
	() => {
		fc.assert(
			fc.property(fc.array(part, { maxLength: 12 }), ending, offsets, (parts, last, places) => {
				const all = [plain('Well.\n'), ...parts, last];
				const result = guarded(cutAt(all.map(({ text }) => text).join(''), places));
				expect(result.text).toBe(all.map(({ shown }) => shown).join(''));
				expect(result.stop !== null).toBe(last.stops === true);
			}),
			{ numRuns },
		);
	},
	timeLimitMs,
);

test('what the properties look for is found where nothing guards', () => {
	const leaked = 'Fine.\n**Ellen**: hi\n***\n<ns:think>';
	expect([label, thinkTag, /^\s*(?:\*\*\*|---)[^\S\n]*$/m].every((leak) => leak.test(leaked))).toBe(true);
});

describe('thoughts', () => {
	test('a thought is split from the visible text before any other guard looks at it', () => {
		expect(guarded(['<think>Ellen: hi\n***\n</think>Hello.\n<think>x</think>Bo: no'])).toMatchObject({
			text: 'Hello.\n',
			thoughts: 'Ellen: hi\n***\nx',
			stop: 'speaker-stop',
		});
	});

	test('a closing tag without an opening one hides the beginning of a thinker only', () => {
		expect(guarded(['Tomo</think>Hello.'], { isThinker: true })).toMatchObject({ text: 'Hello.', thoughts: 'Tomo' });
		expect(guarded(['Tomo</think>Hello.'])).toMatchObject({ text: 'TomoHello.', thoughts: '' });
	});
});
