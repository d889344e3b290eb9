/** `/persona remove`: takes a persona away, after a second word of the person. */
import { cleanPersonaName } from '#core/cards/clean-persona-name';
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { PersonaId } from '#domain/ids';
import { PERSONA_LIMITS, type Persona } from '#domain/persona';
import type { ButtonHandler, CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { choosePersona, personaOption } from './chosen-persona.ts';
import { suggestPersonas } from './suggest-personas.ts';

/** The first part of the ids of its buttons. */
export const personaRemovePrefix = 'persona-remove';

/** The subcommand. */
export function personaRemove(ports: CommandPorts): Subcommand {
	return {
		name: 'remove',
		description: everyLocale('command.persona.remove.description'),
		answer: 'private',
		options: [
			personaOption(everyLocale('command.persona.remove.name'), ports, true),
			{
				name: 'next',
				description: everyLocale('command.persona.remove.next'),
				kind: 'string',
				required: false,
				lengthMax: PERSONA_LIMITS.nameCharactersMax,
				autocomplete: (query) => suggestPersonas(query, ports, (persona) => persona.isAlter),
			},
		],
		run: (invocation) => askToRemove(invocation, ports),
	};
}

async function askToRemove(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const chosen = await choosePersona(invocation.place, invocation.values, ports);
	if (!chosen.ok) return chosen.answer;
	const { scene, persona } = chosen;
	const name = escapeMarkdown(persona.name);
	if (persona.isAlter) {
		return { text: scene.say('answer.persona-remove-ask', { name }), buttons: buttonsOf(persona, null, scene) };
	}
	const all = await ports.personas.listPersonas(scene.workspace.id);
	if (all.length === 1) return scene.answer('answer.persona-remove-last', { name });
	const given = cleanPersonaName(invocation.values.get('next') ?? '');
	const next = given === '' ? null : await ports.personas.findPersona(scene.workspace.id, given);
	if (given !== '' && !next) return scene.answer('answer.persona-unknown', { name: escapeMarkdown(given) });
	if (!next?.isAlter) return scene.answer('answer.persona-remove-main', { name });
	const text = scene.say('answer.persona-remove-ask-main', { name, next: escapeMarkdown(next.name) });
	return { text, buttons: buttonsOf(persona, next, scene) };
}

function buttonsOf(persona: Persona, next: Persona | null, scene: CommandScene): NonNullable<CommandAnswer['buttons']> {
	const id = `${personaRemovePrefix}:${persona.id}:${next?.id ?? 0}`;
	return [
		{ id, emoji: '🗑️', label: scene.say('answer.button-remove'), isEnabled: true, isDangerous: true },
		{ id: `${personaRemovePrefix}:keep`, emoji: '↩️', label: scene.say('answer.button-keep'), isEnabled: true },
	];
}

/** The presses on the buttons of the question; the answer takes its place, so that nobody presses twice. */
export function confirmRemoval(ports: CommandPorts): ButtonHandler {
	return async ({ buttonId, place }) => {
		const scene = await CommandScene.open(place, ports, 'private');
		const [, id, nextId] = /^persona-remove:(\d{1,15}):(\d{1,15})$/.exec(buttonId) ?? [];
		const answer =
			id === undefined || nextId === undefined
				? scene.answer('answer.persona-kept')
				: place.canManage
					? await remove({ id: Number(id) as PersonaId, nextId: Number(nextId) as PersonaId }, scene, ports)
					: scene.answer('answer.needs-manage');
		return { ...answer, replacesMessage: true };
	};
}

async function remove(
	{ id, nextId }: { readonly id: PersonaId; readonly nextId: PersonaId },
	scene: CommandScene,
	ports: CommandPorts,
): Promise<CommandAnswer> {
	const removed = await ports.personas.removePersona(scene.workspace.id, id, nextId > 0 ? nextId : null);
	if (!removed.ok && removed.error === 'gone') return scene.answer('answer.persona-gone');
	if (!removed.ok) return scene.answer('answer.persona-remove-main', { name: escapeMarkdown(scene.persona.name) });
	await ports.chat.avatars.remove(id);
	const name = escapeMarkdown(removed.value.name);
	if (removed.value.isAlter) return scene.answer('answer.persona-removed', { name });
	const main = await ports.personas.mainPersona(scene.workspace.id);
	return scene.answer('answer.persona-removed-main', { name, next: escapeMarkdown(main.name) });
}
