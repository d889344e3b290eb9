/** Makes a prompt fit its window: the most that can be kept, counted with the real tokenizer. */
import type { Failure } from '#domain/failure';
import type { TokenCounter } from '#domain/tokens';
import { err, ok, type Result } from '#lib/result';
import type { Piece, PromptLayout, RenderPrompt } from './layout.ts';
import { LineCounter } from './line-counter.ts';
import { lastResortSteps, poolOrder, type TrimSteps, trimSteps } from './trim-order.ts';

/** No prompt beyond this is counted at all, in UTF-16 units (ruling N16). */
export const promptUnitsMax = 1_000_000;

/**
 * How much a removal may add around what stays, because lore moves into the middle of a turn or the persona's line
 * comes to open the conversation: more tags than any of the layouts can place anew.
 */
const movedTagsTokensMax = 48;
const movedTagsUnitsMax = 240;

/** What has to fit where; all sizes are tokens but `promptCharactersMax`, which is UTF-16 units. */
export interface FitOptions {
	readonly layout: PromptLayout;
	readonly render: RenderPrompt;
	readonly counter: TokenCounter;
	readonly windowTokens: number;
	/** What memories and lore may take together. */
	readonly poolTokens: number;
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
	/** What is in the prompt. */
	readonly layout: PromptLayout;
	/** In the order of removal. */
	readonly trimmed: readonly Piece[];
}

/** Counts up to a limit; null is more than that. */
type Measure = Pick<LineCounter, 'countUpTo'>;

interface Attempt {
	readonly removed: number;
	readonly layout: PromptLayout;
	readonly prompt: string;
	readonly inputTokens: number;
}

/** One prompt being fitted with one way of counting. */
class Fitting {
	readonly #options: FitOptions;
	readonly #measure: Measure;
	readonly #steps: TrimSteps;
	readonly #removedBy = new Map<Piece, number>();
	readonly #room: number;
	readonly #charactersMax: number;

	constructor(options: FitOptions, steps: TrimSteps, measure: Measure) {
		this.#options = options;
		this.#measure = measure;
		this.#steps = steps;
		for (const [index, step] of steps.entries()) for (const piece of step) this.#removedBy.set(piece, index);
		this.#room = options.windowTokens - options.reserveTokens;
		this.#charactersMax = options.promptCharactersMax ?? promptUnitsMax;
	}

