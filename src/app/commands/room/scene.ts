/** `/scene`: what happens, told by nobody. */
import { everyLocale } from '#core/i18n/translate';
import type { Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { narrate } from './narrate.ts';
import { inRoom } from './room-scene.ts';
import { textOption } from './room-words.ts';

/** The command. */
export function scene(ports: CommandPorts): Subcommand {
	return {
		name: 'scene',
		description: everyLocale('command.scene.description'),
		options: [textOption('command.scene.text', { required: true })],
		answer: 'private',
		run: (invocation) =>
			inRoom(invocation, ports, (room) => narrate(room, { kind: 'scene_directive', title: 'notice.scene' }, ports)),
	};
}
