/** `/lore list`: the lorebook of the server and of the persona in use. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { listAnswer, pageOption } from '../list-page.ts';
import { managedScene, ofPersonaOption } from '../managed-scene.ts';
import { loreLine } from './lore-line.ts';

/** The subcommand. */
export function loreList(ports: CommandPorts): Subcommand {
	return {
		name: 'list',
		description: everyLocale('command.lore.list.description'),
		answer: 'private',
		options: [pageOption(), ofPersonaOption(ports)],
		run: (invocation) => listLore(invocation, ports),
	};
}

async function listLore(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports);
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const entries = await ports.lorebooks.listEntries(scene.workspace.id, scene.persona.lineageId);
	const lines = entries.map((entry) => loreLine(entry, scene));
	return listAnswer({ title: scene.say('answer.lore-title'), lines }, scene, invocation);
}
