/** Measures the machines that every reply passes through, each next to what one would write without much thought. */
import { SegmentStream } from '#core/reply/segment-stream';
import { splitReply } from '#core/reply/split-reply';
import { SseReader } from '#lib/sse';
import { type BenchRow, rowOf } from './bench-row.ts';

const bytesPerMegabyte = 1_000_000;
const eventsInStream = 20_000;
const bytesPerRead = 1_400;
const unitsPerPiece = 4;
const segmentedUnits = 500_000;
const splitUnits = 6_200;
const splitsPerSample = 20;

/** One measured thing and the other one. */
interface Pair {
	readonly name: string;
	readonly unit: 'ms/MB' | 'ms';
	/** What one run's milliseconds are divided by. */
	readonly amount: number;
	readonly ours: () => unknown;
	readonly naive: () => unknown;
	readonly naiveName: string;
}

/** Rows with the ratio to the other way; below 1 is faster than it. */
export function benchMachines(samples: number): BenchRow[] {
	return [ssePair(), segmentPair(), splitPair()].map((pair) => pairRow(pair, samples));
}

function pairRow(pair: Pair, samples: number): BenchRow {
	const ours: number[] = [];
	const naive: number[] = [];
	for (let sample = 0; sample <= samples; sample += 1) {
		const [oursMs, naiveMs] = [timed(pair.ours), timed(pair.naive)];
		// The first run compiles.
		if (sample === 0) continue;
		ours.push(oursMs / pair.amount);
		naive.push(naiveMs / pair.amount);
	}
	const row = rowOf(pair.name, pair.unit, ours);
	const other = rowOf('', '', naive).median;
	const speed = pair.unit === 'ms' ? '' : `${(1000 / row.median).toFixed(0)} MB/s; `;
	const note = `${speed}${pair.naiveName}: ${other.toFixed(3)} ${pair.unit}, ratio ${(row.median / other).toFixed(2)}`;
	return { ...row, note };
}

function timed(run: () => unknown): number {
	const startMs = performance.now();
	run();
	return performance.now() - startMs;
}

function ssePair(): Pair {
	const event = (place: number): string =>
		`data: {"id":"cmpl-1","object":"text_completion","choices":[{"index":0,"text":" word${place}","token_ids":[${place}],"finish_reason":null}]}\n\n`;
	const stream = new TextEncoder().encode(Array.from({ length: eventsInStream }, (_, place) => event(place)).join(''));
	const reads: Uint8Array[] = [];
	for (let start = 0; start < stream.length; start += bytesPerRead)
		reads.push(stream.subarray(start, start + bytesPerRead));
	return {
		name: 'SSE reader',
		unit: 'ms/MB',
		amount: stream.length / bytesPerMegabyte,
		ours() {
			const reader = new SseReader({ eventBytesMax: bytesPerMegabyte });
			let events = 0;
			for (const read of reads) events += reader.push(read).length;
			return events + reader.end().length;
		},
		naive() {
			const decoder = new TextDecoder();
			let rest = '';
			let events = 0;
			for (const read of reads) {
				const parts = (rest + decoder.decode(read, { stream: true })).split('\n\n');
				rest = parts.pop() ?? '';
				for (const part of parts) if (part.slice('data: '.length) !== '') events += 1;
			}
			return events;
		},
		naiveName: 'decode and split at empty lines',
	};
}

function prose(units: number): string {
	const paragraph =
		'She said "not yet", and *looked* up. The rain (it had begun at noon) went on; nobody minded. Was it late? Perhaps!';
	return `${paragraph}\n\n`.repeat(Math.ceil(units / paragraph.length)).slice(0, units);
}

function segmentPair(): Pair {
	const text = prose(segmentedUnits);
	const pieces = text.match(new RegExp(`[^]{1,${unitsPerPiece}}`, 'g')) ?? [];
	return {
		name: 'segment stream, degree 3',
		unit: 'ms/MB',
		amount: text.length / bytesPerMegabyte,
		ours() {
			const stream = new SegmentStream(3);
			let segments = 0;
			for (const piece of pieces) segments += stream.push(piece).length;
			return segments + stream.end().length;
		},
		naive() {
			let held = '';
			let segments = 0;
			for (const piece of pieces) {
				const parts = (held + piece).split(/(?<=[.!?])\s+(?=\S)/);
				held = parts.pop() ?? '';
				segments += parts.length;
			}
			return segments;
		},
		naiveName: 'split at [.!?] and a space on each piece',
	};
}

function splitPair(): Pair {
	const text = prose(splitUnits);
	const repeat = (split: (text: string) => readonly string[]) => () => {
		for (let time = 0; time < splitsPerSample; time += 1) split(text);
	};
	return {
		name: `split reply, ${splitUnits} characters`,
		unit: 'ms',
		amount: splitsPerSample,
		ours: repeat(splitReply),
		naive: repeat(splitAtSpaces),
		naiveName: 'cut at the last space before 2,000',
	};
}

function splitAtSpaces(text: string): readonly string[] {
	const limit = 2_000;
	const messages: string[] = [];
	let rest = text;
	while (rest.length > limit) {
		const at = rest.lastIndexOf(' ', limit);
		messages.push(rest.slice(0, at > 0 ? at : limit));
		rest = rest.slice(at > 0 ? at + 1 : limit);
	}
	return [...messages, rest];
}
