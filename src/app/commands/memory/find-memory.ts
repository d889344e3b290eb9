/** A memory by its number, and suggestions while someone looks for one. */
import { everyLocale } from '#core/i18n/translate';
import type { AutocompleteQuery, CommandInvocation, CommandOption, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { type ChosenScope, chosenScope } from '../scope-option.ts';
import { type AnyMemory, memoriesOf, memoryRights } from './memory-rights.ts';

/** Which memory somebody means, or null when it is none that they may change. */
export interface MeantMemory {
	readonly scope: ChosenScope;
	readonly memory: AnyMemory | null;
}

/** `memory`, required. */
export function memoryOption(ports: CommandPorts): CommandOption {
	return {
		name: 'memory',
		description: everyLocale('command.memory.which'),
		kind: 'string',
		required: true,
		lengthMax: 100,
		autocomplete: (query) => suggestMemories(query, ports),
	};
}

/** Looks for it in the chosen scope; null for those who may change nothing there. */
export async function findMemory(
	scene: CommandScene,
	given: Pick<CommandInvocation, 'place' | 'values'>,
	ports: CommandPorts,
): Promise<MeantMemory | null> {
	const scope = chosenScope(given);
	const rights = memoryRights(scene, given.place, scope);
	if (rights === 'none') return null;
	const number = given.values.get('memory')?.trim();
	const memories = await memoriesOf(scene, { scope, rights }, ports);
	return { scope, memory: memories.find(({ id }) => String(id) === number) ?? null };
}

async function suggestMemories(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const { place, text } = query;
	const scene = await CommandScene.find(place, ports);
	if (!scene) return [];
	const scope = chosenScope({ place, values: query.values ?? new Map() });
	const memories = await memoriesOf(scene, { scope, rights: memoryRights(scene, place, scope) }, ports);
	const typed = text.trim().toLowerCase();
	return memories
		.map(({ id, content }) => ({ name: `${id} · ${content}`.replace(/\s+/g, ' '), value: String(id) }))
		.filter(({ name }) => name.toLowerCase().includes(typed));
}
