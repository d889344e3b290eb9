/** `/persona list`: the names of the personas here, the one in use first. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { Persona } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';

/** The subcommand. */
export function personaList(ports: CommandPorts): Subcommand {
	return {
		name: 'list',
		description: everyLocale('command.persona.list.description'),
		answer: 'private',
		options: [],
		run: (invocation) => listPersonas(invocation, ports),
	};
}

/** Twenty names of 80 characters, each escaped, fit into a card's description. */
async function listPersonas(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const personas = await ports.personas.listPersonas(scene.workspace.id);
	const description = personas.map((persona) => line(persona, scene)).join('\n');
	return { text: '', card: { title: scene.say('answer.persona-list-title'), description, fields: [] } };
}

function line({ name, isAlter }: Persona, scene: CommandScene): string {
	const shown = escapeMarkdown(name);
	return isAlter ? shown : scene.say('answer.persona-in-use', { name: shown });
}
