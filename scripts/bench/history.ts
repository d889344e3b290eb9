/** How long the simplification of a channel takes, and that it grows no faster than the channel. */
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import { plainHistoryFacts } from '#core/history/history-facts';
import type { LineageId, PersonaId } from '#domain/ids';
import { type BenchRow, rowOf } from './bench-row.ts';
import { mixedMessages, mixedSelfId } from './mixed-messages.ts';

const warmUpRounds = 200;
const rounds = 300;
const targetMs = 1;
const persona = { id: 1 as PersonaId, lineageId: 1 as LineageId, name: 'Tomori', isAlter: false };

/** 100 messages, which is what a turn reads at most, and 1,000 with the ratio of the two. */
export function benchHistory(): BenchRow[] {
	const hundred = measure(100);
	const thousand = measure(1_000);
	const growth = thousand.fastest / hundred.fastest;
	return [
		{ ...hundred.row, target: { max: targetMs, of: 'median' } },
		{ ...thousand.row, note: `fastest: ${growth.toFixed(1)} times that of 100 messages` },
	];
}

/** The fastest round is the one that nothing else on the machine disturbed. */
function measure(count: number): { readonly row: BenchRow; readonly fastest: number } {
	const messages = mixedMessages(count);
	const facts = plainHistoryFacts({
		selfId: mixedSelfId,
		persona,
		turnLines: messages.slice(-1),
		nowMs: messages.at(-1)?.createdAtMs ?? 0,
	});
	const samples: number[] = [];
	for (let round = -warmUpRounds; round < rounds; round++) {
		const startMs = performance.now();
		const { entries } = buildSimplifiedHistory(messages, facts);
		const tookMs = performance.now() - startMs;
		if (entries.length === 0) throw new Error('the bench made an empty history');
		if (round >= 0) samples.push(tookMs);
	}
	return { row: rowOf(`history of ${count} mixed messages`, 'ms', samples), fastest: Math.min(...samples) };
}
