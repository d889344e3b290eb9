/** Every command, as a list you can read. */
import { everyLocale } from '#core/i18n/translate';
import type { Command } from '#ports/command';
import type { CommandPorts } from './command-ports.ts';
import { keySet } from './key/key-set.ts';
import { modelSet } from './model/model-set.ts';
import { modelShow } from './model/model-show.ts';
import { personaCreate } from './persona/persona-create.ts';
import { personaImport } from './persona/persona-import.ts';
import { personaShow } from './persona/persona-show.ts';

/** The commands, bound to their outside. */
export function allCommands(ports: CommandPorts): readonly Command[] {
	return [
		{ name: 'key', description: everyLocale('command.key.description'), subcommands: [keySet(ports)] },
		{
			name: 'model',
			description: everyLocale('command.model.description'),
			subcommands: [modelShow(ports), modelSet(ports)],
		},
		{
			name: 'persona',
			description: everyLocale('command.persona.description'),
			subcommands: [personaShow(ports), personaCreate(ports), personaImport(ports)],
		},
	];
}
