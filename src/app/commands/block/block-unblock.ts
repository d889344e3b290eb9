/** `/block unblock`: a persona takes notice of somebody again. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { AutocompleteQuery, CommandAnswer, CommandInvocation, Subcommand, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { blockPersona, blockPersonaOption, unknownPersona } from './block-persona.ts';
import { isOngoing } from './block-words.ts';

/** The subcommand. */
export function blockUnblock(ports: CommandPorts): Subcommand {
	return {
		name: 'unblock',
		description: everyLocale('command.block.unblock.description'),
		answer: 'private',
		options: [
			// Who has left the server is not in Discord's own list of people.
			{
				name: 'user',
				description: everyLocale('command.block.unblock.user'),
				kind: 'string',
				required: true,
				lengthMax: 100,
				autocomplete: (query) => suggestBlocked(query, ports),
			},
			blockPersonaOption(ports),
		],
		run: (invocation) => unblock(invocation, ports),
	};
}

async function unblock(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { place, values } = invocation;
	const scene = await CommandScene.open(place, ports, 'private');
	if (place.guildId === null) return scene.answer('answer.block-direct');
	if (!place.canManage) return scene.answer('answer.needs-manage');
	const persona = await blockPersona(scene, invocation, ports);
	if (persona === null) return unknownPersona(scene, values);
	const name = escapeMarkdown(persona.name);
	const userId = /^(?:<@!?)?(\d{1,20})>?$/.exec(values.get('user')?.trim() ?? '')?.[1];
	const isGone =
		userId !== undefined && (await ports.chat.stores.blocks.removeBlock(scene.workspace.id, persona.id, userId));
	if (!isGone) return scene.answer('answer.block-none', { name });
	return scene.answer('answer.block-removed', { name, user: `<@${userId}>` });
}

async function suggestBlocked(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const { place, text } = query;
	const scene = place.canManage && place.guildId !== null ? await CommandScene.find(place, ports) : null;
	const persona = scene && (await blockPersona(scene, { values: query.values ?? new Map() }, ports));
	if (!scene || !persona) return [];
	const serverId = scene.workspace.id;
	const { stores, clock } = ports.chat;
	const blocks = await stores.blocks.findBlocks(serverId, persona.id);
	const discordIds = blocks.filter((each) => isOngoing(each, clock.now())).map((each) => each.userDiscordId);
	const people = await stores.people.findPeople({ serverId, personaId: persona.id, discordIds });
	const names = new Map(people.map(({ discordId, displayName }) => [discordId, displayName]));
	const typed = text.trim().toLowerCase();
	return discordIds
		.map((id) => ({ name: names.get(id) ? `${names.get(id)} (${id})` : id, value: id }))
		.filter(({ name }) => name.toLowerCase().includes(typed));
}
