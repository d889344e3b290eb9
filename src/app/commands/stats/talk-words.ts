/** Who talked with whom in words, for those who do not see the picture. */
import type { TalkPerson, TalkSummary } from '#core/stats/summarise-talk';
import type { LineageId } from '#domain/ids';
import type { CommandCard } from '#ports/command';
import type { CommandScene } from '../command-scene.ts';
import { shortened } from '../shortened.ts';

/** Days in the list of days, the newest ones where there are more. */
const listedDaysMax = 31;

/** Characters of a name in a line. */
const nameMax = 40;

/** The summary's words: names of its columns, rows and days in their order, and what the answer says. */
export interface TalkWords {
	readonly subtitle: string;
	readonly personas: readonly string[];
	readonly people: readonly string[];
	readonly days: readonly string[];
	readonly card: CommandCard;
	readonly altText: string;
}

/** In the scene's language. */
export function talkWords(summary: TalkSummary, names: ReadonlyMap<LineageId, string>, scene: CommandScene): TalkWords {
	const personas = summary.columns.map((column) => {
		if (column === 'others') return scene.say('answer.stats-others');
		return names.get(column) ?? scene.say('answer.stats-former');
	});
	const people = summary.rows.map(({ person }) => personName(person, scene));
	const days = summary.days.map(({ day }) => dayName(day, scene));
	const span = { first: days.at(0) ?? '', last: days.at(-1) ?? '' };
	const subtitle = scene.say('answer.stats-subtitle', { ...span, count: summary.total });
	const linesWith = (shownName: ShownName) => pairLines(summary, { personas, people, shownName }, scene);
	const byDay = summary.days.flatMap(({ counts }, index) => {
		const count = sumOf(counts);
		return count === 0 ? [] : [`${days[index]}: ${count.toLocaleString(scene.locale)}`];
	});
	const title = scene.say('answer.stats-title');
	const listed = { name: scene.say('answer.stats-by-day'), value: byDay.slice(-listedDaysMax).join(' · ') };
	return {
		subtitle,
		personas,
		people,
		days,
		card: {
			title,
			description: [subtitle, ...linesWith((name) => shortened(name, nameMax))].join('\n'),
			fields: [listed],
		},
		altText: [title, subtitle, ...linesWith((name) => name)].join('\n'),
	};
}

/** How a name is written in a line. */
type ShownName = (name: string) => string;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function personName(person: TalkPerson, scene: CommandScene): string {
	if (person.kind === 'named') return person.name;
	return scene.say(person.kind === 'unnamed' ? 'answer.stats-unnamed' : 'answer.stats-others');
}

/** A day of the calendar, whatever zone its reader is in. */
function dayName(day: string, { locale }: CommandScene): string {
	return Temporal.PlainDate.from(day).toLocaleString(locale, { day: 'numeric', month: 'short' });
}

function pairLines(
	{ rows }: TalkSummary,
	{ personas, people, shownName }: Pick<TalkWords, 'personas' | 'people'> & { readonly shownName: ShownName },
	{ locale }: CommandScene,
): readonly string[] {
	return rows.map(({ counts }, row) => {
		const withWhom = counts.flatMap((count, column) => {
			if (count === 0) return [];
			return [`${shownName(personas[column] ?? '')} ${count.toLocaleString(locale)}`];
		});
		return `${shownName(people[row] ?? '')} ↔ ${withWhom.join(', ')}`;
	});
}
