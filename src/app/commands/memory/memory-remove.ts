/** `/memory remove`: forgets one memory. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { scopeOption } from '../scope-option.ts';
import { changeMemory } from './change-memory.ts';
import { findMemory, memoryOption } from './find-memory.ts';
import { memoryLine } from './memory-line.ts';

/** The subcommand. */
export function memoryRemove(ports: CommandPorts): Subcommand {
	return {
		name: 'remove',
		description: everyLocale('command.memory.remove.description'),
		answer: 'private',
		options: [memoryOption(ports), scopeOption(everyLocale('command.memory.scope'))],
		run: (invocation) => removeMemory(invocation, ports),
	};
}

async function removeMemory(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const meant = await findMemory(scene, invocation, ports);
	if (meant === null) return scene.answer('answer.needs-manage');
	const { memory } = meant;
	if (memory === null || !(await changeMemory({ scene, memory, words: null }, ports))) {
		return scene.answer('answer.memory-unknown');
	}
	return { text: `${scene.say('answer.memory-removed')}\n> ${memoryLine(memory)}` };
}
