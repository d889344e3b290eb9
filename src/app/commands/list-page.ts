/** Pages of a list that is too long for one answer. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, CommandOption } from '#ports/command';
import type { CommandScene } from './command-scene.ts';

/** Lines of one page, and UTF-16 units of each: with its foot a whole page fits into a card's 4,096. */
const pageLines = 10;
const lineMax = 390;

/** `page`, optional. */
export function pageOption(): CommandOption {
	return { name: 'page', description: everyLocale('command.page'), kind: 'string', required: false };
}

/** The asked page of a list as a card; a page beyond the end is the last one. */
export function listAnswer(
	list: { readonly title: string; readonly lines: readonly string[] },
	scene: CommandScene,
	invocation: CommandInvocation,
): CommandAnswer {
	const { title, lines } = list;
	if (lines.length === 0) return { text: '', card: { title, description: scene.say('answer.none'), fields: [] } };
	const pages = Math.ceil(lines.length / pageLines);
	const asked = Math.trunc(Number(invocation.values.get('page') ?? 1));
	const page = Math.min(pages, Math.max(1, Number.isNaN(asked) ? 1 : asked));
	const shown = lines.slice((page - 1) * pageLines, page * pageLines).map(cutToFit);
	const description = [...shown, scene.say('answer.list-page', { page, pages, total: lines.length })].join('\n');
	return { text: '', card: { title, description, fields: [] } };
}

/** Neither half a character nor a backslash that would act on what follows stays at the end. */
function cutToFit(line: string): string {
	if (line.length <= lineMax) return line;
	return `${line.slice(0, lineMax - 1).replace(/[\\\uD800-\uDBFF]+$/, '')}…`;
}
