/** `/persona edit`: a form with what a persona is, as it is now. */
import { checkPersona } from '#core/cards/check-persona';
import { cleanPersonaName } from '#core/cards/clean-persona-name';
import { joinPages, splitPages } from '#core/cards/personality-pages';
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { PERSONA_LIMITS, type Persona, type PersonaChange } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, CommandModal, FormFill, ModalField, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { choosePersona, fillFrom, personaOption } from './chosen-persona.ts';
import { describeProblem } from './describe-problem.ts';

/** Discord's own limit for one field of a form, and the fields that are left for the personality. */
const FIELD_CHARACTERS_MAX = 4_000;
const PAGES = ['personality', 'personality-2', 'personality-3'] as const;

/** The subcommand. */
export function personaEdit(ports: CommandPorts): Subcommand {
	return {
		name: 'edit',
		description: everyLocale('command.persona.edit.description'),
		answer: 'private',
		options: [personaOption(everyLocale('command.persona.edit.name'), ports)],
		modal: formOf(),
		fill: (query) => fillFrom(query, ports, fillForm),
		run: (invocation) => editPersona(invocation, ports),
	};
}

function formOf(): CommandModal {
	const paragraph = (name: string, label: ModalField['label'], required: boolean): ModalField => {
		return { name, label, style: 'paragraph', required, lengthMax: FIELD_CHARACTERS_MAX };
	};
	return {
		title: everyLocale('command.persona.edit.modal-title'),
		fields: [
			{
				name: 'new-name',
				label: everyLocale('command.persona.create.modal-name'),
				style: 'short',
				required: true,
				lengthMax: PERSONA_LIMITS.nameCharactersMax,
			},
			paragraph('aliases', everyLocale('command.persona.edit.modal-aliases'), false),
			paragraph(PAGES[0], everyLocale('command.persona.create.modal-personality'), true),
			paragraph(PAGES[1], everyLocale('command.persona.edit.modal-more'), false),
			paragraph(PAGES[2], everyLocale('command.persona.edit.modal-more'), false),
		],
	};
}

/** A form that showed only the beginning would cut the rest away when it is sent. */
function fillForm({ scene, persona }: { readonly scene: CommandScene; readonly persona: Persona }): FormFill {
	const pages = pagesOf(persona);
	if (pages === null) {
		const count = FIELD_CHARACTERS_MAX * PAGES.length;
		const name = escapeMarkdown(persona.name);
		return { kind: 'refuse', answer: scene.answer('answer.persona-form-full', { name, count }) };
	}
	const fields = PAGES.map((field, index) => [field, pages[index] ?? ''] as const);
	const texts = new Map([['new-name', persona.name], ['aliases', persona.aliases.join(', ')], ...fields]);
	return { kind: 'open', texts };
}

function pagesOf({ attributes }: Persona): readonly string[] | null {
	return splitPages(attributes.join('\n'), { charactersMax: FIELD_CHARACTERS_MAX, pagesMax: PAGES.length });
}

async function editPersona(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const chosen = await choosePersona(invocation.place, invocation.values, ports);
	if (!chosen.ok) return chosen.answer;
	const { scene, persona } = chosen;
	const change = changeOf(invocation.values, persona);
	const problem = checkPersona({ ...persona, ...change });
	if (problem) return describeProblem(problem, scene);
	if (Object.keys(change).length === 0) return scene.answer('answer.persona-unchanged');
	const changed = await ports.personas.changePersona(scene.workspace.id, persona.id, change);
	if (changed.ok) return scene.answer('answer.persona-edited', { name: escapeMarkdown(changed.value.name) });
	if (changed.error === 'gone') return scene.answer('answer.persona-gone');
	return scene.answer('answer.persona-name-taken', { name: escapeMarkdown(change.name ?? persona.name) });
}

/** Only what differs; a personality that was not touched keeps its attributes as they are. */
function changeOf(values: ReadonlyMap<string, string>, persona: Persona): PersonaChange {
	const name = cleanPersonaName(values.get('new-name') ?? '');
	const aliases = namesIn(values.get('aliases') ?? '').filter((alias) => alias.toLowerCase() !== name.toLowerCase());
	const pages = PAGES.map((field) => values.get(field) ?? '');
	const before = PAGES.map((_field, index) => pagesOf(persona)?.[index] ?? '');
	const isSame = pages.every((page, index) => page.trim() === (before[index] ?? '').trim());
	return {
		...(name === persona.name ? {} : { name, triggerWords: renamedWords(persona, name) }),
		...(aliases.join('\n') === persona.aliases.join('\n') ? {} : { aliases }),
		...(isSame ? {} : { attributes: [joinPages(pages)] }),
	};
}

/** Each once, whatever its case. */
function namesIn(text: string): readonly string[] {
	const names = text.split(/[,、，;\n]/u).map(cleanPersonaName);
	const keys = names.map((name) => name.toLowerCase());
	return names.filter((name, index) => name !== '' && keys.indexOf(keys[index] ?? '') === index);
}

/** Nobody expects a persona to listen to the name that it had. */
export function renamedWords({ name: former, triggerWords }: Persona, name: string): readonly string[] {
	return triggerWords.flatMap((word) => {
		if (word.toLowerCase() !== former.toLowerCase()) return [word];
		const next = name.toLowerCase();
		return next.length > PERSONA_LIMITS.triggerWordCharactersMax ? [] : [next];
	});
}
