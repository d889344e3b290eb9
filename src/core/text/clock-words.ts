/** Days and instants as people say them. */

const MONTHS = [
	'January',
	'February',
	'March',
	'April',
	'May',
	'June',
	'July',
	'August',
	'September',
	'October',
	'November',
	'December',
];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The first hour of each part of the day; what comes before the first belongs to the night. */
const DAY_PARTS: readonly (readonly [fromHour: number, phrase: string])[] = [
	[5, 'early in the morning'],
	[9, 'in the morning'],
	[12, 'around noon'],
	[14, 'in the afternoon'],
	[18, 'in the evening'],
	[22, 'late in the evening'],
];

/** A day from `YYYY-MM-DD`, such as `July 12, 2026`. */
export function dateInWords(day: string): string {
	const { year, month, day: dayOfMonth } = Temporal.PlainDate.from(day);
	return `${MONTHS[month - 1]} ${dayOfMonth}, ${year}`;
}

/** Day and time, such as `Sunday, July 12, 2026, 14:05`. The zone must come from `normalizeZone`. */
export function instantInWords(epochMs: number, zone: string): string {
	const at = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
	const time = [at.hour, at.minute].map((part) => String(part).padStart(2, '0')).join(':');
	return `${WEEKDAYS[at.dayOfWeek - 1]}, ${dateInWords(at.toPlainDate().toString())}, ${time}`;
}

/** The part of the day, such as `in the afternoon`. The zone must come from `normalizeZone`. */
export function timeOfDay(epochMs: number, zone: string): string {
	const { hour } = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
	return DAY_PARTS.findLast(([fromHour]) => hour >= fromHour)?.[1] ?? 'in the middle of the night';
}
