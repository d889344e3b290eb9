/** `/model show`: the model in use here, how it is set, and the others. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { ModelDescription } from '#ports/text-model';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { choiceOf, scopeOf } from '../model-scope.ts';
import { servesOwnChoices } from '../nearer-choice.ts';
import { describeChoice } from './describe-choice.ts';
import { offeredModels } from './offered-models.ts';
import { capabilities } from './suggest-models.ts';

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
	const scope = scopeOf(scene, (await servesOwnChoices(scene, ports)) ? 'personal' : 'server');
	const models = await offeredModels(scope.owner, ports);
	const codename = scope.effective.modelCodename;
	const current = models.find((model) => model.codename === codename);
	const fallbacks = scope.effective.fallbackModels.join(' → ');
	return {
		text: scene.say('answer.model-in-use', { model: current?.displayName ?? codename }),
		card: {
			title: scene.say('answer.models-title'),
			fields: [
				...describeChoice(shownChoice(scope), scene),
				{ name: scene.say('answer.field-fallback'), value: fallbacks || scene.say('answer.none') },
				{ name: scene.say('answer.field-vision'), value: scope.effective.visionModel ?? scene.say('answer.none') },
				...models.map((model) => ({
					name: `${model.displayName} · ${model.codename}`,
					value: details(model, scene),
				})),
			],
		},
	};
}

/** What holds, also where it comes from another scope. */
function shownChoice(scope: ReturnType<typeof scopeOf>) {
	const { sampling, thinkingLevel, maxOutputTokens, stopStrings } = scope.effective;
	const own = choiceOf(scope);
	const isOwn = scope.row.modelCodename !== null;
	const samplers = isOwn ? own : { ...own, sampling: sampling.edits, presetName: sampling.presetName };
	return { ...samplers, thinkingLevel, maxOutputTokens, stopStrings };
}

function details(model: ModelDescription, scene: CommandScene): string {
	const windows = model.windows
		.map(({ tier, tokens }) => [tier ?? [], tokens.toLocaleString(scene.locale)].flat().join(' '))
		.join(' · ');
	const lines = [capabilities(model, scene.locale), scene.say('answer.model-windows', { windows })];
	return [...lines, ...(model.available ? [] : [scene.say('answer.model-unavailable')])].join('\n');
}
