/** `/sample list`: the examples of how the persona in use talks. */
import { everyLocale } from '#core/i18n/translate';
import type { SampleExchange } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { listAnswer, pageOption } from '../list-page.ts';
import { managedScene, ofPersonaOption } from '../managed-scene.ts';
import { shortened } from '../shortened.ts';

const shownCharactersMax = 150;

/** The subcommand. */
export function sampleList(ports: CommandPorts): Subcommand {
	return {
		name: 'list',
		description: everyLocale('command.sample.list.description'),
		answer: 'private',
		options: [pageOption(), ofPersonaOption(ports)],
		run: (invocation) => listSamples(invocation, ports),
	};
}

async function listSamples(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports);
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const { name, samples } = scene.persona;
	const title = scene.say('answer.samples-title', { name });
	return listAnswer({ title, lines: samples.map(sampleLine) }, scene, invocation);
}

function sampleLine(sample: SampleExchange, index: number): string {
	const said = sample.user === null ? '' : `\n> ${shortened(sample.user, shownCharactersMax)}`;
	return `**${index + 1}**${said}\n${shortened(sample.persona, shownCharactersMax)}`;
}
