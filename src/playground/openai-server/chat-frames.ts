/** Turns a reply into the events of a chat completion, with the deformations a script asks for. */

import { dataEvent, doneEvent, type EventFrame } from '#playground/novelai-server/event-frames';
import type { PlannedReply } from '#playground/novelai-server/plan-reply';
import type { ReplyScript } from '#playground/novelai-server/reply-scripts';
import { wordPieces } from '#playground/novelai-server/token-pieces';

/** A call that the stand-in makes. */
export interface ScriptedCall {
	/** Default `call_`, the time and its place. */
	readonly id?: string;
	readonly name: string;
	/** An object, or a text to be sent as it is. */
	readonly arguments: object | string;
}

/** Characters of arguments in one chunk. */
const argumentsChunk = 7;

/** One reply's script; the lengths in tokens count the words of the reply alone. */
export interface ChatScript extends ReplyScript {
	/** Sent before the reply, in a field of its own. */
	readonly reasoning?: string;
	/** Called behind the text; the reply ends with `tool_calls`. */
	readonly toolCalls?: readonly ScriptedCall[];
	/** Default `reasoning_content`. */
	readonly reasoningField?: 'reasoning_content' | 'reasoning';
	/** Any other reason at the end, such as `content_filter`. */
	readonly otherFinishReason?: string;
	/** In place of the true count where a stream was asked for it; null leaves it out. */
	readonly usage?: unknown;
	/** The count stands in the chunk with the finish reason, and not behind it. */
	readonly usageWithFinish?: boolean;
	/** One JSON object although a stream was asked for. */
	readonly inOnePiece?: boolean;
}

/** What the frames say beside the reply. */
export interface ChatFrameOptions {
	readonly model: string;
	readonly script: ChatScript;
	/** Seconds since the epoch. */
	readonly createdAt: number;
	/** Tokens of prompt and reply, or what a script makes of them; null sends no usage. */
	readonly usage: unknown;
}

/** As OpenAI counts. */
export interface Usage {
	readonly prompt_tokens: number;
	readonly completion_tokens: number;
	readonly total_tokens: number;
}

/** The role, reasoning, text chunks, a chunk with the finish reason, usage where it was asked for, `[DONE]`. */
export function chatFrames(reply: PlannedReply, options: ChatFrameOptions): readonly EventFrame[] {
	const { script } = options;
	const chunk = (delta: object, finish: string | null): string => dataEvent(chunkOf(options, delta, finish), script);
	const field = script.reasoningField ?? 'reasoning_content';
	const frames: EventFrame[] = [
		{ text: chunk({ role: 'assistant', content: '' }, null), reply: '', tokens: 0, endsGeneration: false },
		...wordPieces(script.reasoning ?? '').map(({ text }) => {
			return { text: chunk({ [field]: text, content: null }, null), reply: '', tokens: 0, endsGeneration: false };
		}),
	];
	let tokens = 0;
	for (const { text } of reply.pieces) {
		tokens += 1;
		frames.push({ text: chunk({ content: text }, null), reply: text, tokens, endsGeneration: false });
	}
	for (const [index, { id, name, text }] of callsOf(script, options).entries()) {
		const pieces = text.match(new RegExp(`[\\s\\S]{1,${argumentsChunk}}`, 'g')) ?? [];
		const first = { index, id, type: 'function', function: { name, arguments: '' } };
		for (const call of [first, ...pieces.map((piece) => ({ index, function: { arguments: piece } }))]) {
			frames.push({ text: chunk({ tool_calls: [call] }, null), reply: '', tokens, endsGeneration: false });
		}
	}
	const last = { reply: '', tokens, endsGeneration: true };
	const counted = options.usage === null ? {} : { usage: options.usage };
	if (script.omitFinishReason !== true) {
		const finish = chunkOf(options, {}, finishReasonOf(reply, script));
		frames.push({ text: dataEvent({ ...finish, ...(script.usageWithFinish ? counted : {}) }, script), ...last });
	}
	if (options.usage !== null && script.usageWithFinish !== true) {
		const usage = { ...chunkOf(options, {}, null), choices: [], ...counted };
		frames.push({ text: dataEvent(usage, script), ...last });
	}
	if (script.omitDone !== true) frames.push({ text: doneEvent(script), ...last });
	return frames;
}

/** The reply as one JSON object. */
export function wholeCompletion(reply: PlannedReply, options: ChatFrameOptions & { readonly usage: Usage }): object {
	const { script, model, createdAt, usage } = options;
	const field = script.reasoningField ?? 'reasoning_content';
	const reasoning = script.reasoning === undefined ? {} : { [field]: script.reasoning };
	const calls = callsOf(script, options).map(({ id, name, text }) => {
		return { id, type: 'function', function: { name, arguments: text } };
	});
	const called = calls.length === 0 ? {} : { tool_calls: calls };
	const message = { role: 'assistant', content: reply.text, ...reasoning, ...called };
	const choices = [{ index: 0, message, finish_reason: finishReasonOf(reply, script) }];
	return { id: 'chatcmpl-stand-in', object: 'chat.completion', created: createdAt, model, choices, usage };
}

function callsOf({ toolCalls = [] }: ChatScript, { createdAt }: ChatFrameOptions) {
	return toolCalls.map(({ id, name, arguments: given }, place) => ({
		id: id ?? `call_${createdAt}_${place}`,
		name,
		text: typeof given === 'string' ? given : JSON.stringify(given),
	}));
}

function finishReasonOf(reply: PlannedReply, script: ChatScript): string {
	if (script.toolCalls !== undefined) return 'tool_calls';
	return script.otherFinishReason ?? script.finishReason ?? reply.finishReason;
}

function chunkOf({ model, createdAt }: ChatFrameOptions, delta: object, finish: string | null): object {
	const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
	return { id: 'chatcmpl-stand-in', object: 'chat.completion.chunk', created: createdAt, model, choices };
}
