/** `/lore add`: a form for a lorebook entry. */
import { everyLocale } from '#core/i18n/translate';
import { LORE_LIMITS, LOREBOOK_DEFAULTS, type LorebookDraft } from '#domain/lorebook';
import type { CommandAnswer, CommandInvocation, CommandModal, CommandOption, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { managedScene, ofPersonaOption, openEmptyForm } from '../managed-scene.ts';
import { readLoreKeys } from './lore-keys.ts';
import { chosenLineage, loreScopeOption } from './lore-scope.ts';

/** Discord's own limit for one field of a form. */
const fieldCharactersMax = 4_000;

/** The subcommand. */
export function loreAdd(ports: CommandPorts): Subcommand {
	return {
		name: 'add',
		description: everyLocale('command.lore.add.description'),
		answer: 'private',
		options: [...loreOptions(), ofPersonaOption(ports)],
		modal: loreForm(),
		fill: (query) => openEmptyForm(query, ports, 'teach'),
		run: (invocation) => addLore(invocation, ports),
	};
}

function loreOptions(): readonly CommandOption[] {
	return [
		{
			name: 'always_on',
			description: everyLocale('command.lore.add.always-on'),
			kind: 'string',
			required: false,
			choices: [
				{ value: 'no', label: everyLocale('command.choice.no') },
				{ value: 'yes', label: everyLocale('command.choice.yes') },
			],
		},
		{
			name: 'position',
			description: everyLocale('command.lore.add.position'),
			kind: 'string',
			required: false,
			choices: [
				{ value: 'before', label: everyLocale('command.lore.before') },
				{ value: 'after', label: everyLocale('command.lore.after') },
			],
		},
		loreScopeOption('command.lore.add.scope'),
	];
}

function loreForm(): CommandModal {
	return {
		title: everyLocale('command.lore.add.modal-title'),
		fields: [
			{
				name: 'keys',
				label: everyLocale('command.lore.add.modal-keys'),
				style: 'paragraph',
				required: false,
				lengthMax: fieldCharactersMax,
			},
			{
				name: 'content',
				label: everyLocale('command.lore.add.modal-content'),
				style: 'paragraph',
				required: true,
				lengthMax: fieldCharactersMax,
			},
		],
	};
}

async function addLore(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports, 'teach');
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const draft = draftOf(invocation);
	if (draft.content === '') return scene.answer('answer.lore-blank');
	if (draft.keys.length === 0 && !draft.isConstant) return scene.answer('answer.lore-needs-key');
	const { keysMax, keyCharactersMax, entriesMax } = LORE_LIMITS;
	if (draft.keys.length > keysMax || draft.keys.some((key) => key.length > keyCharactersMax)) {
		return scene.answer('answer.lore-keys', { entries: keysMax, characters: keyCharactersMax });
	}
	const owner = { serverId: scene.workspace.id, lineageId: chosenLineage(invocation, scene) };
	const stored = await ports.lorebooks.addEntry(owner, draft, entriesMax);
	if (!stored.ok) return scene.answer('answer.lore-too-many', { count: entriesMax });
	return scene.answer(draft.isConstant ? 'answer.lore-added-always' : 'answer.lore-added', {
		count: draft.keys.length,
	});
}

function draftOf({ values }: CommandInvocation): LorebookDraft {
	return {
		...LOREBOOK_DEFAULTS,
		title: '',
		content: (values.get('content') ?? '').trim(),
		keys: readLoreKeys(values.get('keys') ?? ''),
		isConstant: values.get('always_on') === 'yes',
		position: values.get('position') === 'after' ? 'after' : 'before',
	};
}
