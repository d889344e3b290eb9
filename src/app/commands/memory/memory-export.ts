/** `/memory export`: the memories as a file. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { fileName } from '../file-name.ts';
import { chosenScope, scopeOption } from '../scope-option.ts';
import { writeMemoryFile } from './memory-file.ts';
import { memoriesOf, memoryRights } from './memory-rights.ts';

/** The subcommand. */
export function memoryExport(ports: CommandPorts): Subcommand {
	return {
		name: 'export',
		description: everyLocale('command.memory.export.description'),
		answer: 'private',
		options: [
			scopeOption(everyLocale('command.memory.scope')),
			{
				name: 'format',
				description: everyLocale('command.memory.export.format'),
				kind: 'string',
				required: false,
				choices: [
					{ value: 'json', label: everyLocale('command.memory.export.json') },
					{ value: 'text', label: everyLocale('command.memory.export.text') },
				],
			},
		],
		run: (invocation) => exportMemories(invocation, ports),
	};
}

async function exportMemories(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = chosenScope(invocation);
	const rights = memoryRights(scene, invocation.place, scope);
	if (rights === 'none') return scene.answer('answer.needs-manage');
	const memories = await memoriesOf(scene, { scope, rights }, ports);
	if (memories.length === 0) return scene.answer('answer.memory-export-empty');
	const format = invocation.values.get('format') === 'text' ? 'text' : 'json';
	const owner = scope === 'personal' ? invocation.place.userDisplayName : scene.persona.name;
	return {
		text: scene.say('answer.memory-exported', { count: memories.length }),
		file: {
			name: fileName(`${owner} memories`, format === 'text' ? 'txt' : 'json'),
			text: writeMemoryFile(memories, format),
		},
	};
}
