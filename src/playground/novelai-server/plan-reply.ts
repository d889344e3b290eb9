/** Decides how much of a model's text is sent: stops, output limit, sentence end. */

import { type ModelTokenizer, type TokenPiece, wordPieces } from './token-pieces.ts';

/** What ends a reply. Lengths are tokens. */
export interface ReplyLimits {
	readonly tokensMax: number;
	readonly tokensMin: number;
	/** Literal texts (completion route). */
	readonly stops: readonly string[];
	/** Exact token sequences (native route). */
	readonly stopSequences: readonly (readonly number[])[];
	/** Native route: may run over the limit until a sentence ends. */
	readonly untilSentence: boolean;
	readonly includeStopText: boolean;
}

/** What is sent, and why it ended. */
export interface PlannedReply {
	readonly pieces: readonly TokenPiece[];
	readonly finishReason: 'stop' | 'length';
	/** What the model would have gone on with, had the connection lived: empty after a stop. */
	readonly text: string;
}

/** How far a reply may run over its limit to end a sentence, as observed by the community. */
const sentenceOverrunTokensMax = 20;
const sentenceEnd = /[.!?…。！？]["'”’*)」』]*$/u;

/** Limits that cut nothing, for replies whose exact text a script dictates. */
export const noLimits: ReplyLimits = {
	tokensMax: Number.POSITIVE_INFINITY,
	tokensMin: 1,
	stops: [],
	stopSequences: [],
	untilSentence: false,
	includeStopText: false,
};

/** Applies the limits to what the model would write if nothing stopped it. */
export function planReply(text: string, limits: ReplyLimits, tokenizer: ModelTokenizer): PlannedReply {
	const cut = cutAtLiteralStop(text, limits);
	const ids = tokenizer.encode(cut);
	if (ids.length === 0) return planWithoutIds(cut, limits);
	const stopped = cutAtSequence(ids, limits);
	const kept = cutAtLimit(stopped, limits, tokenizer);
	const pieces = tokenizer.pieces(kept);
	return {
		pieces,
		finishReason: kept.length < stopped.length ? 'length' : 'stop',
		text: pieces.map((piece) => piece.text).join(''),
	};
}

function planWithoutIds(text: string, limits: ReplyLimits): PlannedReply {
	const all = wordPieces(text);
	const pieces = all.slice(0, limits.tokensMax);
	return {
		pieces,
		finishReason: pieces.length < all.length ? 'length' : 'stop',
		text: pieces.map((piece) => piece.text).join(''),
	};
}

function cutAtLiteralStop(text: string, limits: ReplyLimits): string {
	const found = limits.stops
		.map((stop) => ({ stop, index: text.indexOf(stop) }))
		.filter((candidate) => candidate.index >= 0)
		.sort((left, right) => left.index - right.index)[0];
	if (found === undefined) return text;
	return text.slice(0, found.index + (limits.includeStopText ? found.stop.length : 0));
}

function cutAtSequence(ids: readonly number[], limits: ReplyLimits): readonly number[] {
	for (let end = limits.tokensMin; end <= ids.length; end += 1) {
		const sequence = limits.stopSequences.find((candidate) => endsWith(ids, end, candidate));
		if (sequence !== undefined) return ids.slice(0, limits.includeStopText ? end : end - sequence.length);
	}
	return ids;
}

function endsWith(ids: readonly number[], end: number, sequence: readonly number[]): boolean {
	const start = end - sequence.length;
	return start >= 0 && sequence.every((id, index) => ids[start + index] === id);
}

function cutAtLimit(ids: readonly number[], limits: ReplyLimits, tokenizer: ModelTokenizer): readonly number[] {
	if (ids.length <= limits.tokensMax) return ids;
	if (!limits.untilSentence) return ids.slice(0, limits.tokensMax);
	for (let length = limits.tokensMax; length < limits.tokensMax + sentenceOverrunTokensMax; length += 1) {
		if (sentenceEnd.test(tokenizer.decode(ids.slice(0, length)))) return ids.slice(0, length);
	}
	return ids.slice(0, limits.tokensMax + sentenceOverrunTokensMax);
}
