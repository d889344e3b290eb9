/** `/memory short-term mode`: where the last hours stand in prompts. */
import { everyLocale } from '#core/i18n/translate';
import { SHORT_TERM_LIMITS } from '#domain/memory';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import { speaksThroughNovelai } from '../behavior/apply-setting.ts';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { shortTermGroup } from './short-term-group.ts';

/** The subcommand. */
export function shortTermMode(ports: CommandPorts): Subcommand {
	return {
		name: 'mode',
		group: shortTermGroup(),
		description: everyLocale('command.memory.short-term.mode.description'),
		answer: 'private',
		options: [
			{
				name: 'mode',
				description: everyLocale('command.memory.short-term.mode.mode'),
				kind: 'string',
				required: true,
				choices: [
					{ value: 'inline', label: everyLocale('command.memory.short-term.mode.inline') },
					{ value: 'deferred', label: everyLocale('command.memory.short-term.mode.deferred') },
				],
			},
			{
				name: 'depth',
				description: everyLocale('command.memory.short-term.mode.depth'),
				kind: 'string',
				required: false,
			},
		],
		run: (invocation) => setMode(invocation, ports),
	};
}

async function setMode({ place, values }: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(place, ports, 'private');
	if (!place.canManage) return scene.answer('answer.needs-manage');
	const { shortTerm } = ports.chat.stores;
	if (values.get('mode') !== 'deferred') {
		await shortTerm.setDepth(scene.workspace.id, null);
		return scene.answer('answer.short-term-inline');
	}
	const depth = readDepth(values.get('depth'));
	if (depth === null) return scene.answer('answer.short-term-depth', { most: SHORT_TERM_LIMITS.depthMax });
	await shortTerm.setDepth(scene.workspace.id, depth);
	const said = scene.say('answer.short-term-deferred', { count: depth });
	return { text: speaksThroughNovelai(scene) ? `${said}\n${scene.say('answer.short-term-novelai')}` : said };
}

function readDepth(text: string | undefined): number | null {
	const { depthDefault, depthMax } = SHORT_TERM_LIMITS;
	if (text === undefined) return depthDefault;
	const depth = /^\d{1,3}$/.test(text.trim()) ? Number(text) : depthMax + 1;
	return depth <= depthMax ? depth : null;
}
