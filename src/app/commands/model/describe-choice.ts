/** A scope's model choice as fields of a card. */
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { ModelChoice } from '#domain/settings';
import type { CommandScene } from '../command-scene.ts';
import { SAMPLER_PARAMETERS } from './parameter-values.ts';
import { shownStop } from './stop-strings.ts';

/** Characters of a field's text that stop strings may take. */
const STOPS_SHOWN_CHARACTERS_MAX = 900;

type Field = { readonly name: string; readonly value: string };

/** Preset, samplers, length, thinking and stop strings; whatever is not set says so. */
export function describeChoice(choice: ModelChoice, scene: CommandScene): readonly Field[] {
	const byDefault = scene.say('answer.by-default');
	const stops = (choice.stopStrings ?? []).map((stop) => escapeMarkdown(shownStop(stop))).join(' · ');
	const shownStops =
		stops.length > STOPS_SHOWN_CHARACTERS_MAX ? `${stops.slice(0, STOPS_SHOWN_CHARACTERS_MAX)}…` : stops;
	return [
		{ name: scene.say('answer.field-preset'), value: choice.presetName ?? byDefault },
		{ name: scene.say('answer.field-samplers'), value: samplers(choice, scene) || byDefault },
		{
			name: scene.say('answer.field-output'),
			value: choice.maxOutputTokens?.toLocaleString(scene.locale) ?? byDefault,
		},
		{ name: scene.say('answer.field-thinking'), value: choice.thinkingLevel ?? byDefault },
		{ name: scene.say('answer.field-stops'), value: shownStops || scene.say('answer.none') },
	];
}

/** One sampler a line; those that a person changed carry a mark. */
function samplers(choice: ModelChoice, scene: CommandScene): string {
	return SAMPLER_PARAMETERS.flatMap(({ option, sampler }) => {
		const value = choice.sampling[sampler];
		if (value === undefined) return [];
		const mark = choice.editedSamplers.includes(sampler) ? ` ${scene.say('answer.sampler-edited')}` : '';
		return [`${option}: ${value.toLocaleString(scene.locale, { maximumFractionDigits: 6 })}${mark}`];
	}).join('\n');
}
