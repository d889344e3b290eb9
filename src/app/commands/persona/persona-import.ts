/** `/persona import`: a character card becomes the persona in use. */
import { readCardSettings } from '#core/cards/card-settings';
import { keptFields } from '#core/cards/kept-fields';
import { readLineage } from '#core/cards/own-fields';
import { EXAMPLE_DIALOGUE_CHARACTERS_MAX, readCard } from '#core/cards/read-card';
import { lorebookProblem, readLorebook } from '#core/cards/read-lorebook';
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { loreRefusal } from '../lore/lore-problem.ts';
import { readAttachment } from '../read-attachment.ts';
import { storeCard } from './store-card.ts';
import { storePersona } from './store-persona.ts';

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

/** A card keeps its lineage only when it was signed here (ruling P12). */
async function importPersona(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	if (!invocation.place.canManage) return scene.answer('answer.needs-manage');
	const file = await readAttachment(invocation, ports, scene);
	if (!file.ok) return file.error;
	const { json, picture } = file.value;
	const draft = readCard(json);
	if (!draft.ok) {
		if (draft.error === 'unreadable') return scene.answer('answer.card-unreadable');
		const part = scene.say('answer.persona-samples');
		return scene.answer('answer.persona-too-long', { part, count: EXAMPLE_DIALOGUE_CHARACTERS_MAX });
	}
	const lore = readLorebook(json);
	const problem = lorebookProblem(lore);
	if (problem) return loreRefusal(problem, scene);
	const claim = readLineage(json);
	return await storePersona(draft.value, scene, {
		ports,
		success: 'answer.persona-imported',
		lineageId: claim === null ? null : ports.lineages.lineageOf(claim),
		andThen: (persona) => {
			const card = { persona, lore, picture, settings: readCardSettings(json), fields: keptFields(json) };
			return storeCard(card, scene, ports);
		},
	});
}
