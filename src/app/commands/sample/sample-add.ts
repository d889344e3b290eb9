/** `/sample add`: a form for one more example of how the persona talks. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import { PERSONA_LIMITS } from '#domain/persona';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { managedScene, ofPersonaOption, openEmptyForm } from '../managed-scene.ts';
import { sampleForm, sampleIn } from './sample-form.ts';

/** The subcommand. */
export function sampleAdd(ports: CommandPorts): Subcommand {
	return {
		name: 'add',
		description: everyLocale('command.sample.add.description'),
		answer: 'private',
		options: [ofPersonaOption(ports)],
		modal: sampleForm(everyLocale('command.sample.add.modal-title')),
		fill: (query) => openEmptyForm(query, ports, 'teach'),
		run: (invocation) => addSample(invocation, ports),
	};
}

async function addSample(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports, 'teach');
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const sample = sampleIn(invocation);
	if (!sample) return scene.answer('answer.sample-blank');
	const stored = await ports.personas.addSample(scene.persona.id, sample);
	const name = escapeMarkdown(scene.persona.name);
	if (stored.ok) return scene.answer('answer.sample-added', { name, count: stored.value.samples.length });
	return scene.answer('answer.sample-too-many', { name, count: PERSONA_LIMITS.samplesMax });
}
