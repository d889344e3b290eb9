/** Reads server-sent events from bytes that arrive in any pieces, keeping one event at most in memory. */

/**
 * What is wrong with an event, if anything:
 * - `incomplete`: the stream ended before the blank line that closes the event; its last line may be cut.
 * - `overflow`: the event grew past the limit; its data was dropped and reading goes on behind its blank line.
 * - `foreign`: reported last, when lines that are no fields of an event were seen; `data` is their text. A body that
 *   is one JSON object, or an HTML page, comes out this way.
 */
export type SseFlaw = 'incomplete' | 'overflow' | 'foreign';

/** One event: its name (`message` unless given), its data lines joined by LF, and the last id seen so far. */
export interface SseEvent {
	readonly event: string;
	readonly data: string;
	readonly id: string | null;
	readonly flaw?: SseFlaw;
}

export interface SseLimits {
	/** Bytes of all lines of one event together; foreign text is kept up to the same length. */
	readonly eventBytesMax: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const byteOrderMark = '\uFEFF';
/** How nearly every line begins. */
const dataField = 'data: ';
const fieldNames: readonly string[] = ['event', 'data', 'id', 'retry'];

/**
 * Takes bytes in any pieces and gives the events of the stream in order (WHATWG "event stream" rules: CRLF, CR or LF,
 * comments, one byte order mark, several data lines). The events are the same for every way of cutting the bytes, also
 * inside a UTF-8 character. An event without data is not reported, except as `incomplete`. Cost is linear in the bytes.
 */
export class SseReader {
	readonly #eventBytesMax: number;
	readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	#lineParts: Uint8Array[] = [];
	#lineBytes = 0;
	#eventBytes = 0;
	#isComment = false;
	#isFirstLine = true;
	#afterCarriageReturn = false;
	#skipping = false;
	#name = '';
	/** The data lines so far, joined; undefined before the first. */
	#data: string | undefined;
	#hasField = false;
	#id: string | null = null;
	#foreign: string[] = [];
	#foreignUnits = 0;

	constructor(limits: SseLimits) {
		this.#eventBytesMax = limits.eventBytesMax;
	}

