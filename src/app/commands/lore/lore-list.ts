/** `/lore list`: the lorebook of the server and of the persona in use. */
import { everyLocale } from '#core/i18n/translate';
import type { LorebookEntry } from '#domain/lorebook';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { listAnswer, pageOption } from '../list-page.ts';
import { shortened } from '../shortened.ts';

const shownKeysMax = 100;
const shownCharactersMax = 150;

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
	const lines = entries.map((entry) => entryLine(entry, scene));
	return listAnswer({ title: scene.say('answer.lore-title'), lines }, scene, invocation);
}

function entryLine(entry: LorebookEntry, scene: CommandScene): string {
	const keys = entry.isConstant ? scene.say('answer.lore-always') : shortened(entry.keys.join(', '), shownKeysMax);
	const owner = entry.lineageId === null ? '' : ` · ${scene.say('command.scope.persona')}`;
	const off = entry.isEnabled ? '' : ` · ${scene.say('answer.key-disabled')}`;
	return `**${entry.id}** · ${keys}${owner}${off}\n> ${shortened(entry.content, shownCharactersMax)}`;
}
