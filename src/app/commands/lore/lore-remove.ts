/** `/lore remove`: an entry goes. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { managedScene, ofPersonaOption } from '../managed-scene.ts';
import { entryOption, findEntry } from './find-entry.ts';

/** The subcommand. */
export function loreRemove(ports: CommandPorts): Subcommand {
	return {
		name: 'remove',
		description: everyLocale('command.lore.remove.description'),
		answer: 'private',
		options: [entryOption(ports), ofPersonaOption(ports)],
		run: (invocation) => removeLore(invocation, ports),
	};
}

async function removeLore(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports);
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const entry = await findEntry(scene, ports, invocation.values.get('entry'));
	const isRemoved = entry !== null && (await ports.lorebooks.removeEntry(entry.serverId, entry.id));
	return scene.answer(isRemoved ? 'answer.lore-removed' : 'answer.lore-unknown');
}
