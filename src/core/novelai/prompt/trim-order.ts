/** In which order a prompt gives up what it can do without. */
import type { Entry, LorePiece, MemoryPiece, Piece, PromptLayout } from './layout.ts';

/** History exchanges that are never trimmed. */
export const recentExchangesKept = 2;

/** Sets of pieces to remove, one after the other. */
export type TrimSteps = readonly ReadonlySet<Piece>[];

/** Entries of one sample share its identity. */
function sampleExchanges(samples: readonly Entry[]): Entry[][] {
	const byIdentity = new Map<string, Entry[]>();
	for (const entry of samples) {
		const exchange = byIdentity.get(entry.identity);
		if (exchange) exchange.push(entry);
		else byIdentity.set(entry.identity, [entry]);
	}
	return [...byIdentity.values()];
}

/** An exchange is consecutive user-side entries plus the persona's entries that follow (ruling N11). */
export function historyExchanges(history: readonly Entry[]): Entry[][] {
	const exchanges: Entry[][] = [];
	for (const [index, entry] of history.entries()) {
		const current = exchanges.at(-1);
		const opensExchange = entry.side === 'user' && history[index - 1]?.side !== 'user';
		if (current === undefined || opensExchange) exchanges.push([entry]);
		else current.push(entry);
	}
	return exchanges;
}

function byRecency(left: MemoryPiece, right: MemoryPiece): number {
	return (left.recencyMs ?? 0) - (right.recencyMs ?? 0);
}

function byOrder(left: LorePiece, right: LorePiece): number {
	return left.insertionOrder - right.insertionOrder;
}

/**
 * Memories and lore from the first to go to the last: dated memories oldest first, undated ones as they stand, activated
 * lore and then Always On lore, each lowest order first (ruling N11). Sorting is stable, so the source order breaks ties.
 */
export function poolOrder(layout: Pick<PromptLayout, 'memories' | 'constantLore' | 'activatedLore'>): Piece[] {
	const { memories, constantLore, activatedLore } = layout;
	return [
		...memories.filter((memory) => memory.recencyMs !== null).sort(byRecency),
		...memories.filter((memory) => memory.recencyMs === null),
		...[...activatedLore].sort(byOrder),
		...[...constantLore].sort(byOrder),
	];
}

/**
 * Extra samples from the last one to the second, then memories and lore, then history exchanges from the oldest on. The
 * first sample, the two most recent exchanges and the triggering message are in no step.
 */
export function trimSteps(layout: PromptLayout): TrimSteps {
	const extraSamples = sampleExchanges(layout.samples).slice(1).reverse();
	const olderExchanges = historyExchanges(layout.history)
		.slice(0, -recentExchangesKept)
		.map((exchange) => exchange.filter((entry) => !entry.isTrigger))
		.filter((exchange) => exchange.length > 0);
	const pool = poolOrder(layout).map((piece) => [piece]);
	return [...extraSamples, ...pool, ...olderExchanges].map((pieces) => new Set(pieces));
}

/**
 * What leaves when even the protected exchanges leave no room for the smallest output: their lines one by one from the
 * oldest on, but never the trigger nor the newest line. A busy channel without an answer of the persona is one long
 * exchange, and people who talk among themselves must not silence it.
 */
export function lastResortSteps(history: readonly Entry[]): TrimSteps {
	const recent = historyExchanges(history).slice(-recentExchangesKept).flat();
	return recent
		.slice(0, -1)
		.filter((entry) => !entry.isTrigger)
		.map((entry) => new Set([entry]));
}
