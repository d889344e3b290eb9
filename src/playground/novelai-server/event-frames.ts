/** Turns a planned reply into the two routes' events, with the deformations a script asks for. */

import type { PlannedReply } from './plan-reply.ts';
import type { ReplyScript } from './reply-scripts.ts';

/** One event as text. */
export interface EventFrame {
	readonly text: string;
	/** The part of the reply it carries. */
	readonly reply: string;
	/** How many tokens of the reply have been sent once this frame is out. */
	readonly tokens: number;
	/** The model is done with this frame; the account is free again. */
	readonly endsGeneration: boolean;
}

/** What the frames say beside the reply. */
export interface FrameOptions {
	readonly model: string;
	readonly script: ReplyScript;
	/** Seconds since the epoch. */
	readonly createdAt: number;
	/** The token the model ends a turn with. */
	readonly endTokenId: number;
}

/** Events of `POST /oa/v1/completions`: text chunks, a chunk with the finish reason, `[DONE]`. */
export function completionFrames(reply: PlannedReply, options: FrameOptions): readonly EventFrame[] {
	const { script } = options;
	const finishReason = script.finishReason ?? reply.finishReason;
	const chunk = (text: string, ids: readonly number[], finish: string | null): object => ({
		id: 'cmpl-stand-in',
		object: 'text_completion',
		created: options.createdAt,
		model: options.model,
		choices: [{ index: 0, text, token_ids: ids, logprobs: null, finish_reason: finish }],
	});
	const frames: EventFrame[] = [];
	let tokens = 0;
	reply.pieces.forEach((piece, index) => {
		tokens += Math.max(1, piece.ids.length);
		const isCut = finishReason === 'length' && index === reply.pieces.length - 1 && script.omitFinishReason !== true;
		const text = dataEvent(chunk(piece.text, piece.ids, isCut ? 'length' : null), script);
		frames.push({ text, reply: piece.text, tokens, endsGeneration: isCut });
	});
	const finished = frames.at(-1)?.endsGeneration ?? false;
	if (!finished && script.omitFinishReason !== true) {
		const text = dataEvent(chunk('', [options.endTokenId], finishReason), script);
		frames.push({ text, reply: '', tokens, endsGeneration: true });
	}
	if (script.omitDone !== true) frames.push({ text: doneEvent(script), reply: '', tokens, endsGeneration: true });
	return frames;
}

/** Events of `POST /ai/generate-stream`: one per token, the last one marked `final` and carrying text. */
export function nativeFrames(reply: PlannedReply, options: FrameOptions): readonly EventFrame[] {
	const { script } = options;
	const pieces = reply.pieces.length === 0 ? [{ text: '', ids: [] }] : reply.pieces;
	let tokens = 0;
	return pieces.map((piece, index) => {
		tokens += Math.max(1, piece.ids.length);
		const final = index === pieces.length - 1 && script.omitFinal !== true;
		const data = { token: piece.text, ptr: index, final, logprobs: null };
		const text = dataEvent(data, script, ['event: newToken', `id: ${index}`]);
		return { text, reply: piece.text, tokens, endsGeneration: final };
	});
}

/** The event that reports a failure in the middle of a stream. */
export function errorFrame(message: string, script: ReplyScript, tokens: number): EventFrame {
	return { text: dataEvent({ error: { message } }, script), reply: '', tokens, endsGeneration: true };
}

/** The same frame with its JSON cut in half. */
export function malformedFrame(frame: EventFrame, script: ReplyScript): EventFrame {
	const lineEnd = lineEndOf(script);
	const half = frame.text.slice(0, Math.floor(frame.text.trimEnd().length * 0.6));
	return { ...frame, text: `${half}${lineEnd}${lineEnd}`, reply: '', endsGeneration: true };
}

/** One event with its data as JSON. */
export function dataEvent(data: object, script: ReplyScript, head: readonly string[] = []): string {
	const json = script.multiLineData === true ? JSON.stringify(data, null, 1) : JSON.stringify(data);
	const lines = [...(script.comments === true ? [': keep-alive'] : []), ...head];
	lines.push(...json.split('\n').map((line) => `data: ${line}`), '', '');
	return lines.join(lineEndOf(script));
}

/** The sentinel. */
export function doneEvent(script: ReplyScript): string {
	const lineEnd = lineEndOf(script);
	return `data: [DONE]${lineEnd}${lineEnd}`;
}

function lineEndOf(script: ReplyScript): string {
	return script.carriageReturns === true ? '\r\n' : '\n';
}
