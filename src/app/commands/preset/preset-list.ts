/** `/preset list`: the published sampling presets by the models they are for. */
import { everyLocale } from '#core/i18n/translate';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { StoredPreset } from '#domain/preset';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';

/** The subcommand. */
export function presetList(ports: CommandPorts): Subcommand {
	return {
		name: 'list',
		description: everyLocale('command.preset.list.description'),
		answer: 'private',
		options: [],
		run: (invocation) => listPresets(invocation, ports),
	};
}

async function listPresets(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const presets = await ports.presets.listPresets();
	const models = ports.model.models();
	const byTarget = Map.groupBy(presets, (preset) => preset.target);
	const fields = [...byTarget].map(([target, group]) => {
		const names = models.filter((model) => model.presetTarget === target).map((model) => model.displayName);
		return { name: names.join(', ') || target, value: group.map((preset) => line(preset, scene)).join('\n') };
	});
	return {
		text: scene.say('answer.preset-in-use', { preset: scene.settings.sampling.presetName ?? scene.say('answer.none') }),
		card: { title: scene.say('answer.presets-title'), fields },
	};
}

function line({ name, isDefault }: StoredPreset, scene: CommandScene): string {
	const shown = escapeMarkdown(name);
	return isDefault ? `${shown} ${scene.say('answer.preset-default')}` : shown;
}
