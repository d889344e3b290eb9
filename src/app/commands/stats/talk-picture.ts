/** The picture of who talked with whom. */
import type { TalkSummary } from '#core/stats/summarise-talk';
import type { TalkPicture } from '#domain/picture';
import type { CommandScene } from '../command-scene.ts';
import type { TalkWords } from './talk-words.ts';

/** The summary with its words. */
export function talkPicture(summary: TalkSummary, words: TalkWords, scene: CommandScene): TalkPicture {
	return {
		kind: 'talk',
		title: words.card.title,
		subtitle: words.subtitle,
		daysHeading: scene.say('answer.stats-by-day'),
		rowsHeading: scene.say('answer.stats-by-person'),
		totalHeading: scene.say('answer.stats-total'),
		personas: words.personas,
		days: summary.days.map(({ counts }, index) => ({ label: words.days[index] ?? '', counts })),
		rows: summary.rows.map(({ counts }, index) => ({ name: words.people[index] ?? '', counts })),
		locale: scene.locale,
	};
}
