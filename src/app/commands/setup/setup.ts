/** `/setup`: a short way through what a new place needs, one panel that changes with each step. */
import { everyLocale } from '#core/i18n/translate';
import type { Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { setupPanel } from './setup-panel.ts';

/** The command. */
export function setup(ports: CommandPorts): Subcommand {
	return {
		name: 'setup',
		description: everyLocale('command.setup.description'),
		answer: 'private',
		options: [],
		run: async ({ place }) => {
			const scene = await CommandScene.open(place, ports, 'private');
			if (!place.canManage) return scene.answer('answer.needs-manage');
			return await setupPanel({ place, scene, step: 'key' }, ports);
		},
	};
}
