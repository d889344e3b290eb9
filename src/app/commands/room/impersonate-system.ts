/** `/impersonate system`: words that stand in the conversation as nobody's. */
import { everyLocale } from '#core/i18n/translate';
import type { Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { forManagers } from './for-managers.ts';
import { narrate } from './narrate.ts';
import { inRoom } from './room-scene.ts';
import { textOption } from './room-words.ts';

/** The subcommand. */
export function impersonateSystem(ports: CommandPorts): Subcommand {
	const narration = { kind: 'system_injection', title: 'notice.system' } as const;
	return {
		name: 'system',
		description: everyLocale('command.impersonate.system.description'),
		options: [textOption('command.impersonate.system.text', { required: true })],
		answer: 'private',
		run: (invocation) =>
			forManagers(invocation, ports, () => inRoom(invocation, ports, (room) => narrate(room, narration, ports))),
	};
}
