/** Makes of counts what a picture has room for. */
import type { LineageId } from '#domain/ids';
import type { TalkCounts, TalkPair } from '#domain/talk';

/** Days that can be looked at. */
export const TALK_DAYS = { min: 1, max: 90, usual: 14 } as const;

/** Personas and people with a place of their own; the rest of each are shown together. */
const personasMax = 5;
const peopleMax = 10;

/** Whom a column stands for: a lineage, or everyone who has no column. */
export type TalkColumn = LineageId | 'others';

/** Whom a row stands for: somebody by name, those who stay unnamed, or everyone who has no row. */
export type TalkPerson = { readonly kind: 'named'; readonly name: string } | { readonly kind: 'unnamed' | 'others' };

/** What is shown. */
export interface TalkSummary {
	readonly columns: readonly TalkColumn[];
	/** Every day of the span, oldest first, with the messages of each column. */
	readonly days: readonly { readonly day: string; readonly counts: readonly number[] }[];
	/** Most messages first; those who stay unnamed and everyone else come last. */
	readonly rows: readonly { readonly person: TalkPerson; readonly counts: readonly number[] }[];
	readonly total: number;
}

/** The first of so many UTC days that end with `today` (`YYYY-MM-DD`). */
export function firstTalkDay(today: string, days: number): string {
	return Temporal.PlainDate.from(today)
		.subtract({ days: days - 1 })
		.toString();
}

/** Counts from `firstDay` to `today`, both included. */
export function summariseTalk(
	{ days, pairs }: TalkCounts,
	span: { readonly firstDay: string; readonly today: string },
): TalkSummary {
	const columns = columnsOf(sumsBy(days, ({ lineageId }) => lineageId));
	const placeOf = (lineageId: LineageId): number => {
		const place = columns.indexOf(lineageId);
		return place >= 0 ? place : columns.indexOf('others');
	};
	const empty = (): number[] => columns.map(() => 0);
	const byDay = new Map(daysOf(span).map((day) => [day, empty()]));
	for (const { day, lineageId, messages } of days) add(byDay.get(day), placeOf(lineageId), messages);
	const named = [...sumsBy(pairs.filter(isNamed), ({ personId }) => personId)];
	const shown = new Set(
		named
			.sort((one, other) => other[1] - one[1])
			.slice(0, peopleMax)
			.map(([personId]) => personId),
	);
	const rows = new Map<number | 'unnamed' | 'others', { person: TalkPerson; counts: number[] }>();
	for (const pair of pairs) {
		const key = isNamed(pair) ? (shown.has(pair.personId) ? (pair.personId ?? 'others') : 'others') : 'unnamed';
		const row = rows.get(key) ?? { person: personOf(key, pair), counts: empty() };
		rows.set(key, row);
		add(row.counts, placeOf(pair.lineageId), pair.messages);
	}
	return {
		columns,
		days: [...byDay].map(([day, counts]) => ({ day, counts })),
		rows: [...rows.values()].sort((one, other) => rank(one) - rank(other) || sumOf(other.counts) - sumOf(one.counts)),
		total: days.reduce((sum, { messages }) => sum + messages, 0),
	};
}

const isNamed = ({ personId, name }: TalkPair): boolean => personId !== null && name !== null;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const LAST: Readonly<Record<TalkPerson['kind'], number>> = { named: 0, others: 1, unnamed: 2 };

function rank({ person }: { readonly person: TalkPerson }): number {
	return LAST[person.kind];
}

function add(counts: number[] | undefined, place: number, messages: number): void {
	if (counts?.[place] !== undefined) counts[place] += messages;
}

function personOf(key: number | 'unnamed' | 'others', { name }: TalkPair): TalkPerson {
	if (typeof key === 'number') return { kind: 'named', name: name ?? '' };
	return { kind: key };
}

function sumsBy<Counted extends { readonly messages: number }, Key>(
	counted: readonly Counted[],
	keyOf: (one: Counted) => Key,
): Map<Key, number> {
	const sums = new Map<Key, number>();
	for (const one of counted) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.messages);
	return sums;
}

/** One persona too many would leave a column for others with a single persona in it. */
function columnsOf(sums: ReadonlyMap<LineageId, number>): readonly TalkColumn[] {
	const lineages = [...sums]
		.sort((one, other) => other[1] - one[1] || one[0] - other[0])
		.map(([lineageId]) => lineageId);
	return lineages.length <= personasMax ? lineages : [...lineages.slice(0, personasMax), 'others'];
}

function daysOf({ firstDay, today }: { readonly firstDay: string; readonly today: string }): readonly string[] {
	const first = Temporal.PlainDate.from(firstDay);
	const length = first.until(Temporal.PlainDate.from(today), { largestUnit: 'days' }).days + 1;
	return Array.from({ length }, (_, index) => first.add({ days: index }).toString());
}
