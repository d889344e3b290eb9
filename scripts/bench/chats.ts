/** How long the main loop is held by preparing a chat, and that it grows no faster than the conversation. */
import { prepareChat } from '#core/chat-completions/prepare-chat';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import type { ResolvedContextItem } from '#domain/resolved-context';
import { type BenchRow, rowOf } from './bench-row.ts';

const targetMs = 5;
const warmUpRounds = 30;
const roundsPerSample = 4;
const words =
	'The rain had begun at noon, and nobody minded; we sat inside, learnt the second verse, and argued about tea. 雨は昼から降り続いていた。';

/** 100 messages, which is what a turn reads at most, and 1,000 with the ratio of the two; a tenth of each fits. */
export function benchChats(samples: number): BenchRow[] {
	const hundred = measure(100, samples);
	const thousand = measure(1_000, samples);
	const growth = Math.min(...thousand.samples) / Math.min(...hundred.samples);
	return [
		{ ...hundred.row, target: { max: targetMs, of: 'median' } },
		{ ...thousand.row, note: `fastest: ${growth.toFixed(1)} times that of 100 messages` },
	];
}

function measure(count: number, rounds: number): { readonly row: BenchRow; readonly samples: readonly number[] } {
	const items = itemsOf(count);
	const request = requestOf();
	const endpoint = { model: 'bench', windowTokens: Math.max(512, count * 10), outputTokensMax: 64 };
	const samples: number[] = [];
	for (let round = -warmUpRounds; round < rounds * roundsPerSample; round += 1) {
		const startMs = performance.now();
		const prepared = prepareChat(request, items, endpoint);
		const tookMs = performance.now() - startMs;
		if (!prepared.ok || prepared.value.report.trimmed.length < count / 2) throw new Error('the bench fitted nothing');
		if (round >= 0) samples.push(tookMs);
	}
	return { row: rowOf(`chat of ${count} messages prepared`, 'ms', samples), samples };
}

function itemsOf(count: number): readonly ResolvedContextItem[] {
	return Array.from({ length: count }, (_, index) => {
		const isPersonas = index % 3 === 2;
		const name = isPersonas ? 'Tomori' : `Person ${index % 7}`;
		return {
			role: isPersonas ? 'model' : 'user',
			tag: 'DIALOGUE_HISTORY',
			identity: `history:${index}`,
			messageId: `${index}`,
			sender: { name, type: isPersonas ? 'persona' : 'user' },
			parts: [{ type: 'text', text: `${name}: ${words} ${words}` }],
		};
	});
}

function requestOf(): PromptRequest {
	return {
		codename: 'custom:bench',
		items: [],
		personaName: 'Tomori',
		personaAliases: [],
		attg: EMPTY_ATTG,
		sampling: { presetName: null, edits: {} },
		isFallbackAttempt: false,
		thinkingLevel: 'auto',
		maxOutputTokens: null,
		stopStrings: [],
		triggerMessageId: '',
	};
}
