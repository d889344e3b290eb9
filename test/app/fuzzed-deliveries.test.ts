/** From a model's raw output to what Discord would be sent: nothing leaks, nothing is blank, and nothing is lost. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Guard } from '#core/reply/guard/guard';
import type { HumanizerDegree } from '#domain/settings';
import { cutAt, NAMES, OPTIONS, PERSONA } from '../core/reply/guard/guarded.ts';
import { delivered } from './delivered.ts';

/** The nightly run looks at fifty times as many streams. */
const numRuns = Bun.env['TOMORI_NIGHTLY'] === '1' ? 100_000 : 2_000;
const timeLimitMs = 900_000;
/** A run is repeated by giving the seed that it printed. */
const seed = Number(Bun.env['TOMORI_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
process.stdout.write(`fuzzed deliveries: ${numRuns} runs, TOMORI_FUZZ_SEED=${seed}\n`);
const runs = { numRuns, seed };

interface Stream {
	readonly text: string;
	readonly cuts: readonly number[];
	readonly degree: HumanizerDegree;
	readonly isThinker: boolean;
	/** The rolls of the humanizer. */
	readonly roll: number;
	readonly keepsUnknownEmoji: boolean;
}

/** What Discord gets of the raw output, and what the guards let through. */
async function sent({ text, cuts, degree, isThinker, roll, keepsUnknownEmoji }: Stream) {
	const guard = new Guard({ ...OPTIONS, isThinker });
	const events = [...cutAt(text, cuts).flatMap((piece) => [...guard.push(piece)]), ...guard.end()];
	const shown = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
	const dress = { chance: () => roll, keepsUnknownEmoji };
	const posts = await delivered(shown, degree, { ownLabels: OPTIONS.names.own, dress });
	return { messages: posts.map((post) => post.text), shown: shown.join('') };
}

const around = {
	cuts: fc.array(fc.nat(), { maxLength: 10 }),
	degree: fc.constantFrom<HumanizerDegree>(0, 1, 2, 3),
	isThinker: fc.boolean(),
	roll: fc.constantFrom(0.1, 0.5, 0.9),
	keepsUnknownEmoji: fc.boolean(),
};

/** Pieces that mean something to a guard, a cut or the dress, and halves of them. */
const piece = fc.constantFrom(
	...NAMES,
	PERSONA,
	...['Ellen:', '**Bo:**', '[Mary Jane]：', '{{user}}:', 'El', 'Mary ', 'ellen', 'Bob', 'Tomori (Bo): '],
	...['\n', '\n\n', '\r\n', ' ', '\t', ':', '：', '*', '**', '***', '-', '---', '----', '#', '> ', '"', '(', ']'],
	...['<', '</', '<think>', '</think>', '<thinking>', '<ns:think>', '</ns:think>', '<details>', 'think', '>', '<th'],
	...['<think', '</think', ' >'],
	...['Hello', ' there.', 'No! ', '? ', ', ', '; ', '🌍', '山', '。', '\uD83C', '\u200B', 'x'.repeat(70)],
	...[' :wave:', ' :nope:', '@Bo', '@{Bo}', 'https://e.org/a ', '1. ', '「', '」'],
);
const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

const thinkTag = /<\/?(?:\w+:)?(?:think|thinking|details) *>/i;
const separator = /^\s*(?:\*\*\*|---)[^\S\n]*$/m;
/** A label by the plainest reading of the rule; a bullet's line is a list. */
const label = new RegExp(`^(?!\\s*\\*\\s)[\\s*_~]*(?:${NAMES.join('|')})[*_~]*(?:[:：]|\\s*$)`, 'm');
const messageUnitsMax = 2_000;

/** Nothing is cut but where the text has an empty line and nothing is left out, so that every line of a message was one. */
function keepsLines({ text, degree, keepsUnknownEmoji }: Stream): boolean {
	return degree < 2 && keepsUnknownEmoji && text.length < 900 && !text.includes('(Bo):');
}

test(
	'no message leaks a thinking tag, a foreign turn or a separator line, none is blank, too long or broken',
	async () => {
		await fc.assert(
			fc.asyncProperty(fc.record({ text: soup, ...around }), async (stream) => {
				const { messages } = await sent(stream);
				for (const message of messages) {
					expect(message).toMatch(/[^\s\p{Cc}\p{Cf}]/u);
					expect(message.length).toBeLessThanOrEqual(messageUnitsMax);
					expect(message.isWellFormed()).toBe(true);
					expect(message).not.toMatch(thinkTag);
					if (!keepsLines(stream)) continue;
					expect(message).not.toMatch(label);
					// Marks that close emphasis may stand at the end, alone on the line of others.
					expect(message.replace(/(?:^|\n)\s*\*+$/, '')).not.toMatch(separator);
				}
			}),
			runs,
		);
	},
	timeLimitMs,
);

test('what the property looks for is found where nothing guards', async () => {
	const posts = await delivered(['Fine.\n**Ellen**: hi\n***\n<ns:think>'], 1);
	expect([label, thinkTag, separator].every((leak) => leak.test(posts[0]?.text ?? ''))).toBe(true);
});

/** Letters, digits and emoji as a reader counts them; the highest degree lowers letters. */
function lettersOf(text: string): string {
	return (text.match(/[\p{L}\p{N}\p{Extended_Pictographic}]/gu) ?? []).join('').toLowerCase();
}

test(
	'no letter that the guards let through is lost or repeated, and none is new',
	async () => {
		const plainPiece = piece.filter((text) => !/Tomori|wave|nope|@/.test(text));
		const cutPiece = fc.constantFrom(
			'```\n',
			'\n```\n',
			'~~~\n',
			'`',
			'||',
			'|---|',
			'long '.repeat(90),
			'語'.repeat(900),
		);
		const plainSoup = fc
			.array(fc.oneof({ arbitrary: plainPiece, weight: 4 }, cutPiece), { maxLength: 40 })
			.map((pieces) => pieces.join(''));
		await fc.assert(
			fc.asyncProperty(
				fc.record({ text: plainSoup, ...around, keepsUnknownEmoji: fc.constant(true) }),
				async (stream) => {
					const { messages, shown } = await sent(stream);
					// A fence that is torn is opened again with its info string.
					if (/[`~]{3}[^\n]*[^\s`~]/.test(shown)) return;
					expect(lettersOf(messages.join('\n'))).toBe(lettersOf(shown));
				},
			),
			runs,
		);
	},
	timeLimitMs,
);

/** What a reader should see of a reply that was written from these parts. */
interface Part {
	readonly text: string;
	readonly shown: string;
}

const plain = (text: string): Part => ({ text, shown: text });
const part: fc.Arbitrary<Part> = fc.oneof(
	fc
		.constantFrom(
			...['Ellen laughed.\n', 'I told Bo: no.\n', '**really** *so*\n', '- a\n', '----\n', '\n', '# Ellen: facts\n'],
			...['`Bo: x`\n', '```\nBo: 1\n---\n```\n', '> Ellen: hi\n', 'Bobby\n', 'a < b\n', '<3 <b>\n', '「だめ」\n'],
			...['山田さん、こんにちは。\n', 'Mary Poppins: hi\n', '🌍🌍\n', `${'word and word, '.repeat(40)}\n`],
		)
		.map(plain),
	fc.constantFrom('hm', 'Ellen: hi\n***\n', '<b> `x`').map((thought) => ({
		text: `<think>${thought}</think>`,
		shown: '',
	})),
	fc.constant({ text: 'Hi @Bo :wave: :nope: there\n', shown: 'Hi <@9> <:wave:1> there\n' }),
	fc.constant({ text: 'Tomori (Bo): Me.\nTomori: And me.\n', shown: 'Me.\nAnd me.\n' }),
);
const ending = fc.constantFrom<Part>(
	plain('Bye.'),
	plain('Bye, Ell'),
	{ text: 'Ellen: no\nHello', shown: '' },
	{ text: '**Bo**：no', shown: '' },
	{ text: '***\nHello', shown: '' },
	{ text: '---', shown: '' },
	{ text: 'Bo', shown: '' },
);

test(
	'of a reply whose parts are known, exactly what should be shown is sent',
	async () => {
		const reply = fc.record({ parts: fc.array(part, { maxLength: 12 }), last: ending, ...around });
		await fc.assert(
			fc.asyncProperty(reply, async ({ parts, last, ...rest }) => {
				const all = [plain('Well.\n'), ...parts, last];
				const text = all.map((each) => each.text).join('');
				const { messages } = await sent({ text, ...rest, isThinker: false, keepsUnknownEmoji: false });
				expect(lettersOf(messages.join('\n'))).toBe(lettersOf(all.map((each) => each.shown).join('')));
			}),
			runs,
		);
	},
	timeLimitMs,
);
