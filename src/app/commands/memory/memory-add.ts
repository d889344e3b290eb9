/** `/memory add`: tells the persona something to remember about the server or about oneself. */
import { everyLocale } from '#core/i18n/translate';
import { MEMORY_LIMITS } from '#domain/memory';
import type { Result } from '#lib/result';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { type ChosenScope, chosenScope, scopeOption } from '../scope-option.ts';
import { readMemoryGates } from './memory-gates.ts';

/** The subcommand. */
export function memoryAdd(ports: CommandPorts): Subcommand {
	return {
		name: 'add',
		description: everyLocale('command.memory.add.description'),
		answer: 'private',
		options: [
			{ name: 'text', description: everyLocale('command.memory.add.text'), kind: 'string', required: true },
			scopeOption(everyLocale('command.memory.scope')),
			{ name: 'tags', description: everyLocale('command.memory.add.tags'), kind: 'string', required: false },
		],
		run: (invocation) => addMemory(invocation, ports),
	};
}

async function addMemory(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = chosenScope(invocation);
	if (scope === 'server' && !invocation.place.canManage) return scene.answer('answer.needs-manage');
	const content = (invocation.values.get('text') ?? '').trim();
	if (content === '') return scene.answer('answer.memory-blank');
	const { charactersMax } = ports.memoryLimits;
	if (content.length > charactersMax) return scene.answer('answer.memory-too-long', { count: charactersMax });
	const gates = readMemoryGates(invocation.values.get('tags') ?? '');
	if (!gates.ok) {
		const { gateEntriesMax, gateCharactersMax } = MEMORY_LIMITS;
		return scene.answer('answer.memory-tags', { entries: gateEntriesMax, characters: gateCharactersMax });
	}
	const stored = await store({ scene, scope, content, gates: gates.value }, ports);
	if (stored.ok) return scene.answer('answer.memory-added', { name: scene.persona.name });
	const count = limitOf(scope, ports);
	return scene.answer(scope === 'server' ? 'answer.memory-too-many' : 'answer.memory-too-many-own', { count });
}

interface NewMemory {
	readonly scene: CommandScene;
	readonly scope: ChosenScope;
	readonly content: string;
	readonly gates: Parameters<CommandPorts['memories']['addServerMemory']>[0]['gates'];
}

/** The persona in use knows it, and whoever shares its lineage. */
function store(memory: NewMemory, ports: CommandPorts): Promise<Result<unknown, 'too-many'>> {
	const { scene, scope, content, gates } = memory;
	const { workspace, userId, persona } = scene;
	const { lineageId } = persona;
	const countMax = limitOf(scope, ports);
	if (scope === 'personal') {
		return ports.memories.addPersonalMemory({ userId, lineageId, content, gates }, countMax);
	}
	const draft = { serverId: workspace.id, lineageId, authorUserId: userId, content, gates };
	return ports.memories.addServerMemory(draft, countMax);
}

function limitOf(scope: ChosenScope, { memoryLimits }: CommandPorts): number {
	return scope === 'server' ? memoryLimits.serverMemoriesMax : memoryLimits.personalMemoriesMax;
}
