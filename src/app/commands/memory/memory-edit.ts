/** `/memory edit`: changes a memory in a form that shows it. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, CommandModal, FormFill, FormQuery, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { scopeOption } from '../scope-option.ts';
import { changeMemory } from './change-memory.ts';
import { findMemory, memoryOption } from './find-memory.ts';
import { writeMemoryGates } from './memory-gates.ts';
import { memoryRefusal, readMemory } from './read-memory.ts';

/** Discord's own limit for one field of a form. */
const fieldCharactersMax = 4_000;

/** The subcommand. */
export function memoryEdit(ports: CommandPorts): Subcommand {
	return {
		name: 'edit',
		description: everyLocale('command.memory.edit.description'),
		answer: 'private',
		options: [memoryOption(ports), scopeOption(everyLocale('command.memory.scope'))],
		modal: memoryForm(ports),
		fill: (query) => fillForm(query, ports),
		run: (invocation) => editMemory(invocation, ports),
	};
}

function memoryForm({ memoryLimits }: CommandPorts): CommandModal {
	return {
		title: everyLocale('command.memory.edit.modal-title'),
		fields: [
			{
				name: 'text',
				label: everyLocale('command.memory.edit.modal-text'),
				style: 'paragraph',
				required: true,
				lengthMax: Math.min(fieldCharactersMax, memoryLimits.charactersMax),
			},
			{
				name: 'tags',
				label: everyLocale('command.memory.edit.modal-tags'),
				style: 'paragraph',
				required: false,
				lengthMax: fieldCharactersMax,
			},
		],
	};
}

async function fillForm(query: FormQuery, ports: CommandPorts): Promise<FormFill> {
	const scene = await CommandScene.open(query.place, ports, 'private');
	const meant = await findMemory(scene, query, ports);
	if (meant === null) return { kind: 'refuse', answer: scene.answer('answer.needs-manage') };
	if (meant.memory === null) return { kind: 'refuse', answer: scene.answer('answer.memory-unknown') };
	const { content, gates } = meant.memory;
	const room = Math.min(fieldCharactersMax, ports.memoryLimits.charactersMax);
	// A form that shows half of a memory would cut it when it comes back; only a limit that was lowered since can be met.
	if (content.length > room) return { kind: 'refuse', answer: scene.answer('answer.memory-no-form', { count: room }) };
	return {
		kind: 'open',
		texts: new Map([
			['text', content],
			['tags', writeMemoryGates(gates)],
		]),
	};
}

async function editMemory(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const { values } = invocation;
	const meant = await findMemory(scene, invocation, ports);
	if (meant === null) return scene.answer('answer.needs-manage');
	if (meant.memory === null) return scene.answer('answer.memory-unknown');
	const { charactersMax } = ports.memoryLimits;
	const words = readMemory({ text: values.get('text') ?? '', tags: values.get('tags') ?? '' }, charactersMax);
	if (!words.ok) {
		const { key, parameters } = memoryRefusal(words.error, charactersMax);
		return scene.answer(key, parameters);
	}
	const changed = await changeMemory({ scene, memory: meant.memory, words: words.value }, ports);
	return scene.answer(changed ? 'answer.memory-changed' : 'answer.memory-unknown');
}
