/** Tells chat models where one day ended and another began (seed: date spacers). */
import { dateInWords } from '#core/text/clock-words';
import { renderSystemNote } from '#core/text/system-note';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import { metadataTool } from '#domain/tool-call';
import { type CalendarDaySpan, calendarDay, calendarDaySpan, calendarDaysBetween } from '#lib/calendar-day';
import type { TalkFacts } from '../talk-facts.ts';

/**
 * The wording with `{date}` and `{relative}` still in it, made once for a prompt; null where time awareness is off. It
 * names the tool for exact times only where that tool exists (ruling H8).
 */
export function dateSpacerTemplate({ dates, tools }: TalkFacts): string | null {
	if (dates === null) return null;
	const hint = tools.some((tool) => tool.name === metadataTool) ? ` For exact times, call ${metadataTool}.` : '';
	return `The messages above were sent on {date} ({relative}, server time).${hint}`;
}

/** Walks through a history, oldest first, on the server's calendar. */
export class DateSpacer {
	readonly #template: string;
	readonly #zone: string;
	readonly #today: string;
	/** The day of the last entry that has a time. */
	#last: CalendarDaySpan | null = null;

	constructor(template: string, { zone, nowMs }: NonNullable<TalkFacts['dates']>) {
		this.#template = template;
		this.#zone = zone;
		this.#today = calendarDay(nowMs, zone);
	}

	/** The separator that stands before this entry, or null. An entry without a time neither makes nor moves a boundary. */
	before(entry: SimplifiedMessageForContext): string | null {
		const times = timesOf(entry);
		const [first] = times;
		const newest = times.at(-1);
		if (first === undefined || newest === undefined) return null;
		const previous = this.#last;
		const day = this.#dayOf(first, previous);
		this.#last = this.#dayOf(newest, day);
		if (previous === null || previous.day === day.day) return null;
		const words: Readonly<Record<string, string>> = {
			date: dateInWords(previous.day),
			relative: relativeDay(calendarDaysBetween(previous.day, this.#today)),
		};
		return renderSystemNote(
			this.#template.replace(/\{(date|relative)\}/g, (whole, name: string) => words[name] ?? whole),
		);
	}

	/** Nearly every entry falls on the day of the one before, so the calendar is asked for the others only. */
	#dayOf(epochMs: number, known: CalendarDaySpan | null): CalendarDaySpan {
		if (known !== null && epochMs >= known.startMs && epochMs < known.endMs) return known;
		return calendarDaySpan(epochMs, this.#zone);
	}
}

/** Of every message that became this entry. */
function timesOf({ combined, createdAtMs }: SimplifiedMessageForContext): readonly number[] {
	if (combined === null) return createdAtMs === null ? [] : [createdAtMs];
	return combined.flatMap((part) => part.createdAtMs ?? []);
}

function relativeDay(daysAgo: number): string {
	if (daysAgo === 0) return 'today';
	if (daysAgo === 1) return 'yesterday';
	if (daysAgo === -1) return 'tomorrow';
	return daysAgo > 0 ? `${daysAgo} days ago` : `${-daysAgo} days from now`;
}
