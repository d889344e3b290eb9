/** Whose blocks a command is about. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { PERSONA_LIMITS, type Persona } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, CommandOption } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { suggestPersonas } from '../persona/suggest-personas.ts';

/** `persona`, optional. */
export function blockPersonaOption(ports: CommandPorts): CommandOption {
	return {
		name: 'persona',
		description: everyLocale('command.block.persona'),
		kind: 'string',
		required: false,
		autocomplete: (query) => suggestPersonas(query, ports),
	};
}

/** The named persona, the one in use where none is named, or null when there is none of that name. */
export async function blockPersona(
	scene: CommandScene,
	{ values }: Pick<CommandInvocation, 'values'>,
	ports: Pick<CommandPorts, 'personas'>,
): Promise<Persona | null> {
	const name = values.get('persona')?.trim().toLowerCase();
	if (name === undefined) return scene.persona;
	const personas = await ports.personas.listPersonas(scene.workspace.id);
	return personas.find((persona) => persona.name.toLowerCase() === name) ?? null;
}

/** Says that there is no persona of the given name. */
export function unknownPersona(scene: CommandScene, values: CommandInvocation['values']): CommandAnswer {
	const given = (values.get('persona') ?? '').slice(0, PERSONA_LIMITS.nameCharactersMax);
	return scene.answer('answer.persona-unknown', { name: escapeMarkdown(given) });
}
