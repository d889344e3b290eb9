/** `/persona create`: a form for a new persona, beside the main one or in its place. */
import { everyLocale } from '#core/i18n/translate';
import { EMPTY_ATTG, PERSONA_LIMITS } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, ModalField, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { openEmptyForm } from '../managed-scene.ts';
import { storePersona } from './store-persona.ts';
import { unreadWords } from './unread-words.ts';

/** Discord's own limit for one field of a form. */
const FIELD_CHARACTERS_MAX = 4_000;

/** The subcommand. */
export function personaCreate(ports: CommandPorts): Subcommand {
	return {
		name: 'create',
		description: everyLocale('command.persona.create.description'),
		answer: 'private',
		options: [
			{
				name: 'main',
				description: everyLocale('command.persona.create.main'),
				kind: 'string',
				required: false,
				choices: [
					{ value: 'no', label: everyLocale('command.choice.no') },
					{ value: 'yes', label: everyLocale('command.choice.yes') },
				],
			},
		],
		modal: { title: everyLocale('command.persona.create.modal-title'), fields: formFields() },
		fill: (query) => openEmptyForm(query, ports),
		run: (invocation) => createPersona(invocation, ports),
	};
}

function formFields(): readonly ModalField[] {
	return [
		{
			name: 'name',
			label: everyLocale('command.persona.create.modal-name'),
			style: 'short',
			required: true,
			lengthMax: PERSONA_LIMITS.nameCharactersMax,
		},
		{
			name: 'personality',
			label: everyLocale('command.persona.create.modal-personality'),
			style: 'paragraph',
			required: true,
			lengthMax: FIELD_CHARACTERS_MAX,
		},
		{
			name: 'sample-user',
			label: everyLocale('command.persona.create.modal-sample-user'),
			style: 'short',
			required: false,
			lengthMax: FIELD_CHARACTERS_MAX,
		},
		{
			name: 'sample-persona',
			label: everyLocale('command.persona.create.modal-sample-persona'),
			style: 'paragraph',
			required: false,
			lengthMax: FIELD_CHARACTERS_MAX,
		},
	];
}

async function createPersona(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	if (!invocation.place.canManage) return scene.answer('answer.needs-manage');
	const field = (name: string): string => (invocation.values.get(name) ?? '').trim();
	const name = field('name');
	const user = field('sample-user');
	const persona = field('sample-persona');
	const draft = {
		name,
		attributes: [field('personality')],
		samples: persona === '' ? [] : [{ user: user === '' ? null : user, persona }],
		triggerWords: [name.toLowerCase()],
		attg: EMPTY_ATTG,
	};
	// In a direct message there is nobody beside the bot, so whoever is made there speaks at once.
	const main = invocation.values.get('main') ?? (scene.workspace.kind === 'direct' ? 'yes' : 'no');
	if (main === 'yes') return storePersona(draft, scene, { ports, success: 'answer.persona-created' });
	const andThen = async (): Promise<string | null> => unreadWords(scene, ports);
	return storePersona(draft, scene, { ports, success: 'answer.persona-created-beside', isAlter: true, andThen });
}
