/** How long it takes to compose a channel's prompt, media and notes included, and that it grows no faster than the channel. */
import { composeContext } from '#core/context/compose-context';
import { type ContextFacts, EMPTY_CONTEXT_KNOWLEDGE } from '#core/context/stage';
import { EMPTY_TALK_FACTS } from '#core/context/talk-facts';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import { plainHistoryFacts } from '#core/history/history-facts';
import type { LineageId, PersonaId, ServerId } from '#domain/ids';
import type { ImageAttachment } from '#domain/media';
import { EMPTY_ATTG, type Persona } from '#domain/persona';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import { type BenchRow, rowOf } from './bench-row.ts';
import { mixedMessages, mixedSelfId } from './mixed-messages.ts';

const warmUpRounds = 200;
const rounds = 300;
const targetMs = 1;
const persona: Persona = {
	id: 1 as PersonaId,
	serverId: 1 as ServerId,
	lineageId: 1 as LineageId,
	isAlter: false,
	name: 'Tomori',
	attributes: ['Tomori is calm and curious.'],
	samples: [{ user: 'Hi', persona: 'Hello' }],
	triggerWords: [],
	aliases: [],
	attg: EMPTY_ATTG,
};

/** 100 messages, which is what a turn reads at most, and 1,000 with the ratio of the two. */
export function benchContext(): BenchRow[] {
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
	const facts = factsOf(count);
	const samples: number[] = [];
	for (let round = -warmUpRounds; round < rounds; round++) {
		const startMs = performance.now();
		const { items } = composeContext(facts);
		const tookMs = performance.now() - startMs;
		if (items.length < count) throw new Error('the bench lost messages');
		if (round >= 0) samples.push(tookMs);
	}
	return { row: rowOf(`context for ${count} messages with media`, 'ms', samples), fastest: Math.min(...samples) };
}

/** Every second message has a picture, one in four of them the same, and every kind of note is on. */
function factsOf(count: number): ContextFacts {
	const messages = mixedMessages(count);
	const nowMs = messages.at(-1)?.createdAtMs ?? 0;
	// Neighbours by one author would become one entry.
	const apart = messages.map((message, index) => ({
		...message,
		author: { ...message.author, id: `${message.author.id}${index % 2}` },
	}));
	const { entries } = buildSimplifiedHistory(
		apart,
		plainHistoryFacts({ selfId: mixedSelfId, persona, turnLines: messages.slice(-1), nowMs }),
	);
	return {
		persona,
		userName: 'Ellen',
		history: entries.map(withPicture),
		knowledge: EMPTY_CONTEXT_KNOWLEDGE,
		talk: {
			...EMPTY_TALK_FACTS,
			notes: [{ text: 'Be kind to {user}.', depth: 4 }],
			reunionNote: 'Ellen is back.',
			dates: { zone: 'Europe/Berlin', nowMs },
			callsVerbatim: true,
			media: { windowEntries: count / 2, fetchLimit: count, imageMessagesMax: 3 },
		},
	};
}

function withPicture(entry: SimplifiedMessageForContext, index: number): SimplifiedMessageForContext {
	if (index % 2 === 1) return entry;
	const name = index % 8 === 0 ? 'same' : entry.id;
	const picture: ImageAttachment = {
		url: `https://cdn.example/${name}.png`,
		proxyUrl: `https://media.example/${name}.png`,
		mimeType: 'image/png',
		fileName: `${name}.png`,
		sourceMessageId: entry.id,
	};
	return { ...entry, imageAttachments: [...entry.imageAttachments, picture] };
}
