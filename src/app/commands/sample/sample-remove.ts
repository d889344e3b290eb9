/** `/sample remove`: an example goes. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { managedScene, ofPersonaOption } from '../managed-scene.ts';
import { findSample, sampleOption } from './find-sample.ts';

/** The subcommand. */
export function sampleRemove(ports: CommandPorts): Subcommand {
	return {
		name: 'remove',
		description: everyLocale('command.sample.remove.description'),
		answer: 'private',
		options: [sampleOption(ports), ofPersonaOption(ports)],
		run: (invocation) => removeSample(invocation, ports),
	};
}

async function removeSample(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports);
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const { id } = scene.persona;
	const name = escapeMarkdown(scene.persona.name);
	const found = findSample(scene, invocation.values.get('example'));
	const removed = found ? await ports.personas.changeSample(id, found, null) : null;
	if (!removed?.ok) return scene.answer('answer.sample-unknown', { name });
	return scene.answer('answer.sample-removed', { name, count: removed.value.samples.length });
}
