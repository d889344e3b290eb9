/** Tells people when a reply's configured length is above what the provider publishes. */

import type { ModelDescription } from '#ports/text-model';
import type { CommandScene } from '../command-scene.ts';

/** The length, the model, and the plans of the keys that would serve; no plan when there is no key. */
export interface OutputQuestion {
	readonly maxOutputTokens: number | null;
	readonly model: ModelDescription | undefined;
	readonly tiers: readonly string[];
}

/** One sentence, or null when the length is within what is published (ruling N7). */
export function outputWarning(question: OutputQuestion, scene: CommandScene): string | null {
	const { maxOutputTokens, model, tiers } = question;
	if (maxOutputTokens === null || !model) return null;
	const published = model.publishedOutputs.filter(({ tier }) => tiers.length === 0 || tiers.includes(tier));
	const exceeded = published.filter(({ tokens }) => maxOutputTokens > tokens);
	if (exceeded.length === 0) return null;
	const maxima = exceeded.map(({ tier, tokens }) => `${tier} ${tokens.toLocaleString(scene.locale)}`).join(', ');
	return scene.say('answer.output-above-published', { model: model.displayName, maxima });
}
