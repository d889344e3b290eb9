/** `/sample edit`: changes an example in a form that shows it. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { CommandAnswer, CommandInvocation, FormFill, FormQuery, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { managedScene, ofPersonaOption } from '../managed-scene.ts';
import { findSample, sampleOption } from './find-sample.ts';
import { sampleForm, sampleIn } from './sample-form.ts';

/** The subcommand. */
export function sampleEdit(ports: CommandPorts): Subcommand {
	return {
		name: 'edit',
		description: everyLocale('command.sample.edit.description'),
		answer: 'private',
		options: [sampleOption(ports), ofPersonaOption(ports)],
		modal: sampleForm(everyLocale('command.sample.edit.modal-title')),
		fill: (query) => fillForm(query, ports),
		run: (invocation) => editSample(invocation, ports),
	};
}

async function fillForm(query: FormQuery, ports: CommandPorts): Promise<FormFill> {
	const opened = await managedScene(query, ports);
	if (!opened.ok) return { kind: 'refuse', answer: opened.error };
	const scene = opened.value;
	const found = findSample(scene, query.values.get('example'));
	const name = escapeMarkdown(scene.persona.name);
	if (!found) return { kind: 'refuse', answer: scene.answer('answer.sample-unknown', { name }) };
	const { user, persona } = found.sample;
	return {
		kind: 'open',
		texts: new Map([
			['user', user ?? ''],
			['answer', persona],
		]),
	};
}

async function editSample(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const opened = await managedScene(invocation, ports);
	if (!opened.ok) return opened.error;
	const scene = opened.value;
	const { id } = scene.persona;
	const name = escapeMarkdown(scene.persona.name);
	const found = findSample(scene, invocation.values.get('example'));
	if (!found) return scene.answer('answer.sample-unknown', { name });
	const sample = sampleIn(invocation);
	if (!sample) return scene.answer('answer.sample-blank');
	const changed = await ports.personas.changeSample(id, found, sample);
	return changed.ok ? scene.answer('answer.sample-changed') : scene.answer('answer.sample-unknown', { name });
}
