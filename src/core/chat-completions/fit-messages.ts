/** Makes the pieces of a chat fit the window, by whole pieces and an approximate count. */
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import { err, ok, type Result } from '#lib/result';
import { type Candidate, candidatesOf, type TokenMeter } from './candidates.ts';
import type { ChatItem } from './chat-item.ts';
import { withoutMemories } from './memory-block.ts';
import { poolOrder, type TrimSteps, trimPlan } from './trim-steps.ts';

/** Memories, lore and lists together take at most the window divided by this (seed: one fifth). */
const poolShare = 5;

/** What the conversation itself costs, and a note that opens or closes it, in tokens. */
export const conversationTokens = 32;

/** What has to fit where; sizes are tokens. */
export interface FitMessagesOptions extends TokenMeter {
	/** None of them empty. */
	readonly items: readonly ChatItem[];
	readonly triggerMessageId: Snowflake;
	readonly windowTokens: number;
	readonly outputTokens: number;
	/** How far the output may shrink once nothing ordinary is left to trim. */
	readonly outputTokensFloor: number;
}

/** The pieces that fit. */
export interface FittedMessages {
	/** In their order; blocks without the memories that had to go. */
	readonly items: readonly ChatItem[];
	readonly kept: readonly Candidate[];
	/** Identities in the order of removal. */
	readonly trimmed: readonly string[];
	readonly inputTokens: number;
	readonly outputTokens: number;
}

/** What is gone so far, and what the rest costs. */
class Trimming {
	readonly gone = new Set<Candidate>();
	tokens: number;

	constructor(candidates: readonly Candidate[], scale: number) {
		this.tokens = candidates.reduce((sum, { tokens }) => sum + tokens, Math.ceil(conversationTokens * scale));
	}

	take(step: readonly Candidate[]): void {
		for (const candidate of step) {
			if (this.gone.has(candidate)) continue;
			this.gone.add(candidate);
			this.tokens -= candidate.tokens;
		}
	}

	takeUntil(fits: () => boolean, steps: TrimSteps): boolean {
		for (const step of steps) {
			if (fits()) return true;
			this.take(step);
		}
		return fits();
	}
}

/**
 * First brings memories, lore and lists within their share; then removes the oldest history, samples and the rest, until
 * prompt and output fit the window; then shrinks the output down to its floor, removing older lines of the latest user
 * turn where even that is too much. No item is ever cut inside. Fails with `floor-too-large` when even the smallest
 * prompt leaves no room for the smallest output. Each piece is counted once: linear in the text.
 */
export function fitMessages(options: FitMessagesOptions): Result<FittedMessages, Failure> {
	const { items, windowTokens, outputTokens, outputTokensFloor, scale = 1 } = options;
	const candidates = items.flatMap((item) => candidatesOf(item, options));
	const trimming = new Trimming(candidates, scale);
	trimPool(trimming, poolOrder(candidates), Math.floor(windowTokens / poolShare));
	const plan = trimPlan(candidates, options.triggerMessageId);
	const leaves = (output: number) => (): boolean => trimming.tokens + output <= windowTokens;
	const isFitting =
		trimming.takeUntil(leaves(outputTokens), plan.ordinary) ||
		trimming.takeUntil(leaves(outputTokensFloor), plan.lastResort);
	const inputTokens = trimming.tokens;
	if (!isFitting) return err({ code: 'floor-too-large', inputTokens, windowTokens });
	const dropped = dropHeadings(items, candidates, trimming);
	return ok({
		items: dropped,
		kept: candidates.filter((candidate) => !trimming.gone.has(candidate)),
		trimmed: [...trimming.gone].map(({ identity }) => identity),
		inputTokens: trimming.tokens,
		outputTokens: Math.min(outputTokens, windowTokens - trimming.tokens),
	});
}

function trimPool(trimming: Trimming, order: readonly Candidate[], poolTokens: number): void {
	let tokens = order.reduce((sum, candidate) => sum + candidate.tokens, 0);
	for (const candidate of order) {
		if (tokens <= poolTokens) return;
		trimming.take([candidate]);
		tokens -= candidate.tokens;
	}
}

/** The items that are left, in their order. A block that has nothing but its heading goes as well. */
function dropHeadings(
	items: readonly ChatItem[],
	candidates: readonly Candidate[],
	trimming: Trimming,
): readonly ChatItem[] {
	const byItem = Map.groupBy(candidates, ({ item }) => item);
	return items.flatMap((item) => {
		const [own, ...memories] = byItem.get(item) ?? [];
		if (own === undefined || trimming.gone.has(own)) return [];
		const gone = memories.filter((candidate) => trimming.gone.has(candidate));
		if (gone.length === 0) return [item];
		const text = withoutMemories(
			item.text,
			gone.flatMap(({ memory }) => memory ?? []),
		);
		if (text !== '') return [{ ...item, text }];
		trimming.take([own]);
		return [];
	});
}
