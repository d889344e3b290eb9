/** `/persona import`: a character card becomes the persona in use. */
import { EXAMPLE_DIALOGUE_CHARACTERS_MAX, readCard } from '#core/cards/read-card';
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import type { CardRefusal } from '#ports/card-codec';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { storePersona } from './store-persona.ts';

/** Megabytes of a card file, for the sentence that refuses a larger one. */
export const CARD_FILE_MEGABYTES_MAX = 10;

/** The subcommand. */
export function personaImport(ports: CommandPorts): Subcommand {
	return {
		name: 'import',
		description: everyLocale('command.persona.import.description'),
		answer: 'private',
		options: [
			{
				name: 'file',
				description: everyLocale('command.persona.import.file'),
				kind: 'attachment',
				required: true,
			},
		],
		run: (invocation) => importPersona(invocation, ports),
	};
}

const REFUSALS: Readonly<Record<CardRefusal, MessageKey>> = {
	'too-large': 'answer.card-too-large',
	'not-a-card-file': 'answer.card-not-a-card',
	'json-broken': 'answer.card-json-broken',
	'no-card-inside': 'answer.card-empty',
	unreadable: 'answer.card-unreadable',
};

async function importPersona(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	if (!invocation.place.canManage) return scene.answer('answer.needs-manage');
	const file = invocation.attachments.get('file');
	if (!file) return scene.answer('answer.card-unreachable');
	const size = { size: CARD_FILE_MEGABYTES_MAX };
	if (file.sizeBytes > CARD_FILE_MEGABYTES_MAX * 1_000_000) return scene.answer('answer.card-too-large', size);

	const bytes = await ports.attachments.fetchAttachment(file.url, invocation.signal);
	if (!bytes.ok) {
		return bytes.error === 'too-large'
			? scene.answer('answer.card-too-large', size)
			: scene.answer('answer.card-unreachable');
	}
	const json = ports.cards.decodeCard(bytes.value);
	if (!json.ok) return scene.answer(REFUSALS[json.error], size);
	const draft = readCard(json.value);
	if (!draft.ok) {
		if (draft.error === 'unreadable') return scene.answer('answer.card-unreadable');
		const part = scene.say('answer.persona-samples');
		return scene.answer('answer.persona-too-long', { part, count: EXAMPLE_DIALOGUE_CHARACTERS_MAX });
	}
	return storePersona(draft.value, scene, { ports, success: 'answer.persona-imported' });
}
