/** `/persona switch`: another stored persona becomes the one in use. */
import { cleanPersonaName } from '#core/cards/clean-persona-name';
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { PERSONA_LIMITS } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { suggestPersonas } from './suggest-personas.ts';

/** The subcommand. */
export function personaSwitch(ports: CommandPorts): Subcommand {
	return {
		name: 'switch',
		description: everyLocale('command.persona.switch.description'),
		answer: 'private',
		options: [
			{
				name: 'name',
				description: everyLocale('command.persona.switch.name'),
				kind: 'string',
				required: true,
				lengthMax: PERSONA_LIMITS.nameCharactersMax,
				autocomplete: (query) => suggestPersonas(query, ports, (persona) => persona.isAlter),
			},
		],
		run: (invocation) => switchPersona(invocation, ports),
	};
}

async function switchPersona(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	if (!invocation.place.canManage) return scene.answer('answer.needs-manage');
	const given = cleanPersonaName(invocation.values.get('name') ?? '');
	const persona = await ports.personas.switchMainPersona(scene.workspace.id, given);
	if (!persona) return scene.answer('answer.persona-unknown', { name: escapeMarkdown(given) });
	const name = escapeMarkdown(persona.name);
	return scene.answer(persona.id === scene.persona.id ? 'answer.persona-already' : 'answer.persona-switched', { name });
}
