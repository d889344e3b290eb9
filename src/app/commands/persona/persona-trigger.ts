/** `/persona trigger`: the words that call a persona. */
import { checkPersona } from '#core/cards/check-persona';
import { cleanPersonaName } from '#core/cards/clean-persona-name';
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { compileCalls } from '#core/triggers/compile-calls';
import type { Persona } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { choosePersona, fillFrom, personaOption } from './chosen-persona.ts';
import { describeProblem } from './describe-problem.ts';
import { unreadWords } from './unread-words.ts';

/** More than the words may have, so that the limit is named instead of met by Discord's own refusal. */
const FIELD_CHARACTERS_MAX = 4_000;

/** The subcommand. */
export function personaTrigger(ports: CommandPorts): Subcommand {
	return {
		name: 'trigger',
		description: everyLocale('command.persona.trigger.description'),
		answer: 'private',
		options: [personaOption(everyLocale('command.persona.trigger.name'), ports)],
		modal: {
			title: everyLocale('command.persona.trigger.modal-title'),
			fields: [
				{
					name: 'words',
					label: everyLocale('command.persona.trigger.modal-words'),
					style: 'paragraph',
					required: false,
					lengthMax: FIELD_CHARACTERS_MAX,
				},
			],
		},
		fill: (query) =>
			fillFrom(query, ports, ({ persona }) => {
				return { kind: 'open', texts: new Map([['words', persona.triggerWords.join('\n')]]) };
			}),
		run: (invocation) => setWords(invocation, ports),
	};
}

async function setWords(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const chosen = await choosePersona(invocation.place, invocation.values, ports);
	if (!chosen.ok) return chosen.answer;
	const { scene, persona } = chosen;
	const triggerWords = wordsIn(invocation.values.get('words') ?? '');
	const problem = checkPersona({ ...persona, triggerWords });
	if (problem) return describeProblem(problem, scene);
	const changed = await ports.personas.changePersona(scene.workspace.id, persona.id, { triggerWords });
	if (!changed.ok) return scene.answer('answer.persona-gone');
	const others = await ports.personas.listPersonas(scene.workspace.id);
	const unread = unreadWords(scene, ports);
	const lines = [told(changed.value, scene), ...takenWords(changed.value, others, scene), ...(unread ? [unread] : [])];
	return { text: lines.join('\n') };
}

/** One a line; each once, whatever its case. */
function wordsIn(text: string): readonly string[] {
	const words = text.split('\n').map((word) => cleanPersonaName(word).replace(/^@/, ''));
	const keys = words.map((word) => word.toLowerCase());
	return words.filter((word, index) => word !== '' && keys.indexOf(keys[index] ?? '') === index);
}

function told({ name, triggerWords }: Persona, scene: CommandScene): string {
	const shown = escapeMarkdown(name);
	if (triggerWords.length === 0) return scene.say('answer.persona-called-by-names', { name: shown });
	return scene.say('answer.persona-called', { name: shown, words: triggerWords.map(escapeMarkdown).join(', ') });
}

/** A word belongs to one persona, so one that another has first is of no use here. */
function takenWords(persona: Persona, all: readonly Persona[], scene: CommandScene): readonly string[] {
	const calls = compileCalls(all);
	return persona.triggerWords.flatMap((word) => {
		const [first] = calls.findCalls(word);
		const owner = all.find((other) => other.id === first?.personaId);
		if (!owner || owner.id === persona.id) return [];
		const parameters = { word: escapeMarkdown(word), name: escapeMarkdown(owner.name) };
		return [scene.say('answer.persona-word-elsewhere', parameters)];
	});
}
