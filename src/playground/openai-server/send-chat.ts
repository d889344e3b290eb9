/** Sends one reply of a chat: the script's delays and faults first, then the text, whole or as a stream. */

import { aborted, frameStream } from '#playground/novelai-server/deliver-frames';
import { writeChatMessage } from '#playground/novelai-server/persona-voice';
import type { PlannedReply } from '#playground/novelai-server/plan-reply';
import type { ScriptQueue } from '#playground/novelai-server/reply-scripts';
import type { NovelaiRequest, RequestLog } from '#playground/novelai-server/request-log';
import { wordPieces } from '#playground/novelai-server/token-pieces';
import { type ChatScript, chatFrames, type Usage, wholeCompletion } from './chat-frames.ts';
import type { ChatRequest, SentMessage } from './chat-schema.ts';
import type { Sight } from './check-media.ts';
import type { Manner } from './manner.ts';
import { readChatScene } from './read-chat-scene.ts';

/** What the route shares with the server. */
export interface ChatContext {
	/** Windows in tokens by model. */
	readonly models: ReadonlyMap<string, number>;
	/** What each model has eyes for; others read only. */
	readonly seeing: ReadonlyMap<string, Sight>;
	readonly log: RequestLog;
	readonly scripts: ScriptQueue<ChatScript>;
	/** How its models count a prompt. */
	readonly countTokens: (prompt: string) => number;
	/** What it does not take, and how it says so. */
	readonly manner: Manner;
	/** Milliseconds between two words. */
	readonly tokenDelayMs: number;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** One request on its way. */
export interface ChatJob {
	readonly entry: NovelaiRequest;
	/** Empty without one. */
	readonly token: string;
	/** Aborts when the client goes away or the server stops. */
	readonly signal: AbortSignal;
}

/** What is to be answered. */
interface Question {
	readonly request: ChatRequest;
	readonly messages: readonly SentMessage[];
}

/** How it is answered. */
interface Answer {
	readonly request: ChatRequest;
	readonly script: ChatScript;
	readonly reply: PlannedReply;
	readonly usage: Usage;
}

/** The answer to a request that passed every check. */
export async function sendChat(context: ChatContext, job: ChatJob, question: Question): Promise<Response> {
	const { entry, signal } = job;
	const script = context.scripts.take(job.token) ?? {};
	const delay = script.firstByteDelayMs === undefined ? undefined : Bun.sleep(script.firstByteDelayMs);
	await Promise.race([Promise.all([script.waitFor, delay]), aborted(signal)]);
	if (signal.aborted) {
		context.log.finish(entry, 'aborted');
		return new Response(null, { status: 499 });
	}
	entry.status = script.response?.status ?? 200;
	if (script.resetAtOnce === true || script.response !== undefined) {
		context.log.finish(entry, 'script-fault');
		return script.response === undefined ? brokenResponse() : scriptedResponse(script.response);
	}
	const reply = planChat(question, script);
	const prompt = entry.inputTokens ?? 0;
	const completion = reply.pieces.length;
	const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
	const answer: Answer = { request: question.request, script, reply, usage };
	return entry.stream && script.inOnePiece !== true
		? streamChat(context, job, answer)
		: wholeChat(context, job, answer);
}

/** A scripted text is sent as it is; the stand-in's own ends at stops and at the limit. */
function planChat({ request, messages }: Question, script: ChatScript): PlannedReply {
	const written =
		script.text ??
		(script.toolCalls === undefined ? undefined : '') ??
		writeChatMessage(readChatScene(messages), JSON.stringify(messages));
	const isOwn = script.text === undefined || script.obeyLimits === true;
	const stops = isOwn ? [request.stop ?? []].flat() : [];
	const ends = stops.map((stop) => written.indexOf(stop)).filter((at) => at >= 0);
	const all = wordPieces(written.slice(0, Math.min(written.length, ...ends)));
	const tokensMax = isOwn ? (request.max_completion_tokens ?? request.max_tokens ?? all.length) : all.length;
	const pieces = all.slice(0, tokensMax);
	const text = pieces.map((piece) => piece.text).join('');
	return { pieces, text, finishReason: pieces.length < all.length ? 'length' : 'stop' };
}

function streamChat(context: ChatContext, { entry, signal }: ChatJob, answer: Answer): Response {
	const { request, script, reply } = answer;
	const isAsked = request.stream_options?.include_usage === true;
	const usage = isAsked && script.usage !== null ? (script.usage ?? answer.usage) : null;
	const createdAt = Math.floor(context.now() / 1000);
	const frames = chatFrames(reply, { model: request.model, script, createdAt, usage });
	let hasEnded = false;
	const body = frameStream(
		frames,
		{ script, tokenDelayMs: context.tokenDelayMs, signal },
		{
			onFrame(frame) {
				entry.outputText += frame.reply;
				entry.outputTokens = frame.tokens;
				hasEnded ||= frame.endsGeneration;
				context.log.changed();
			},
			onEnd(end) {
				const outcome = end === 'broken' ? 'script-fault' : end === 'aborted' && !hasEnded ? 'aborted' : 'answered';
				context.log.finish(entry, outcome);
			},
		},
	);
	return new Response(body, {
		headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
	});
}

function wholeChat(context: ChatContext, { entry }: ChatJob, answer: Answer): Response {
	const { request, script, reply, usage } = answer;
	entry.outputText = reply.text;
	entry.outputTokens = reply.pieces.length;
	const createdAt = Math.floor(context.now() / 1000);
	context.log.finish(entry, 'answered');
	return Response.json(wholeCompletion(reply, { model: request.model, script, createdAt, usage }));
}

function scriptedResponse({ status, body, contentType, headers = {} }: NonNullable<ChatScript['response']>): Response {
	return new Response(body, { status, headers: { ...headers, 'content-type': contentType } });
}

function brokenResponse(): Response {
	return new Response(
		new ReadableStream<Uint8Array>({
			start(controller) {
				controller.error();
			},
		}),
	);
}
