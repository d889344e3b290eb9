/** Pages of a list that is too long for one answer. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, CommandOption } from '#ports/command';
import type { CommandScene } from './command-scene.ts';

/** Lines of one page. */
const pageLines = 10;

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
	const shown = lines.slice((page - 1) * pageLines, page * pageLines);
	const description = [...shown, scene.say('answer.list-page', { page, pages, total: lines.length })].join('\n');
	return { text: '', card: { title, description, fields: [] } };
}
