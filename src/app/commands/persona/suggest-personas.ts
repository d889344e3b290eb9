/** Persona names while someone types one. */
import type { Persona } from '#domain/persona';
import type { AutocompleteQuery, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';

/** The workspace's personas whose name holds what was typed, in the order of the list; none where nothing is stored. */
export async function suggestPersonas(
	query: AutocompleteQuery,
	ports: CommandPorts,
	isOffered: (persona: Persona) => boolean = () => true,
): Promise<readonly Suggestion[]> {
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
		.filter((persona) => isOffered(persona) && persona.name.toLowerCase().includes(typed))
		.map((persona) => ({ name: persona.name, value: persona.name }));
}
