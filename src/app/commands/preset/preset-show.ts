/** `/preset show`: what a preset sets. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { findPreset, suggestPresets } from './find-preset.ts';

/** The subcommand. */
export function presetShow(ports: CommandPorts): Subcommand {
	return {
		name: 'show',
		description: everyLocale('command.preset.show.description'),
		answer: 'private',
		options: [
			{
				name: 'name',
				description: everyLocale('command.preset.name'),
				kind: 'string',
				required: true,
				autocomplete: async (query) => suggestPresets(await ports.presets.listPresets(), query.text),
			},
		],
		run: (invocation) => showPreset(invocation, ports),
	};
}

async function showPreset(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const wanted = invocation.values.get('name') ?? '';
	const preset = findPreset(await ports.presets.listPresets(), wanted);
	if (!preset) return scene.answer('answer.preset-unknown', { preset: wanted.slice(0, 100) });
	const parameters = Object.entries(preset.parameters).map(([name, value]) => {
		const shown = Array.isArray(value) ? value.join(', ') : String(value);
		return `${escapeMarkdown(name)}: ${shown || '–'}`;
	});
	return {
		text: scene.say('answer.preset-shown', { preset: preset.name }),
		card: { title: preset.name, description: parameters.join('\n'), fields: [] },
	};
}
