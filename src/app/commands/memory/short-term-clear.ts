/** `/memory short-term clear`: forgets the last hours of this channel, or of the whole server. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { shortTermGroup } from './short-term-group.ts';

/** The subcommand. */
export function shortTermClear(ports: CommandPorts): Subcommand {
	return {
		name: 'clear',
		group: shortTermGroup(),
		description: everyLocale('command.memory.short-term.clear.description'),
		answer: 'private',
		options: [
			{
				name: 'where',
				description: everyLocale('command.memory.short-term.clear.where'),
				kind: 'string',
				required: false,
				choices: [
					{ value: 'channel', label: everyLocale('command.scope.channel') },
					{ value: 'server', label: everyLocale('command.scope.server') },
				],
			},
		],
		run: (invocation) => clearShortTerm(invocation, ports),
	};
}

async function clearShortTerm({ place, values }: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(place, ports, 'private');
	if (!place.canManage) return scene.answer('answer.needs-manage');
	const serverId = scene.workspace.id;
	const isWhole = values.get('where') === 'server';
	if (isWhole) await ports.chat.stores.shortTerm.clearShortTerm({ serverId });
	else await ports.chat.shortTerm.forgetChannel(serverId, place.channelId);
	return scene.answer(isWhole ? 'answer.short-term-cleared-server' : 'answer.short-term-cleared');
}
