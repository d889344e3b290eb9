/** The scene of a command that changes what a persona knows or how it talks. */
import { cleanPersonaName } from '#core/cards/clean-persona-name';
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { PERSONA_LIMITS } from '#domain/persona';
import { err, ok, type Result } from '#lib/result';
import type { AutocompleteQuery, CommandAnswer, CommandOption, FormFill, FormQuery } from '#ports/command';
import type { CommandPorts } from './command-ports.ts';
import { CommandScene } from './command-scene.ts';
import { suggestPersonas } from './persona/suggest-personas.ts';

/** `persona`, optional: the one in use when left out. */
export function ofPersonaOption(ports: CommandPorts): CommandOption {
	return {
		name: 'persona',
		description: everyLocale('command.of-persona'),
		kind: 'string',
		required: false,
		lengthMax: PERSONA_LIMITS.nameCharactersMax,
		autocomplete: (query) => suggestPersonas(query, ports),
	};
}

/**
 * The scene with the named persona in it, for those who may: with Manage Server, or to teach where members may. The
 * error is what the command answers instead.
 */
export async function managedScene(
	{ place, values }: FormQuery,
	ports: CommandPorts,
	purpose: 'manage' | 'teach' = 'manage',
): Promise<Result<CommandScene, CommandAnswer>> {
	const scene = await CommandScene.open(place, ports, 'private');
	const mayTeach = purpose === 'teach' && scene.settings.membersMayTeach;
	if (!place.canManage && !mayTeach) return err(scene.answer('answer.needs-manage'));
	const name = cleanPersonaName(values.get('persona') ?? '');
	if (name === '') return ok(scene);
	const persona = await ports.personas.findPersona(scene.workspace.id, name);
	return persona
		? ok(scene.about(persona))
		: err(scene.answer('answer.persona-unknown', { name: escapeMarkdown(name) }));
}

/** An empty form for whoever may send it; others are refused before they have written anything. */
export async function openEmptyForm(
	query: FormQuery,
	ports: CommandPorts,
	purpose: 'manage' | 'teach' = 'manage',
): Promise<FormFill> {
	const empty: FormFill = { kind: 'open', texts: new Map() };
	// Whoever manages the server gets it while the database is away, too.
	if (query.place.canManage) return empty;
	const opened = await managedScene(query, ports, purpose);
	return opened.ok ? empty : { kind: 'refuse', answer: opened.error };
}

/** The scene while something is typed, without creating anything; null where there is nothing to suggest. */
export async function suggestingScene(
	{ place, values }: AutocompleteQuery,
	ports: CommandPorts,
): Promise<CommandScene | null> {
	const scene = place.canManage ? await CommandScene.find(place, ports) : null;
	const name = cleanPersonaName(values?.get('persona') ?? '');
	if (!scene || name === '') return scene;
	const persona = await ports.personas.findPersona(scene.workspace.id, name);
	return persona && scene.about(persona);
}
