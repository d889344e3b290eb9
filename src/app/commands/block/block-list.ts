/** `/block list`: whom the personas here take no notice of, and until when. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { PersonaUserBlock } from '#domain/person';
import type { Persona } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { listAnswer, pageOption } from '../list-page.ts';
import { shortened } from '../shortened.ts';
import { blockPersona, blockPersonaOption, unknownPersona } from './block-persona.ts';
import { blockEnd, isOngoing } from './block-words.ts';

const shownReasonMax = 100;

/** The subcommand. */
export function blockList(ports: CommandPorts): Subcommand {
	return {
		name: 'list',
		description: everyLocale('command.block.list.description'),
		answer: 'private',
		options: [blockPersonaOption(ports), pageOption()],
		run: (invocation) => listBlocks(invocation, ports),
	};
}

async function listBlocks(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { place, values } = invocation;
	const scene = await CommandScene.open(place, ports, 'private');
	if (place.guildId === null) return scene.answer('answer.block-direct');
	if (!place.canManage) return scene.answer('answer.needs-manage');
	const named = values.has('persona') ? await blockPersona(scene, invocation, ports) : undefined;
	if (named === null) return unknownPersona(scene, values);
	const serverId = scene.workspace.id;
	const personas = named ? [named] : await ports.personas.listPersonas(serverId);
	const { stores, clock } = ports.chat;
	const found = await Promise.all(
		personas.map(async (persona) => {
			const blocks = await stores.blocks.findBlocks(serverId, persona.id);
			return blocks.filter((each) => isOngoing(each, clock.now())).map((each) => blockLine(persona, each, scene));
		}),
	);
	return listAnswer({ title: scene.say('answer.block-title'), lines: found.flat() }, scene, invocation);
}

function blockLine({ name }: Persona, block: PersonaUserBlock, scene: CommandScene): string {
	const kind = scene.say(block.blockType === 'mute' ? 'command.block.user.mute' : 'command.block.user.block');
	const reason = block.reason === null ? [] : [shortened(block.reason, shownReasonMax)];
	const parts = [`**${escapeMarkdown(name)}**`, `<@${block.userDiscordId}>`, kind, blockEnd(block, scene), ...reason];
	return parts.join(' · ');
}
