/** `/persona export`: a persona as a character card. */
import { NO_CARD_SETTINGS } from '#core/cards/card-settings';
import { type CardSource, writeCards } from '#core/cards/write-card';
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { PERSONA_LIMITS, type Persona } from '#domain/persona';
import type { CommandAnswer, CommandFile, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { fileName } from '../file-name.ts';
import { sendable, tooLarge } from '../sendable-file.ts';
import { suggestPersonas } from './suggest-personas.ts';

/** The subcommand. */
export function personaExport(ports: CommandPorts): Subcommand {
	return {
		name: 'export',
		description: everyLocale('command.persona.export.description'),
		answer: 'private',
		options: [
			{
				name: 'name',
				description: everyLocale('command.persona.export.name'),
				kind: 'string',
				required: true,
				lengthMax: PERSONA_LIMITS.nameCharactersMax,
				autocomplete: (query) => suggestPersonas(query, ports),
			},
			{
				name: 'format',
				description: everyLocale('command.persona.export.format'),
				kind: 'string',
				required: false,
				choices: [
					{ value: 'png', label: everyLocale('command.persona.export.png') },
					{ value: 'json', label: everyLocale('command.prompt.export.json') },
				],
			},
		],
		run: (invocation) => exportPersona(invocation, ports),
	};
}

async function exportPersona(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const given = invocation.values.get('name') ?? '';
	const persona = await ports.personas.findPersona(scene.workspace.id, given);
	if (!persona) return scene.answer('answer.persona-unknown', { name: escapeMarkdown(given) });
	const { channelId } = invocation.place;
	const query = { serverId: scene.workspace.id, channelId, personaId: persona.id, userId: scene.userId };
	const settings = (await ports.settings.readScopes(query)).persona ?? NO_CARD_SETTINGS;
	const file = await cardFile({ persona, settings }, ports, invocation.values.get('format') === 'json');
	if (!file) return tooLarge(scene);
	return { text: scene.say('answer.persona-exported', { name: escapeMarkdown(persona.name) }), file };
}

/**
 * The persona's own lore goes along; what the whole server knows stays. A picture that leaves no room for the card gives
 * way to the plain one; null when the card alone is too large to be sent.
 */
async function cardFile(
	{ persona, settings }: Pick<CardSource, 'settings'> & { readonly persona: Persona },
	ports: CommandPorts,
	isJson: boolean,
): Promise<CommandFile | null> {
	const { id, serverId, lineageId } = persona;
	const [entries, fields, picture] = await Promise.all([
		ports.lorebooks.listEntries(serverId, lineageId),
		ports.personaCards.findFields(id),
		isJson ? null : ports.personaCards.findPicture(id),
	]);
	const lore = entries.filter((entry) => entry.lineageId === lineageId);
	const lineage = ports.lineages.sign(lineageId);
	const cards = writeCards({ persona, lore, settings, fields: fields ?? {}, lineage });
	if (isJson) return sendable({ name: fileName(persona.name, 'json'), text: cards.v3 });
	const named = { name: fileName(persona.name, 'png') };
	const own = sendable({ ...named, bytes: await ports.cards.encodePng(cards, picture) });
	return own ?? sendable({ ...named, bytes: await ports.cards.encodePng(cards, null) });
}
