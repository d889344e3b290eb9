/** `/block user`: a persona takes no more notice of somebody. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { BLOCK_LIMITS, type PersonaUserBlock } from '#domain/person';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { blockPersona, blockPersonaOption, unknownPersona } from './block-persona.ts';
import { blockEnd } from './block-words.ts';

const HOUR_MS = 3_600_000;

/** The subcommand. */
export function blockUser(ports: CommandPorts): Subcommand {
	return {
		name: 'user',
		description: everyLocale('command.block.user.description'),
		answer: 'private',
		options: [
			{ name: 'user', description: everyLocale('command.block.user.user'), kind: 'user', required: true },
			{
				name: 'kind',
				description: everyLocale('command.block.user.kind'),
				kind: 'string',
				required: false,
				choices: [
					{ value: 'block', label: everyLocale('command.block.user.block') },
					{ value: 'mute', label: everyLocale('command.block.user.mute') },
				],
			},
			{ name: 'hours', description: everyLocale('command.block.user.hours'), kind: 'string', required: false },
			{
				name: 'reason',
				description: everyLocale('command.block.user.reason'),
				kind: 'string',
				required: false,
				lengthMax: BLOCK_LIMITS.reasonCharactersMax,
			},
			blockPersonaOption(ports),
		],
		run: (invocation) => block(invocation, ports),
	};
}

async function block(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { place, values } = invocation;
	const scene = await CommandScene.open(place, ports, 'private');
	if (place.guildId === null) return scene.answer('answer.block-direct');
	if (!place.canManage) return scene.answer('answer.needs-manage');
	const userDiscordId = values.get('user') ?? '';
	if (userDiscordId === ports.chat.selfId || userDiscordId === '') return scene.answer('answer.block-self');
	const persona = await blockPersona(scene, invocation, ports);
	if (persona === null) return unknownPersona(scene, values);
	const hours = readHours(values.get('hours'));
	if (hours === undefined) return scene.answer('answer.block-hours', { most: BLOCK_LIMITS.hoursMax });
	const { blocks } = ports.chat.stores;
	const present = await blocks.findBlocks(scene.workspace.id, persona.id);
	const isNew = present.every((each) => each.userDiscordId !== userDiscordId);
	const { perPersonaMax } = BLOCK_LIMITS;
	if (isNew && present.length >= perPersonaMax) return scene.answer('answer.block-too-many', { count: perPersonaMax });
	const reason = values.get('reason')?.trim().slice(0, BLOCK_LIMITS.reasonCharactersMax);
	const made: PersonaUserBlock = {
		personaId: persona.id,
		userDiscordId,
		blockType: values.get('kind') === 'mute' ? 'mute' : 'block',
		reason: reason ? reason : null,
		expiresAtMs: hours === null ? null : ports.chat.clock.now() + hours * HOUR_MS,
	};
	await blocks.saveBlock(scene.workspace.id, made);
	const name = escapeMarkdown(persona.name);
	const told = { name, user: `<@${userDiscordId}>`, end: blockEnd(made, scene) };
	return scene.answer(made.blockType === 'mute' ? 'answer.block-muted' : 'answer.block-blocked', told);
}

/** Null is for good; undefined is no number of hours. */
function readHours(text: string | undefined): number | null | undefined {
	if (text === undefined) return null;
	const trimmed = text.trim();
	const hours = /^\d{1,5}$/.test(trimmed) ? Number(trimmed) : 0;
	return hours >= 1 && hours <= BLOCK_LIMITS.hoursMax ? hours : undefined;
}
