/** `/memory search`: the memories in which all of some words occur. */
import { everyLocale } from '#core/i18n/translate';
import { searchable } from '#core/text/find-phrase';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { listAnswer, pageOption } from '../list-page.ts';
import { chosenScope, scopeOption } from '../scope-option.ts';
import { memoryLine } from './memory-line.ts';
import { memoriesTitle } from './memory-list.ts';
import { type AnyMemory, memoriesOf, memoryRights } from './memory-rights.ts';

/** Characters of what is searched for. */
const wordsCharactersMax = 200;

/** The subcommand. */
export function memorySearch(ports: CommandPorts): Subcommand {
	return {
		name: 'search',
		description: everyLocale('command.memory.search.description'),
		answer: 'private',
		options: [
			{
				name: 'words',
				description: everyLocale('command.memory.search.words'),
				kind: 'string',
				required: true,
				lengthMax: wordsCharactersMax,
			},
			scopeOption(everyLocale('command.memory.scope')),
			pageOption(),
		],
		run: (invocation) => searchMemories(invocation, ports),
	};
}

async function searchMemories(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = chosenScope(invocation);
	const rights = memoryRights(scene, invocation.place, scope);
	if (rights === 'none') return scene.answer('answer.needs-manage');
	const words = searchable(invocation.values.get('words') ?? '', false).split(' ');
	const found = (await memoriesOf(scene, { scope, rights }, ports)).filter((memory) => holds(memory, words));
	return listAnswer({ title: memoriesTitle(scene, scope), lines: found.map(memoryLine) }, scene, invocation);
}

/** In any case and order, parts of words too; tags count as words, and an id finds its memory. */
function holds({ id, content, gates }: AnyMemory, words: readonly string[]): boolean {
	const tags = [...gates.channels.map((name) => `#${name}`), ...gates.keywords];
	const text = searchable([content, ...tags].join(' '), false);
	return words.every((word) => text.includes(word) || word === String(id));
}
