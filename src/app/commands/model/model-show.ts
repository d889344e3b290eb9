/** `/model show`: the model in use here, and the others. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { ModelDescription } from '#ports/text-model';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';

/** The subcommand. */
export function modelShow(ports: CommandPorts): Subcommand {
	return {
		name: 'show',
		description: everyLocale('command.model.show.description'),
		answer: 'private',
		options: [],
		run: (invocation) => showModel(invocation, ports),
	};
}

async function showModel(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const models = ports.model.models();
	const current = models.find((model) => model.codename === scene.settings.modelCodename);
	return {
		text: scene.say('answer.model-in-use', { model: current?.displayName ?? scene.settings.modelCodename }),
		card: {
			title: scene.say('answer.models-title'),
			fields: models.map((model) => ({
				name: `${model.displayName} · ${model.codename}`,
				value: details(model, scene),
			})),
		},
	};
}

function details(model: ModelDescription, scene: CommandScene): string {
	const windows = model.windows
		.map((window) => `${window.tier} ${window.tokens.toLocaleString(scene.locale)}`)
		.join(' · ');
	const line = scene.say('answer.model-windows', { windows });
	return model.available ? line : `${line}\n${scene.say('answer.model-unavailable')}`;
}
