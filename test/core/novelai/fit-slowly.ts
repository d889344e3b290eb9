/** What fitting means, without any cleverness: one step after the other, the whole prompt counted after each. */
import type { FitOptions, FittedPrompt } from '#core/novelai/prompt/fit-prompt';
import type { Piece, PromptLayout } from '#core/novelai/prompt/layout';
import { lastResortSteps, poolOrder, trimSteps } from '#core/novelai/prompt/trim-order';

/** The layout without these pieces. */
function without(layout: PromptLayout, gone: readonly Piece[]): PromptLayout {
	const keep = <Kept extends Piece>(pieces: readonly Kept[]) => pieces.filter((piece) => !gone.includes(piece));
	return {
		...layout,
		startTokens: layout.history.some((entry) => gone.includes(entry)) ? '' : layout.startTokens,
		memories: keep(layout.memories),
		constantLore: keep(layout.constantLore),
		activatedLore: keep(layout.activatedLore),
		samples: keep(layout.samples),
		history: keep(layout.history),
	};
}

/** The result that `fitPrompt` has to come to, or null where it has to fail. */
export function fitSlowly(options: FitOptions): FittedPrompt | null {
	const { counter } = options;
	const outside: Piece[] = [];
	const order = poolOrder(options.layout);
	const poolTokens = () =>
		order.filter((piece) => !outside.includes(piece)).reduce((sum, piece) => sum + counter.count(`${piece.line}\n`), 0);
	for (const piece of order) {
		if (poolTokens() <= options.poolTokens) break;
		outside.push(piece);
	}
	const pooled = without(options.layout, outside);
	const steps = trimSteps(pooled);
	const allSteps = [...steps, ...lastResortSteps(pooled.history)];
	const room = options.windowTokens - options.reserveTokens;
	for (let removed = 0; ; removed += 1) {
		const gone = allSteps.slice(0, removed).flatMap((step) => [...step]);
		const layout = without(pooled, gone);
		const prompt = options.render(layout);
		const inputTokens = counter.count(prompt);
		const outputTokens = Math.min(options.outputTokens, room - inputTokens);
		if (outputTokens < options.outputTokens && removed < steps.length) continue;
		if (outputTokens < options.outputTokensFloor && removed < allSteps.length) continue;
		if (outputTokens < options.outputTokensFloor) return null;
		return { prompt, inputTokens, outputTokens, layout, trimmed: [...outside, ...gone] };
	}
}
