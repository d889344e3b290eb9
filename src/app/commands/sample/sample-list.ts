/** `/sample list`: the examples of how the persona in use talks. */
import { everyLocale } from '#core/i18n/translate';
import type { SampleExchange } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { listAnswer, pageOption } from '../list-page.ts';
import { shortened } from '../shortened.ts';

const shownCharactersMax = 150;

/** The subcommand. */
export function sampleList(ports: CommandPorts): Subcommand {
	return {
		name: 'list',
		description: everyLocale('command.sample.list.description'),
		answer: 'private',
		options: [pageOption()],
		run: (invocation) => listSamples(invocation, ports),
	};
}

async function listSamples(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	if (!invocation.place.canManage) return scene.answer('answer.needs-manage');
	const { name, samples } = scene.persona;
	const title = scene.say('answer.samples-title', { name });
	return listAnswer({ title, lines: samples.map(sampleLine) }, scene, invocation);
}

function sampleLine(sample: SampleExchange, index: number): string {
	const said = sample.user === null ? '' : `\n> ${shortened(sample.user, shownCharactersMax)}`;
	return `**${index + 1}**${said}\n${shortened(sample.persona, shownCharactersMax)}`;
}