	push(bytes: Uint8Array): SseEvent[] {
		const events: SseEvent[] = [];
		let start = this.#afterCarriageReturn && bytes[0] === lineFeed ? 1 : 0;
		if (bytes.length > 0) this.#afterCarriageReturn = bytes.at(-1) === carriageReturn;
		const ends = new LineEnds(bytes);
		if (this.#lineBytes > 0) start = this.#takeLine(ends, start, events);
		start = this.#takePlainLines(bytes, start, events);
		while (start < bytes.length) start = this.#takeLine(ends, start, events);
		return events;
	}

	end(): SseEvent[] {
		const events: SseEvent[] = [];
		const kept = this.#keptLine();
		const line = this.#isFirstLine && kept.startsWith(byteOrderMark) ? kept.slice(1) : kept;
		const isCutField = this.#foreignUnits === 0 && fieldNames.some((name) => name.startsWith(line));
		if (line !== '' && !this.#skipping) {
			if (isCutField) this.#hasField = true;
			else this.#readLine(line);
		}
		if (this.#hasField && !this.#skipping) events.push({ ...this.#event(), flaw: 'incomplete' });
		const foreign = this.#foreign.join('\n');
		if (foreign.trim() !== '') events.push({ event: 'message', data: foreign, id: this.#id, flaw: 'foreign' });
		this.#reset();
		this.#lineBytes = 0;
		this.#foreign = [];
		return events;
	}

	/**
	 * The short way for nearly every read: whole lines of ASCII, ended by line feeds, are made text at once. Gives the
	 * place behind them, which is `start` when there are none.
	 */
	#takePlainLines(bytes: Uint8Array, start: number, events: SseEvent[]): number {
		const end = bytes.lastIndexOf(lineFeed) + 1;
		if (end <= start) return start;
		const part = bytes.subarray(start, end);
		const text = this.#decoder.decode(part);
		// With as many units as bytes, each unit is a byte.
		if (text.length !== part.length || text.includes('\r')) return start;
		let from = 0;
		while (from < text.length) {
			const to = text.indexOf('\n', from);
			this.#endLine(text.slice(from, to), to - from, events);
			from = to + 1;
		}
		return end;
	}

	/** Takes what is there of one line, and its line end; gives the place behind both. */
	#takeLine(ends: LineEnds, start: number, events: SseEvent[]): number {
		const { bytes } = ends;
		const end = ends.from(start);
		const part = bytes.subarray(start, end);
		if (end === bytes.length) {
			this.#keep(part.slice(), events);
			return end;
		}
		const isWhole = this.#lineBytes === 0;
		if (!isWhole) this.#keep(part, events);
		const line = isWhole ? this.#decoder.decode(part) : this.#keptLine();
		this.#endLine(line, isWhole ? part.length : 0, events);
		const isPair = bytes[end] === carriageReturn && bytes[end + 1] === lineFeed;
		return end + (isPair ? 2 : 1);
	}

	/** Stores a piece of the present line, unless it is a comment or belongs to an event that is already too long. */
	#keep(part: Uint8Array, events: SseEvent[]): void {
		if (part.length === 0) return;
		if (this.#lineBytes === 0) this.#isComment = part[0] === colon;
		this.#lineBytes += part.length;
		if (!this.#isComment && this.#mayKeep(part.length, events)) this.#lineParts.push(part);
	}

	/** Whether so many bytes more fit the event. */
	#mayKeep(bytes: number, events: SseEvent[]): boolean {
		if (this.#skipping) return false;
		this.#eventBytes += bytes;
		if (this.#eventBytes <= this.#eventBytesMax) return true;
		events.push({ event: this.#name || 'message', data: '', id: this.#id, flaw: 'overflow' });
		this.#reset();
		this.#skipping = true;
		return false;
	}

	/** A line ends; `newBytes` of it were not kept before. */
	#endLine(text: string, newBytes: number, events: SseEvent[]): void {
		const isBlank = this.#lineBytes + newBytes === 0;
		this.#lineBytes = 0;
		this.#isComment = false;
		if (isBlank) {
			if (this.#data !== undefined) events.push(this.#event());
			this.#reset();
			this.#skipping = false;
			return;
		}
		const line = this.#isFirstLine && text.startsWith(byteOrderMark) ? text.slice(1) : text;
		this.#isFirstLine = false;
		const isNewComment = newBytes > 0 && text.startsWith(':');
		if (isNewComment || (newBytes > 0 && !this.#mayKeep(newBytes, events))) return;
		if (line !== '' && !this.#skipping) this.#readLine(line);
	}

	/** The kept pieces of the present line as text; empty for a comment or a skipped line. */
	#keptLine(): string {
		const bytes = this.#lineParts.length === 1 ? this.#lineParts[0] : Buffer.concat(this.#lineParts);
		this.#lineParts = [];
		return this.#decoder.decode(bytes);
	}

	#readLine(line: string): void {
		if (line.startsWith(dataField)) {
			this.#takeData(line.slice(dataField.length));
			return;
		}
		const at = line.indexOf(':');
		if (at === 0) return;
		const name = at < 0 ? line : line.slice(0, at);
		const rest = at < 0 ? '' : line.slice(at + 1);
		const value = rest.startsWith(' ') ? rest.slice(1) : rest;
		if (!fieldNames.includes(name)) {
			this.#keepForeign(line);
			return;
		}
		this.#hasField = true;
		if (name === 'event') this.#name = value;
		else if (name === 'data') this.#takeData(value);
		else if (name === 'id' && !value.includes('\0')) this.#id = value;
	}

	#takeData(value: string): void {
		this.#hasField = true;
		this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
	}

	#keepForeign(line: string): void {
		const room = this.#eventBytesMax - this.#foreignUnits;
		if (room <= 0) return;
		this.#foreign.push(line.slice(0, room));
		this.#foreignUnits += line.length + 1;
	}

	#event(): SseEvent {
		return { event: this.#name || 'message', data: this.#data ?? '', id: this.#id };
	}

	#reset(): void {
		this.#name = '';
		this.#data = undefined;
		this.#hasField = false;
		this.#eventBytes = 0;
		this.#lineParts = [];
	}
}

/** The line ends of one read, each looked for once. */
class LineEnds {
	readonly bytes: Uint8Array;
	#feed = -1;
	#carriage = -1;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}

	/** Where the line that begins at `start` ends, or the number of bytes when its end is not there yet. */
	from(start: number): number {
		if (this.#feed < start) this.#feed = this.#next(lineFeed, start);
		if (this.#carriage < start) this.#carriage = this.#next(carriageReturn, start);
		return Math.min(this.#feed, this.#carriage);
	}

	#next(byte: number, start: number): number {
		const at = this.bytes.indexOf(byte, start);
		return at < 0 ? this.bytes.length : at;
	}
}
