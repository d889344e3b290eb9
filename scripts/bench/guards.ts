/** Measures the guards that every reply passes through, next to a regular expression over all that came so far. */
import { Guard } from '#core/reply/guard/guard';
import { ThinkSplit } from '#core/text/think-split';
import { type BenchRow, rowOf } from './bench-row.ts';

const bytesPerMegabyte = 1_000_000;
const textUnits = 500_000;
/** The other way looks at everything again for each piece, so it gets a text that it can finish. */
const naiveUnits = 20_000;
const unitsPerPiece = 4;
/** Five megabytes of text in a second. */
const targetMsPerMegabyte = 200;
const foreignNames = Array.from({ length: 40 }, (_, place) => `Person ${place}`);

/** A text that a guard has to look at, and who writes it. */
interface GuardedText {
	readonly name: string;
	readonly paragraph: string;
}

const prose =
	'She said "not yet", and *looked* up. The rain (it had begun at noon) went on; nobody minded. Was it late? Perhaps!\n\n';
const texts: readonly GuardedText[] = [
	{ name: 'prose', paragraph: prose },
	{ name: 'lines that nearly are labels', paragraph: '**Person 39** laughed.\n***really***\n- Person 3: tea\n' },
	{ name: 'Japanese', paragraph: '「まだだよ」と彼女は言って、空を見上げた。雨は昼から降り続いていた。\n\n' },
	{ name: 'code', paragraph: '```ts\nif (a < b && c > d) run();\nPerson 1: 2\n```\nDone, a < b.\n' },
];

/** Rows of milliseconds for each megabyte of UTF-8. */
export function benchGuards(samples: number): BenchRow[] {
	const rows = texts.map((text) => guardRow(text, samples));
	const pieces = piecesOf('<think>She says hi, so a < b.</think>Hello `there`.\n', textUnits);
	const split = rowOf('thoughts apart from text', 'ms/MB', sampled(samples, pieces, runSplit));
	return [...rows, { ...split, note: `${speedOf(split)}` }];
}

function guardRow({ name, paragraph }: GuardedText, samples: number): BenchRow {
	const row = rowOf(`guards, ${name}`, 'ms/MB', sampled(samples, piecesOf(paragraph, textUnits), runGuard));
	const naive = rowOf('', '', sampled(samples, piecesOf(paragraph, naiveUnits), runNaive)).median;
	const note = `${speedOf(row)}; expression over ${naiveUnits} units again and again: ${naive.toFixed(0)} ms/MB, ratio ${(row.median / naive).toFixed(3)}`;
	return { ...row, target: { max: targetMsPerMegabyte, of: 'median' }, note };
}

function speedOf(row: BenchRow): string {
	return `${(1000 / row.median).toFixed(0)} MB/s`;
}

function piecesOf(paragraph: string, units: number): readonly string[] {
	const text = paragraph.repeat(Math.ceil(units / paragraph.length));
	return Array.from({ length: Math.ceil(units / unitsPerPiece) }, (_, place) =>
		text.slice(place * unitsPerPiece, (place + 1) * unitsPerPiece),
	);
}

/** Milliseconds for each megabyte; the first run compiles and does not count. */
function sampled(samples: number, pieces: readonly string[], run: (pieces: readonly string[]) => number): number[] {
	const megabytes = Buffer.byteLength(pieces.join('')) / bytesPerMegabyte;
	const all: number[] = [];
	for (let sample = 0; sample <= samples; sample += 1) {
		const startMs = performance.now();
		run(pieces);
		if (sample > 0) all.push((performance.now() - startMs) / megabytes);
	}
	return all;
}

function runGuard(pieces: readonly string[]): number {
	const guard = new Guard({
		names: { own: ['Tomori'], foreign: foreignNames },
		prefill: null,
		isThinker: true,
		stopStrings: [],
	});
	let events = 0;
	for (const piece of pieces) events += guard.push(piece).length;
	return events + guard.end().length;
}

function runSplit(pieces: readonly string[]): number {
	const split = new ThinkSplit();
	let events = 0;
	for (const piece of pieces) events += split.push(piece).length;
	return events + split.end().length;
}

function runNaive(pieces: readonly string[]): number {
	const label = new RegExp(`^[*_~\\s]*(?:${foreignNames.join('|')})[*_~]*\\s*[:：]|^(?:\\*\\*\\*|---)$`, 'm');
	let text = '';
	let shown = 0;
	for (const piece of pieces) {
		text = (text + piece).replaceAll(/<think>[\s\S]*?<\/think>/g, '');
		if (label.test(text)) shown = text.length;
	}
	return shown;
}
