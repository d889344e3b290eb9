/** `/memory list`: what is remembered about the server or about oneself. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { listAnswer, pageOption } from '../list-page.ts';
import { type ChosenScope, chosenScope, scopeOption } from '../scope-option.ts';
import { memoryLine } from './memory-line.ts';
import { memoriesOf, memoryRights } from './memory-rights.ts';

/** The subcommand. */
export function memoryList(ports: CommandPorts): Subcommand {
	return {
		name: 'list',
		description: everyLocale('command.memory.list.description'),
		answer: 'private',
		options: [scopeOption(everyLocale('command.memory.scope')), pageOption()],
		run: (invocation) => listMemories(invocation, ports),
	};
}

async function listMemories(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = chosenScope(invocation);
	const rights = memoryRights(scene, invocation.place, scope);
	if (rights === 'none') return scene.answer('answer.needs-manage');
	const memories = await memoriesOf(scene, { scope, rights }, ports);
	return listAnswer({ title: memoriesTitle(scene, scope), lines: memories.map(memoryLine) }, scene, invocation);
}

/** Whose memories a list shows. */
export function memoriesTitle(scene: CommandScene, scope: ChosenScope): string {
	const { name } = scene.persona;
	return scope === 'personal' ? scene.say('answer.memories-own') : scene.say('answer.memories-server', { name });
}