	/** The prompt after so many steps. */
	render(removed: number): { readonly layout: PromptLayout; readonly prompt: string } {
		const whole = this.#options.layout;
		const keep = <Kept extends Piece>(pieces: readonly Kept[]): readonly Kept[] =>
			pieces.filter((piece) => (this.#removedBy.get(piece) ?? removed) >= removed);
		const history = keep(whole.history);
		const layout: PromptLayout = {
			...whole,
			// Start tokens say that the story's start is in sight, which it no longer is once history is gone (ruling N5).
			startTokens: history.length < whole.history.length ? '' : whole.startTokens,
			memories: keep(whole.memories),
			constantLore: keep(whole.constantLore),
			activatedLore: keep(whole.activatedLore),
			samples: keep(whole.samples),
			history,
		};
		return { layout, prompt: this.#options.render(layout) };
	}

	/** The fewest steps between two numbers of them that leave room for the output; null when none do. */
	fewest(from: number, to: number, outputTokens: number): Attempt | null {
		let low = from;
		let high = to;
		let best: Attempt | null = null;
		while (low <= high) {
			// The whole prompt usually fits, so it is looked at first.
			const middle: number = best === null && low === from ? from : (low + high) >> 1;
			const fitting = this.#try(middle, outputTokens);
			if (fitting === null) low = middle + 1;
			else best = fitting;
			if (best !== null) high = best.removed - 1;
		}
		return this.#fewer(from, best ?? to, outputTokens);
	}

	/**
	 * Fewer steps may take less room than more of them, by the few tags that moved. So those that come shortly before are
	 * tried one by one, for as long as what they keep more might be made up for.
	 */
	#fewer(from: number, found: Attempt | number, outputTokens: number): Attempt | null {
		let best = typeof found === 'number' ? null : found;
		const last = typeof found === 'number' ? found : found.removed;
		const prompt = best?.prompt ?? this.render(last).prompt;
		const inputTokens = best?.inputTokens ?? this.#measure.countUpTo(prompt, Number.POSITIVE_INFINITY) ?? 0;
		let tokensLeft = this.#room - outputTokens - inputTokens + movedTagsTokensMax;
		let unitsLeft = this.#charactersMax - prompt.length + movedTagsUnitsMax;
		for (let removed = last - 1; removed >= from; removed -= 1) {
			for (const piece of this.#steps[removed] ?? []) {
				tokensLeft -= this.#measure.countUpTo(piece.line, Number.POSITIVE_INFINITY) ?? 0;
				unitsLeft -= piece.line.length;
			}
			if (tokensLeft < 0 || unitsLeft < 0) break;
			best = this.#try(removed, outputTokens) ?? best;
		}
		return best;
	}

	#try(removed: number, outputTokens: number): Attempt | null {
		const { layout, prompt } = this.render(removed);
		if (prompt.length > this.#charactersMax) return null;
		const inputTokens = this.#measure.countUpTo(prompt, this.#room - outputTokens);
		return inputTokens === null ? null : { removed, layout, prompt, inputTokens };
	}
}

/**
 * Takes the first of memories and lore away until the rest is within their share of the window. It is measured from the
 * last one to go, so that what has to go anyway costs nothing, however much of it people have stored.
 */
function withinPool(options: FitOptions, lines: LineCounter): { layout: PromptLayout; trimmed: readonly Piece[] } {
	const { layout } = options;
	const order = poolOrder(layout);
	let removed = order.length;
	let tokens = 0;
	let units = 0;
	for (const piece of order.toReversed()) {
		units += piece.line.length;
		// No prompt beyond that is counted, and this would be a part of it.
		if (units > promptUnitsMax) break;
		tokens += lines.count(`${piece.line}\n`);
		if (tokens > options.poolTokens) break;
		removed -= 1;
	}
	const trimmed = order.slice(0, removed);
	const gone = new Set<Piece>(trimmed);
	const keep = <Kept extends Piece>(pieces: readonly Kept[]): readonly Kept[] =>
		pieces.filter((piece) => !gone.has(piece));
	const { memories, constantLore, activatedLore } = layout;
	return {
		layout: {
			...layout,
			memories: keep(memories),
			constantLore: keep(constantLore),
			activatedLore: keep(activatedLore),
		},
		trimmed,
	};
}

/**
 * Brings memories and lore within their share; then removes extra samples, memories and lore, and the oldest exchanges,
 * until prompt, output and reserves fit the window; then shrinks the output down to its floor; then, as a last resort,
 * takes lines out of the recent exchanges. The result is that of removing one step after the other.
 *
 * Lines are counted once and added up; the chosen prompt is counted as a whole, and where the two differ everything is
 * done again with whole prompts. Fails with `prompt-too-long` beyond 1,000,000 UTF-16 units, memories and lore outside
 * their share not among them, or the API's own limit, with `floor-too-large` when even the smallest prompt leaves no
 * room for the smallest output.
 */
export function fitPrompt(options: FitOptions): Result<FittedPrompt, Failure> {
	const { counter } = options;
	const lines = new LineCounter(counter);
	const pool = withinPool(options, lines);
	if (options.render(pool.layout).length > promptUnitsMax) return err({ code: 'prompt-too-long' });
	const within = { ...options, layout: pool.layout };
	const whole: Measure = {
		countUpTo(text, tokensMax) {
			const tokens = counter.count(text);
			return tokens > tokensMax ? null : tokens;
		},
	};
	const fitted = fitWith(within, lines) ?? fitWith(within, whole) ?? smallestFailure(within);
	if ('code' in fitted) return err(fitted);
	return ok({ ...fitted, trimmed: [...pool.trimmed, ...fitted.trimmed] });
}

function allStepsOf(layout: PromptLayout): { readonly steps: TrimSteps; readonly ordinary: number } {
	const steps = trimSteps(layout);
	return { steps: [...steps, ...lastResortSteps(layout.history)], ordinary: steps.length };
}

/** Null when nothing fits, or when the sum of the lines is not the count of the whole. */
function fitWith(options: FitOptions, measure: Measure): FittedPrompt | null {
	const { steps, ordinary } = allStepsOf(options.layout);
	const fitting = new Fitting(options, steps, measure);
	const chosen =
		fitting.fewest(0, ordinary, options.outputTokens) ??
		fitting.fewest(ordinary, steps.length, options.outputTokensFloor);
	if (chosen === null || options.counter.count(chosen.prompt) !== chosen.inputTokens) return null;
	const { prompt, layout, inputTokens, removed } = chosen;
	return {
		prompt,
		inputTokens,
		outputTokens: Math.min(options.outputTokens, options.windowTokens - options.reserveTokens - inputTokens),
		layout,
		trimmed: steps.slice(0, removed).flatMap((step) => [...step]),
	};
}

function smallestFailure(options: FitOptions): Failure {
	const { steps } = allStepsOf(options.layout);
	const { prompt } = new Fitting(options, steps, new LineCounter(options.counter)).render(steps.length);
	const { windowTokens } = options;
	if (prompt.length > (options.promptCharactersMax ?? promptUnitsMax)) return { code: 'prompt-too-long' };
	return { code: 'floor-too-large', inputTokens: options.counter.count(prompt), windowTokens };
}
