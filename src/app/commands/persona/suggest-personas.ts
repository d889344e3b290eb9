/** Suggests the workspace's personas by name. */
import type { AutocompleteQuery, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';

/** None where the bot has never been. */
export async function suggestPersonas(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const { place } = query;
	const key =
		place.guildId === null
			? ({ kind: 'direct', discordId: place.userId, locale: null } as const)
			: ({ kind: 'guild', discordId: place.guildId, locale: null } as const);
	const workspace = await ports.workspaces.findWorkspace(key);
	if (!workspace) return [];
	const typed = query.text.trim().toLowerCase();
	const personas = await ports.personas.listPersonas(workspace.id);
	return personas
		.filter((persona) => persona.name.toLowerCase().includes(typed))
		.map((persona) => ({ name: persona.name, value: persona.name }));
}
