/** `/stats`: who talked with whom, by day, as a picture and in words. */

import { everyLocale } from '#core/i18n/translate';
import { firstTalkDay, summariseTalk, TALK_DAYS } from '#core/stats/summarise-talk';
import { calendarDay } from '#lib/calendar-day';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { talkPicture } from './talk-picture.ts';
import { talkWords } from './talk-words.ts';

/** Pairs of people and personas that are looked at; the rest are too small to be seen. */
const pairsMax = 2_000;

/** Digits of a number of days. */
const daysLengthMax = 3;

/** The command. */
export function stats(ports: CommandPorts): Subcommand {
	return {
		name: 'stats',
		description: everyLocale('command.stats.description'),
		answer: 'public',
		options: [
			{
				name: 'days',
				description: everyLocale('command.stats.days'),
				kind: 'string',
				required: false,
				lengthMax: daysLengthMax,
			},
		],
		run: (invocation) => showStats(invocation, ports),
	};
}

/** The number of days, or null when it is none that can be looked at. */
function daysIn(value: string | undefined): number | null {
	if (value === undefined) return TALK_DAYS.usual;
	const days = /^\d{1,3}$/.test(value.trim()) ? Number(value) : Number.NaN;
	return days >= TALK_DAYS.min && days <= TALK_DAYS.max ? days : null;
}

async function showStats(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'public');
	if (ports.stats === null) return scene.answer('answer.stats-off');
	const days = daysIn(invocation.values.get('days'));
	if (days === null) return scene.answer('answer.stats-days', { min: TALK_DAYS.min, max: TALK_DAYS.max });
	const today = calendarDay(ports.chat.clock.now(), 'UTC');
	const firstDay = firstTalkDay(today, days);
	const { workspace } = scene;
	const [counts, personas] = await Promise.all([
		ports.stats.readTalk({ serverId: workspace.id, sinceDay: firstDay, pairsMax }),
		ports.personas.listPersonas(workspace.id),
	]);
	const summary = summariseTalk(counts, { firstDay, today });
	if (summary.total === 0) return scene.answer('answer.stats-none', { count: days });
	const names = new Map(personas.map(({ lineageId, name }) => [lineageId, name]));
	const words = talkWords(summary, names, scene);
	const bytes = await ports.painter.paint(talkPicture(summary, words, scene));
	const { card, altText } = words;
	if (bytes === null) return { text: '', card };
	return { text: '', card: { ...card, showsFile: true }, file: { name: 'stats.png', bytes, altText } };
}
