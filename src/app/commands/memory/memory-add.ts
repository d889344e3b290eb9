/** `/memory add`: tells the persona something to remember about the server or about oneself. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { Result } from '#lib/result';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { MemoryWords } from '#ports/memory-store';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { type ChosenScope, chosenScope, scopeOption } from '../scope-option.ts';
import { memoryRights } from './memory-rights.ts';
import { memoryRefusal, readMemory } from './read-memory.ts';

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

async function addMemory({ place, values }: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(place, ports, 'private');
	const scope = chosenScope({ place, values });
	if (memoryRights(scene, place, scope) === 'none') return scene.answer('answer.needs-manage');
	const { charactersMax } = ports.memoryLimits;
	const given = { text: values.get('text') ?? '', tags: values.get('tags') ?? '' };
	const words = readMemory(given, charactersMax);
	if (!words.ok) {
		const { key, parameters } = memoryRefusal(words.error, charactersMax);
		return scene.answer(key, parameters);
	}
	const stored = await store(scene, { scope, words: words.value }, ports);
	if (!stored.ok) return tooManyMemories(scene, scope, ports);
	return {
		text: withSilence(scene.say('answer.memory-added', { name: escapeMarkdown(scene.persona.name) }), scene, scope),
	};
}

/** The persona in use knows it, and whoever shares its lineage. */
async function store(
	scene: CommandScene,
	{ scope, words }: { readonly scope: ChosenScope; readonly words: MemoryWords },
	ports: CommandPorts,
): Promise<Result<unknown, 'too-many'>> {
	const { workspace, userId, persona } = scene;
	const { lineageId } = persona;
	const countMax = memoriesMax(scope, ports);
	if (scope === 'personal') return await ports.memories.addPersonalMemory({ userId, lineageId, ...words }, countMax);
	const draft = { serverId: workspace.id, lineageId, authorUserId: userId, ...words };
	return await ports.memories.addServerMemory(draft, countMax);
}

/** How many a server or a person may have. */
export function memoriesMax(scope: ChosenScope, { memoryLimits }: Pick<CommandPorts, 'memoryLimits'>): number {
	return scope === 'server' ? memoryLimits.serverMemoriesMax : memoryLimits.personalMemoriesMax;
}

/** The refusal that names that number. */
export function tooManyMemories(scene: CommandScene, scope: ChosenScope, ports: CommandPorts): CommandAnswer {
	const count = memoriesMax(scope, ports);
	return scene.answer(scope === 'server' ? 'answer.memory-too-many' : 'answer.memory-too-many-own', { count });
}

/** What was stored, and that it does not come up here, where the server wants nothing personal. */
export function withSilence(said: string, scene: CommandScene, scope: ChosenScope): string {
	if (scope !== 'personal' || scene.settings.personalMemoriesEnabled) return said;
	return `${said}\n${scene.say('answer.memory-silent')}`;
}
