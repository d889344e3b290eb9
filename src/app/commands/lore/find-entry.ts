/** A lorebook entry by its number, and suggestions while someone looks for one. */

import { everyLocale } from '#core/i18n/translate';
import type { LorebookEntry } from '#domain/lorebook';
import type { AutocompleteQuery, CommandOption, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { suggestingScene } from '../managed-scene.ts';

/** `entry`, required. */
export function entryOption(ports: CommandPorts): CommandOption {
	return {
		name: 'entry',
		description: everyLocale('command.lore.entry'),
		kind: 'string',
		required: true,
		lengthMax: 100,
		autocomplete: (query) => suggestEntries(query, ports),
	};
}

/** The entry of a number, out of those that the server and the persona in use have; null when there is none. */
export async function findEntry(
	scene: CommandScene,
	ports: CommandPorts,
	number: string | undefined,
): Promise<LorebookEntry | null> {
	const entries = await ports.lorebooks.listEntries(scene.workspace.id, scene.persona.lineageId);
	return entries.find((entry) => String(entry.id) === number?.trim()) ?? null;
}

async function suggestEntries(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const scene = await suggestingScene(query, ports);
	if (!scene) return [];
	const entries = await ports.lorebooks.listEntries(scene.workspace.id, scene.persona.lineageId);
	const typed = query.text.trim().toLowerCase();
	return entries
		.map((entry) => ({ name: entryName(entry), value: String(entry.id) }))
		.filter(({ name }) => name.toLowerCase().includes(typed));
}

function entryName({ id, title, keys, content }: LorebookEntry): string {
	return `${id} · ${[title || keys.join(', '), content].filter((part) => part !== '').join(' – ')}`.replace(
		/\s+/g,
		' ',
	);
}
