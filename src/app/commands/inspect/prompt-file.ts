/** An inspected prompt as a file, and what is said of it. */
import { exportJson } from '#app/inspection/export-json';
import { exportText } from '#app/inspection/export-text';
import type { InspectedPrompt } from '#app/inspection/inspection';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { CommandFileFacts } from '#ports/command';
import type { CommandScene } from '../command-scene.ts';

/** One line: whose prompt, for which model, how long. */
export function promptSummary({ prepared, persona }: InspectedPrompt, scene: CommandScene): string {
	const { inputTokens: tokens, windowTokens: window } = prepared.report;
	const name = escapeMarkdown(persona.name);
	return scene.say('answer.prompt-exported', { name, model: prepared.codename, tokens, window });
}

/** The whole prompt and what became of every candidate, as text or as JSON. */
export function promptFile(
	{ prepared }: InspectedPrompt,
	scene: CommandScene,
	isJson: boolean,
): CommandFileFacts & { readonly text: string } {
	return isJson
		? { name: 'prompt.json', text: exportJson(prepared) }
		: { name: 'prompt.txt', text: exportText(prepared, wordsIn(scene)) };
}

function wordsIn(scene: CommandScene): Parameters<typeof exportText>[1] {
	return {
		title: scene.say('answer.report-title'),
		model: scene.say('answer.report-model'),
		input: scene.say('answer.report-input'),
		approximate: scene.say('answer.report-approximate'),
		window: scene.say('answer.report-window'),
		output: scene.say('answer.report-output'),
		tools: scene.say('answer.report-tools'),
		media: scene.say('answer.report-media'),
		included: scene.say('answer.report-included'),
		excluded: scene.say('answer.report-excluded'),
		trimmed: scene.say('answer.report-trimmed'),
	};
}
