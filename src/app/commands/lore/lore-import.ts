/** `/lore import`: the entries of a file join the lorebook. */
import { lorebookProblem, readLoreFile } from '#core/cards/read-lorebook';
import { everyLocale } from '#core/i18n/translate';
import { LORE_LIMITS } from '#domain/lorebook';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { managedScene, ofPersonaOption } from '../managed-scene.ts';
import { readAttachment } from '../read-attachment.ts';
import { loreRefusal } from './lore-problem.ts';
import { chosenLineage, loreScopeOption } from './lore-scope.ts';

/** The subcommand. */
export function loreImport(ports: CommandPorts): Subcommand {
	return {
		name: 'import',
		description: everyLocale('command.lore.import.description'),
		answer: 'private',
		options: [
			{
				name: 'file',
				description: everyLocale('command.lore.import.file'),
				kind: 'attachment',
				required: true,
			},
			loreScopeOption('command.lore.import.scope'),
			ofPersonaOption(ports),
		],
		run: (invocation) => importLore(invocation, ports),
	};
}

async function importLore(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports);
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const file = await readAttachment(invocation, ports, scene);
	if (!file.ok) return file.error;
	const entries = readLoreFile(file.value.json);
	if (entries === null) return scene.answer('answer.lore-file-unreadable');
	const problem = lorebookProblem(entries);
	if (problem) return loreRefusal(problem, scene);
	const owner = { serverId: scene.workspace.id, lineageId: chosenLineage(invocation, scene) };
	const { entriesMax } = LORE_LIMITS;
	const stored = await ports.lorebooks.addEntries(owner, entries, entriesMax);
	if (!stored.ok) return scene.answer('answer.lore-too-many', { count: entriesMax });
	return scene.answer('answer.lore-imported', { count: stored.value.length });
}
