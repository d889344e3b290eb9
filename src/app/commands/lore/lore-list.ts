/** `/lore list`: the lorebook of the server and of the persona in use. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { listAnswer, pageOption } from '../list-page.ts';
import { loreLine } from './lore-line.ts';

/** The subcommand. */
export function loreList(ports: CommandPorts): Subcommand {
	return {
		name: 'list',
		description: everyLocale('command.lore.list.description'),
		answer: 'private',
		options: [pageOption()],
		run: (invocation) => listLore(invocation, ports),
	};
}

async function listLore(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	if (!invocation.place.canManage) return scene.answer('answer.needs-manage');
	const entries = await ports.lorebooks.listEntries(scene.workspace.id, scene.persona.lineageId);
	const lines = entries.map((entry) => loreLine(entry, scene));
	return listAnswer({ title: scene.say('answer.lore-title'), lines }, scene, invocation);
}
