/** `/lore export`: the lorebook as a world-info file. */
import { writeWorldInfo } from '#core/cards/world-info';
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { fileName } from '../file-name.ts';
import { managedScene, ofPersonaOption } from '../managed-scene.ts';
import { sendable, tooLarge } from '../sendable-file.ts';
import { chosenLineage, loreScopeOption } from './lore-scope.ts';

/** The subcommand. */
export function loreExport(ports: CommandPorts): Subcommand {
	return {
		name: 'export',
		description: everyLocale('command.lore.export.description'),
		answer: 'private',
		options: [loreScopeOption('command.lore.export.scope'), ofPersonaOption(ports)],
		run: (invocation) => exportLore(invocation, ports),
	};
}

async function exportLore(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports);
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const { id, lineageId: own } = { id: scene.workspace.id, lineageId: scene.persona.lineageId };
	const lineageId = chosenLineage(invocation, scene);
	const entries = (await ports.lorebooks.listEntries(id, own)).filter((entry) => entry.lineageId === lineageId);
	if (entries.length === 0) return scene.answer('answer.lore-export-empty');
	const name = lineageId === null ? 'lorebook' : `${scene.persona.name} lorebook`;
	const text = JSON.stringify(writeWorldInfo(entries), null, '\t');
	const file = sendable({ name: fileName(name, 'json'), text });
	if (!file) return tooLarge(scene);
	return { text: scene.say('answer.lore-exported', { count: entries.length }), file };
}
