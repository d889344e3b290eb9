/** Makes a prompt fit its window: the most that can be kept, counted with the real tokenizer. */
import type { Failure } from '#domain/failure';
import type { TokenCounter } from '#domain/tokens';
import { err, ok, type Result } from '#lib/result';
import type { Entry, PromptLayout, RenderPrompt } from './layout.ts';
import { lastResortSteps, type TrimSteps, trimSteps } from './trim-order.ts';

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
	const history = keep(options.layout.history);
	// The start tokens say that the story's start is in sight, which it no longer is once history is gone (ruling N5).
	const startTokens = history.length < options.layout.history.length ? '' : options.layout.startTokens;
	const layout = { ...options.layout, startTokens, samples: keep(options.layout.samples), history };
	const prompt = options.render(layout);
	return { layout, prompt, inputTokens: options.counter.count(prompt) };
}

/** The first attempt that fits, by halving; null when none does. Every attempt before it has fewer steps removed. */
function firstFitting(
	steps: number,
	tryAt: (removed: number) => Attempt | null,
): { removed: number; attempt: Attempt } | null {
	let low = 0;
	let high = steps;
	let best: { removed: number; attempt: Attempt } | null = null;
	while (low <= high) {
		// The whole prompt usually fits, so it is looked at first.
		const middle: number = best === null && low === 0 ? 0 : (low + high) >> 1;
		const fitting = tryAt(middle);
		if (fitting === null) {
			low = middle + 1;
		} else {
			best = { removed: middle, attempt: fitting };
			high = middle - 1;
		}
	}
	return best;
}

/**
 * Removes extra samples, then the oldest exchanges, until prompt, output and reserves fit the window; then shrinks the
 * output down to its floor; then, as a last resort, takes lines out of the recent exchanges. The result is that of
 * removing one step after the other, found by halving: every step takes whole lines away, so a prompt with more steps
 * removed never counts more.
 *
 * Fails with `prompt-too-long` beyond 1,000,000 UTF-16 units or the API's own limit, with `floor-too-large` when even
 * the smallest prompt leaves no room for the smallest output.
 */
export function fitPrompt(options: FitOptions): Result<FittedPrompt, Failure> {
	if (options.render(options.layout).length > promptUnitsMax) return err({ code: 'prompt-too-long' });
	const { windowTokens, reserveTokens, outputTokensFloor } = options;
	const { samples, history } = options.layout;
	const room = windowTokens - reserveTokens;
	const charactersMax = options.promptCharactersMax ?? promptUnitsMax;
	const steps = trimSteps(samples, history);
	const allSteps = [...steps, ...lastResortSteps(history)];
	const tryFor = (outputTokens: number, removedBefore: number) => (removed: number) => {
		const tried = attempt(options, allSteps, removedBefore + removed);
		return tried.prompt.length <= charactersMax && tried.inputTokens + outputTokens <= room ? tried : null;
	};

	const ordinary = firstFitting(steps.length, tryFor(options.outputTokens, 0));
	const chosen = ordinary ?? firstFitting(allSteps.length - steps.length, tryFor(outputTokensFloor, steps.length));
	if (chosen === null) {
		const smallest = attempt(options, allSteps, allSteps.length);
		if (smallest.prompt.length > charactersMax) return err({ code: 'prompt-too-long' });
		return err({ code: 'floor-too-large', inputTokens: smallest.inputTokens, windowTokens });
	}
	const { layout, prompt, inputTokens } = chosen.attempt;
	const removed = ordinary ? ordinary.removed : steps.length + chosen.removed;
	return ok({
		prompt,
		inputTokens,
		outputTokens: Math.min(options.outputTokens, room - inputTokens),
		kept: [...layout.samples, ...layout.history],
		trimmed: allSteps.slice(0, removed).flatMap((step) => [...step]),
	});
}
