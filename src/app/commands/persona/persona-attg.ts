/** `/persona attg`: the story header of a persona. */
import { checkPersona } from '#core/cards/check-persona';
import { everyLocale } from '#core/i18n/translate';
import { profileOf } from '#core/novelai/profiles/profile-of';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { type AttgFields, PERSONA_LIMITS } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, ModalField, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { choosePersona, fillFrom, personaOption } from './chosen-persona.ts';
import { describeProblem } from './describe-problem.ts';

/** The subcommand. */
export function personaAttg(ports: CommandPorts): Subcommand {
	return {
		name: 'attg',
		description: everyLocale('command.persona.attg.description'),
		answer: 'private',
		options: [personaOption(everyLocale('command.persona.attg.name'), ports)],
		modal: { title: everyLocale('command.persona.attg.modal-title'), fields: formFields() },
		fill: (query) =>
			fillFrom(query, ports, ({ persona }) => {
				const { author, title, tags, genre, stars } = persona.attg;
				const texts = Object.entries({ author, title, tags, genre, stars: stars === null ? '' : String(stars) });
				return { kind: 'open', texts: new Map(texts) };
			}),
		run: (invocation) => setHeader(invocation, ports),
	};
}

function formFields(): readonly ModalField[] {
	const short = (name: string, label: ModalField['label'], lengthMax: number): ModalField => {
		return { name, label, style: 'short', required: false, lengthMax };
	};
	const { attgCharactersMax } = PERSONA_LIMITS;
	return [
		short('author', everyLocale('command.persona.attg.modal-author'), attgCharactersMax),
		short('title', everyLocale('command.persona.attg.modal-title-field'), attgCharactersMax),
		short('tags', everyLocale('command.persona.attg.modal-tags'), attgCharactersMax),
		short('genre', everyLocale('command.persona.attg.modal-genre'), attgCharactersMax),
		short('stars', everyLocale('command.persona.attg.modal-stars'), 10),
	];
}

async function setHeader(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const chosen = await choosePersona(invocation.place, invocation.values, ports);
	if (!chosen.ok) return chosen.answer;
	const { scene, persona } = chosen;
	const attg = headerIn(invocation.values);
	if (attg === null) return scene.answer('answer.persona-stars');
	const problem = checkPersona({ ...persona, attg });
	if (problem) return describeProblem(problem, scene);
	const changed = await ports.personas.changePersona(scene.workspace.id, persona.id, { attg });
	if (!changed.ok) return scene.answer('answer.persona-gone');
	const name = escapeMarkdown(persona.name);
	const isEmpty =
		attg.stars === null && [attg.author, attg.title, attg.tags, attg.genre].every((field) => field === '');
	if (isEmpty) return scene.answer('answer.persona-attg-cleared', { name });
	const unread = unreadHeader(scene);
	const saved = scene.say('answer.persona-attg-saved', { name });
	return { text: unread === null ? saved : `${saved}\n${unread}` };
}

/** On one line each, as they stand in one line of the prompt; null when the stars are none. */
function headerIn(values: ReadonlyMap<string, string>): AttgFields | null {
	const field = (name: string): string => (values.get(name) ?? '').replace(/\s+/gu, ' ').trim();
	const given = field('stars').normalize('NFKC');
	if (given !== '' && !/^[1-5]$/.test(given)) return null;
	const stars = given === '' ? null : Number(given);
	return { author: field('author'), title: field('title'), tags: field('tags'), genre: field('genre'), stars };
}

/** What is set and does nothing says so. */
function unreadHeader(scene: CommandScene): string | null {
	const profile = profileOf(scene.settings.modelCodename);
	if (profile?.attg === true) return null;
	const model = escapeMarkdown(profile?.displayName ?? scene.settings.modelCodename);
	return scene.say('answer.persona-attg-unread', { model });
}
