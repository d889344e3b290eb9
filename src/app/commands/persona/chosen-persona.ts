/** The persona that a command is about. */
import { cleanPersonaName } from '#core/cards/clean-persona-name';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { LocalizedText } from '#domain/localized-text';
import { PERSONA_LIMITS, type Persona } from '#domain/persona';
import type { CommandAnswer, CommandOption, CommandPlace, FormFill, FormQuery } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { suggestPersonas } from './suggest-personas.ts';

/** `name`, with the names that are there. */
export function personaOption(description: LocalizedText, ports: CommandPorts, required = false): CommandOption {
	return {
		name: 'name',
		description,
		kind: 'string',
		required,
		lengthMax: PERSONA_LIMITS.nameCharactersMax,
		autocomplete: (query) => suggestPersonas(query, ports),
	};
}

/** Where a command is given and which persona it names; or why it may not go on. */
export type Chosen =
	| { readonly ok: true; readonly scene: CommandScene; readonly persona: Persona }
	| { readonly ok: false; readonly answer: CommandAnswer };

/** The named persona, else the main one, for somebody who may manage it. */
export async function choosePersona(
	place: CommandPlace,
	values: ReadonlyMap<string, string>,
	ports: CommandPorts,
): Promise<Chosen> {
	const scene = await CommandScene.open(place, ports, 'private');
	if (!place.canManage) return { ok: false, answer: scene.answer('answer.needs-manage') };
	const given = cleanPersonaName(values.get('name') ?? '');
	const persona = given === '' ? scene.persona : await ports.personas.findPersona(scene.workspace.id, given);
	if (persona) return { ok: true, scene, persona };
	return { ok: false, answer: scene.answer('answer.persona-unknown', { name: escapeMarkdown(given) }) };
}

/** The beginning of a form about one persona. */
export async function fillFrom(
	{ place, values }: FormQuery,
	ports: CommandPorts,
	fill: (chosen: { readonly scene: CommandScene; readonly persona: Persona }) => FormFill,
): Promise<FormFill> {
	const chosen = await choosePersona(place, values, ports);
	return chosen.ok ? fill(chosen) : { kind: 'refuse', answer: chosen.answer };
}
