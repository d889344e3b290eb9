/** `/prompt export`: the whole prompt as a file. */
import type { InspectedPrompt } from '#app/inspection/inspection';
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { suggestPersonas } from '../persona/suggest-personas.ts';
import { inspectAnswer } from './inspect-answer.ts';
import { promptFile, promptSummary } from './prompt-file.ts';

/** The subcommand. */
export function promptExport(ports: CommandPorts): Subcommand {
	return {
		name: 'export',
		description: everyLocale('command.prompt.export.description'),
		answer: 'private',
		options: [
			{
				name: 'format',
				description: everyLocale('command.prompt.export.format'),
				kind: 'string',
				required: false,
				choices: [
					{ value: 'text', label: everyLocale('command.prompt.export.text') },
					{ value: 'json', label: everyLocale('command.prompt.export.json') },
				],
			},
			{
				name: 'persona',
				description: everyLocale('command.prompt.export.persona'),
				kind: 'string',
				required: false,
				autocomplete: (query) => suggestPersonas(query, ports),
			},
		],
		run: (invocation) => {
			const isJson = invocation.values.get('format') === 'json';
			return inspectAnswer(invocation, ports, (inspected, scene) => exported(inspected, scene, isJson));
		},
	};
}

function exported(inspected: InspectedPrompt, scene: CommandScene, isJson: boolean): CommandAnswer {
	return {
		text: promptSummary(inspected, scene),
		file: { ...promptFile(inspected, scene, isJson), sentDirectly: scene.say('answer.prompt-sent-directly') },
	};
}
