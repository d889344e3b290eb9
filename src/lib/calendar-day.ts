/** Calendar days in a time zone, right across changes to and from summer time. */

const offsetHoursMin = -12;
const offsetHoursMax = 14;

/**
 * A zone in the form the clock functions take, from an IANA name (`Europe/Berlin`), a fixed offset (`+09:00`) or hours
 * as people write them (`5.5`, `-3`, from −12 to 14); undefined when it is none of these.
 */
export function normalizeZone(zone: string): string | undefined {
	const trimmed = zone.trim();
	if (/^[+-]?\d{1,2}(\.\d+)?$/.test(trimmed)) return offsetOfHours(Number(trimmed));
	try {
		return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(trimmed).timeZoneId;
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** The day that an instant falls on, as `YYYY-MM-DD`. The zone must come from `normalizeZone`. */
export function calendarDay(epochMs: number, zone: string): string {
	return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** Whole days from one calendar day (`YYYY-MM-DD`) to another; negative when the second is earlier. */
export function calendarDaysBetween(from: string, to: string): number {
	return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;
}

function offsetOfHours(hours: number): string | undefined {
	if (hours < offsetHoursMin || hours > offsetHoursMax) return undefined;
	const minutes = Math.round(Math.abs(hours) * 60);
	const hourPart = String(Math.floor(minutes / 60)).padStart(2, '0');
	const minutePart = String(minutes % 60).padStart(2, '0');
	return `${hours < 0 ? '-' : '+'}${hourPart}:${minutePart}`;
}

/** A calendar day of a zone and the instants that it holds: 23, 24 or 25 hours of them, or what else its rules make it. */
export interface CalendarDaySpan {
	/** `YYYY-MM-DD`. */
	readonly day: string;
	/** Included. */
	readonly startMs: number;
	/** Excluded. */
	readonly endMs: number;
}

/** The day that an instant falls on, from its first instant to that of the next day. The zone must come from `normalizeZone`. */
export function calendarDaySpan(epochMs: number, zone: string): CalendarDaySpan {
	const start = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).startOfDay();
	return {
		day: start.toPlainDate().toString(),
		startMs: start.epochMilliseconds,
		endMs: start.add({ days: 1 }).startOfDay().epochMilliseconds,
	};
}
