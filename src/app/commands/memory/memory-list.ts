/** `/memory list`: what is remembered about the server or about oneself. */
import { everyLocale } from '#core/i18n/translate';
import type { PersonalMemory, ServerMemory } from '#domain/memory';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { listAnswer, pageOption } from '../list-page.ts';
import { chosenScope, scopeOption } from '../scope-option.ts';
import { shortened } from '../shortened.ts';
import { shownGates } from './memory-gates.ts';

const shownCharactersMax = 150;
const shownGatesMax = 100;

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
	const { workspace, userId, persona } = scene;
	if (chosenScope(invocation) === 'personal') {
		const memories = await ports.memories.listPersonalMemories(userId);
		const list = { title: scene.say('answer.memories-own'), lines: memories.map(memoryLine) };
		return listAnswer(list, scene, invocation);
	}
	if (!invocation.place.canManage) return scene.answer('answer.needs-manage');
	const memories = await ports.memories.listServerMemories(workspace.id, persona.lineageId);
	const title = scene.say('answer.memories-server', { name: persona.name });
	return listAnswer({ title, lines: memories.map(memoryLine) }, scene, invocation);
}

function memoryLine({ id, content, gates }: ServerMemory | PersonalMemory): string {
	const shown = shownGates(gates);
	const where = shown === '' ? '' : ` (${shown.length > shownGatesMax ? `${shown.slice(0, shownGatesMax)}…` : shown})`;
	return `**${id}** · ${shortened(content, shownCharactersMax)}${where}`;
}
