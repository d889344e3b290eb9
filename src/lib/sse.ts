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
	#data: string[] = [];
	#hasField = false;
	#id: string | null = null;
	#foreign: string[] = [];
	#foreignUnits = 0;

	constructor(limits: SseLimits) {
		this.#eventBytesMax = limits.eventBytesMax;
	}

	push(bytes: Uint8Array): SseEvent[] {
		const events: SseEvent[] = [];
		let start = 0;
		for (let index = 0; index < bytes.length; index++) {
			const byte = bytes[index];
			if (byte === lineFeed && this.#afterCarriageReturn) {
				this.#afterCarriageReturn = false;
				start = index + 1;
				continue;
			}
			this.#afterCarriageReturn = byte === carriageReturn;
			if (byte !== lineFeed && byte !== carriageReturn) continue;
			this.#keep(bytes.subarray(start, index), events);
			this.#endLine(events);
			start = index + 1;
		}
		this.#keep(bytes.subarray(start), events);
		return events;
	}

	end(): SseEvent[] {
		const events: SseEvent[] = [];
		const line = this.#takeLine();
		const isCutField = this.#foreignUnits === 0 && fieldNames.some((name) => name.startsWith(line));
		if (line !== '' && !this.#skipping) {
			if (isCutField) this.#hasField = true;
			else this.#readLine(line);
		}
		if (this.#hasField && !this.#skipping) events.push({ ...this.#event(), flaw: 'incomplete' });
		const foreign = this.#foreign.join('\n');
		if (foreign.trim() !== '') events.push({ event: 'message', data: foreign, id: this.#id, flaw: 'foreign' });
		this.#reset();
		this.#foreign = [];
		return events;
	}

	/** Stores a piece of the present line, unless it is a comment or belongs to an event that is already too long. */
	#keep(part: Uint8Array, events: SseEvent[]): void {
		if (part.length === 0) return;
		if (this.#lineBytes === 0) this.#isComment = part[0] === colon;
		this.#lineBytes += part.length;
		if (this.#isComment || this.#skipping) return;
		this.#eventBytes += part.length;
		if (this.#eventBytes <= this.#eventBytesMax) {
			this.#lineParts.push(part.slice());
			return;
		}
		events.push({ event: this.#name || 'message', data: '', id: this.#id, flaw: 'overflow' });
		this.#reset();
		this.#skipping = true;
	}

	#endLine(events: SseEvent[]): void {
		const isBlank = this.#lineBytes === 0;
		const line = this.#takeLine();
		if (!isBlank) {
			if (line !== '' && !this.#skipping) this.#readLine(line);
			return;
		}
		if (this.#data.length > 0) events.push(this.#event());
		this.#reset();
		this.#skipping = false;
	}

	/** The present line as text, without the byte order mark; empty for a comment or a skipped line. */
	#takeLine(): string {
		const bytes = this.#lineParts.length === 1 ? this.#lineParts[0] : Buffer.concat(this.#lineParts);
		let line = this.#decoder.decode(bytes);
		if (this.#isFirstLine && line.startsWith(byteOrderMark)) line = line.slice(1);
		if (this.#lineBytes > 0) this.#isFirstLine = false;
		this.#lineParts = [];
		this.#lineBytes = 0;
		this.#isComment = false;
		return line;
	}

	#readLine(line: string): void {
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
		else if (name === 'data') this.#data.push(value);
		else if (name === 'id' && !value.includes('\0')) this.#id = value;
	}

	#keepForeign(line: string): void {
		const room = this.#eventBytesMax - this.#foreignUnits;
		if (room <= 0) return;
		this.#foreign.push(line.slice(0, room));
		this.#foreignUnits += line.length + 1;
	}

	#event(): SseEvent {
		return { event: this.#name || 'message', data: this.#data.join('\n'), id: this.#id };
	}

	#reset(): void {
		this.#name = '';
		this.#data = [];
		this.#hasField = false;
		this.#eventBytes = 0;
		this.#lineParts = [];
	}
}
