/** What a persona is told of a person who comes back after days. */
import { dateInWords } from '#core/text/clock-words';
import { calendarDay, calendarDaysBetween } from '#lib/calendar-day';

/** What the presence clock says, and by whose calendar it is read. */
export interface ReunionReading {
	/** The newest activity of an earlier UTC day; null when the two have never met. */
	readonly lastActivityAtMs: number | null;
	readonly seenToday: boolean;
	readonly nowMs: number;
	/** The person's own zone, else the server's; from `normalizeZone`. */
	readonly zone: string;
	/** `TIME_AWARENESS_REUNION_DAYS`; 0 makes every new day a reunion. */
	readonly reunionDays: number;
	/** One-line labels, as the prompt has them. */
	readonly personName: string;
	readonly personaName: string;
}

/**
 * The note's body, without brackets; null when no reunion is due: the two have met today already, have never met
 * (ruling H7), or fewer calendar days of the person's zone have passed than make a reunion.
 */
export function reunionNoteText(reading: ReunionReading): string | null {
	const { lastActivityAtMs, seenToday, nowMs, zone, personName, personaName } = reading;
	if (seenToday || lastActivityAtMs === null) return null;
	const lastDay = calendarDay(lastActivityAtMs, zone);
	const days = calendarDaysBetween(lastDay, calendarDay(nowMs, zone));
	if (days < Math.max(1, reading.reunionDays)) return null;
	const passed = days === 1 ? 'yesterday' : `${days} days ago`;
	return (
		`${personName} is back: the last time ${personName} and ${personaName} talked was ${dateInWords(lastDay)}, ${passed}. ` +
		`${personName} may have been around the server meanwhile, only not with ${personaName}. ` +
		`${personaName} notices the time that has passed and says so once, in their own way.`
	);
}
