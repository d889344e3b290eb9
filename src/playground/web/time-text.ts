/** Moments as Discord writes them, in the reader's own zone and language. */

const dayMs = 86_400_000;

const clockFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' });
const longDateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** Hours and minutes. */
export function clockTime(atMs: number): string {
	return clockFormat.format(atMs);
}

/** The day in words, as on the line between two days. */
export function longDate(atMs: number): string {
	return longDateFormat.format(atMs);
}

/** Day and time in words, for a tooltip. */
export function fullTime(atMs: number): string {
	return fullFormat.format(atMs);
}

/** Whether two moments fall on one day of the reader's calendar. */
export function isSameDay(leftMs: number, rightMs: number): boolean {
	return new Date(leftMs).toDateString() === new Date(rightMs).toDateString();
}

/** What stands beside an author's name: the time today, with the day otherwise. */
export function messageTime(atMs: number, nowMs: number): string {
	if (isSameDay(atMs, nowMs)) return clockTime(atMs);
	if (isSameDay(atMs, nowMs - dayMs)) return `Yesterday at ${clockTime(atMs)}`;
	return `${dateFormat.format(atMs)}, ${clockTime(atMs)}`;
}

const relativeSteps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
	['year', 365 * dayMs],
	['month', 30 * dayMs],
	['day', dayMs],
	['hour', 3_600_000],
	['minute', 60_000],
	['second', 1_000],
];

/** The text of a `<t:…>` mark with its style letter. */
export function momentText(atMs: number, style: string, nowMs: number): string {
	const date = new Date(atMs);
	const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
		t: { timeStyle: 'short' },
		T: { timeStyle: 'medium' },
		d: { dateStyle: 'short' },
		D: { dateStyle: 'long' },
		f: { dateStyle: 'long', timeStyle: 'short' },
		F: { dateStyle: 'full', timeStyle: 'short' },
	};
	if (style !== 'R') return new Intl.DateTimeFormat(undefined, styles[style] ?? styles['f']).format(date);
	const awayMs = atMs - nowMs;
	const [unit, unitMs] = relativeSteps.find(([, stepMs]) => Math.abs(awayMs) >= stepMs) ?? ['second', 1_000];
	return relativeFormat.format(Math.round(awayMs / unitMs), unit);
}
