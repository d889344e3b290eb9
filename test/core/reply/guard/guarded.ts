/** Runs a guard over a reply cut into pieces. */
import { Guard, type GuardOptions } from '#core/reply/guard/guard';

/** The persona of these tests. */
export const PERSONA = 'Tomori';

/** Known names that are not the persona's. */
export const NAMES = ['Ellen', 'Bo', 'Mary Jane', '山田', 'Zoë'];

/** How a guard is opened unless a test says otherwise. */
export const OPTIONS: GuardOptions = {
	names: { own: [PERSONA, 'Tomo'], foreign: NAMES },
	prefill: null,
	isThinker: false,
	stopStrings: [],
};

/** What came of a reply. */
export interface Guarded {
	readonly text: string;
	readonly thoughts: string;
	/** Null when no guard ended it. */
	readonly stop: string | null;
	/** Every event, neighbours of one kind joined. */
	readonly events: readonly string[];
}

/** The reply's text, thoughts and end. */
export function guarded(pieces: readonly string[], change: Partial<GuardOptions> = {}): Guarded {
	const guard = new Guard({ ...OPTIONS, ...change });
	const events = [...pieces.flatMap((piece) => [...guard.push(piece)]), ...guard.end()];
	const joined: { type: string; text: string }[] = [];
	for (const event of events) {
		const text = event.type === 'stop' ? event.reason : event.text;
		if (text === '') throw new Error('An event without text.');
		const last = joined.at(-1);
		if (last?.type === event.type) last.text += text;
		else joined.push({ type: event.type, text });
	}
	const of = (type: string): string => joined.flatMap((event) => (event.type === type ? [event.text] : [])).join('');
	return {
		text: of('text-delta'),
		thoughts: of('thinking-delta'),
		stop: of('stop') || null,
		events: joined.map(({ type, text }) => `${type}: ${text}`),
	};
}

/** The text cut at these places, which may lie anywhere. */
export function cutAt(text: string, offsets: readonly number[]): string[] {
	const places = [...new Set(offsets.map((offset) => offset % (text.length + 1)))].sort((a, b) => a - b);
	return [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
}
