/** `/prompt export`: the whole prompt as a file. */
import { exportJson } from '#app/inspection/export-json';
import { exportText } from '#app/inspection/export-text';
import type { InspectedPrompt } from '#app/inspection/inspection';
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { suggestPersonas } from '../persona/suggest-personas.ts';
import { inspectAnswer } from './inspect-answer.ts';

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

function exported({ prepared, persona }: InspectedPrompt, scene: CommandScene, isJson: boolean): CommandAnswer {
	const { inputTokens: tokens, windowTokens: window } = prepared.report;
	const facts = { name: persona.name, model: prepared.codename, tokens, window };
	const file = isJson
		? { name: 'prompt.json', text: exportJson(prepared) }
		: { name: 'prompt.txt', text: exportText(prepared, wordsIn(scene)) };
	return {
		text: scene.say('answer.prompt-exported', facts),
		file: { ...file, sentDirectly: scene.say('answer.prompt-sent-directly') },
	};
}

function wordsIn(scene: CommandScene): Parameters<typeof exportText>[1] {
	return {
		title: scene.say('answer.report-title'),
		model: scene.say('answer.report-model'),
		input: scene.say('answer.report-input'),
		approximate: scene.say('answer.report-approximate'),
		window: scene.say('answer.report-window'),
		output: scene.say('answer.report-output'),
		included: scene.say('answer.report-included'),
		excluded: scene.say('answer.report-excluded'),
		trimmed: scene.say('answer.report-trimmed'),
	};
}
