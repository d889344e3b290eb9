/** Makes a prompt fit its window: the most that can be kept, counted with the real tokenizer. */
import type { Failure } from '#domain/failure';
import type { TokenCounter } from '#domain/tokens';
import { err, ok, type Result } from '#lib/result';
import type { Entry, PromptLayout, RenderPrompt } from './layout.ts';
import { type TrimSteps, trimSteps } from './trim-order.ts';

/** No prompt beyond this is counted at all, in UTF-16 units (ruling N16). */
export const promptUnitsMax = 1_000_000;

/** What has to fit where; all sizes are tokens but `promptCharactersMax`, which is UTF-16 units. */
export interface FitOptions {
	readonly layout: PromptLayout;
	readonly render: RenderPrompt;
	readonly counter: TokenCounter;
	readonly windowTokens: number;
	/** Kept free beside prompt and output. */
	readonly reserveTokens: number;
	readonly outputTokens: number;
	/** How far the output may shrink once nothing is left to trim. */
	readonly outputTokensFloor: number;
	readonly promptCharactersMax: number | null;
}

/** The prompt that fits. */
export interface FittedPrompt {
	readonly prompt: string;
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly kept: readonly Entry[];
	/** In the order of removal. */
	readonly trimmed: readonly Entry[];
}

interface Attempt {
	readonly layout: PromptLayout;
	readonly prompt: string;
	readonly inputTokens: number;
}

function attempt(options: FitOptions, steps: TrimSteps, removed: number): Attempt {
	const gone = new Set(steps.slice(0, removed).flatMap((step) => [...step]));
	const keep = (entries: readonly Entry[]) => entries.filter((entry) => !gone.has(entry));
	const layout = { ...options.layout, samples: keep(options.layout.samples), history: keep(options.layout.history) };
	const prompt = options.render(layout);
	return { layout, prompt, inputTokens: options.counter.count(prompt) };
}

/**
 * Removes extra samples, then the oldest exchanges, until prompt, output and reserves fit the window; then shrinks the
 * output down to its floor. The result is that of removing one step after the other, found by halving: every step
 * takes whole lines away, so a prompt with more steps removed never counts more.
 *
 * Fails with `prompt-too-long` beyond 1,000,000 UTF-16 units or the API's own limit, with `floor-too-large` when even
 * the smallest prompt leaves no room for the smallest output.
 */
export function fitPrompt(options: FitOptions): Result<FittedPrompt, Failure> {
	if (options.render(options.layout).length > promptUnitsMax) return err({ code: 'prompt-too-long' });
	const { windowTokens, reserveTokens, promptCharactersMax } = options;
	const steps = trimSteps(options.layout.samples, options.layout.history);
	const room = windowTokens - reserveTokens;
	const withinCharacters = ({ prompt }: Attempt) => prompt.length <= (promptCharactersMax ?? promptUnitsMax);
	const fits = (tried: Attempt) => withinCharacters(tried) && tried.inputTokens + options.outputTokens <= room;

	// Invariant: everything below `low` does not fit, and `best` is the attempt at `high` once one was made.
	let low = 0;
	let high = steps.length;
	let best: Attempt | null = null;
	while (low < high) {
		// The whole prompt usually fits, so it is looked at first.
		const middle = best === null && low === 0 ? 0 : (low + high) >> 1;
		const tried = attempt(options, steps, middle);
		if (fits(tried)) {
			best = tried;
			high = middle;
		} else {
			low = middle + 1;
		}
	}
	const chosen = best ?? attempt(options, steps, high);
	if (!withinCharacters(chosen)) return err({ code: 'prompt-too-long' });
	const outputTokens = Math.min(options.outputTokens, room - chosen.inputTokens);
	if (outputTokens < options.outputTokensFloor) {
		return err({ code: 'floor-too-large', inputTokens: chosen.inputTokens, windowTokens });
	}
	return ok({
		prompt: chosen.prompt,
		inputTokens: chosen.inputTokens,
		outputTokens,
		kept: [...chosen.layout.samples, ...chosen.layout.history],
		trimmed: steps.slice(0, high).flatMap((step) => [...step]),
	});
}
