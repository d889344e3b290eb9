/** Sends one reply: the script's delays and faults first, then the planned text, whole or as a stream. */

import { aborted, frameStream } from './deliver-frames.ts';
import { completionFrames, type EventFrame, nativeFrames } from './event-frames.ts';
import type { GenerationRequest } from './generation-request.ts';
import { writeReply } from './persona-voice.ts';
import { noLimits, type PlannedReply, planReply } from './plan-reply.ts';
import type { ScriptedJob, ServerContext } from './server-context.ts';
import type { ModelTokenizer } from './token-pieces.ts';

/** What is to be written, and within which output limit. */
export interface ReplyOrder {
	readonly request: GenerationRequest;
	readonly tokenizer: ModelTokenizer;
	readonly tokensMax: number;
}

/** The account is locked when this is called and free again once the generation has ended. */
export async function sendReply(context: ServerContext, job: ScriptedJob, order: ReplyOrder): Promise<Response> {
	const { script } = job;
	await waitBeforeFirstByte(job);
	if (job.signal.aborted) return abandon(context, job);
	if (script.resetAtOnce === true) return resetAtOnce(context, job);
	if (script.response !== undefined) {
		const { status, body, contentType, headers = {} } = script.response;
		job.entry.status = status;
		release(context, job);
		context.log.finish(job.entry, 'script-fault');
		return new Response(body, { status, headers: { ...headers, 'content-type': contentType } });
	}
	const { reply, intended } = planText(context, job, order);
	if (order.request.stream) return streamReply(context, job, { reply, intended, order });
	record(context, job, { sent: reply.text, intended });
	job.entry.outputTokens = countTokens(reply);
	job.entry.status = 200;
	release(context, job);
	context.log.finish(job.entry, 'answered');
	return wholeReply(context, job, { reply, order });
}

async function waitBeforeFirstByte(job: ScriptedJob): Promise<void> {
	const { waitFor, firstByteDelayMs } = job.script;
	if (waitFor !== undefined) await Promise.race([waitFor, aborted(job.signal)]);
	if (firstByteDelayMs !== undefined) await Promise.race([Bun.sleep(firstByteDelayMs), aborted(job.signal)]);
}

/** The reply, and the whole text the model had in mind, of which a continuation gets the rest. */
function planText(
	context: ServerContext,
	job: ScriptedJob,
	order: ReplyOrder,
): { readonly reply: PlannedReply; readonly intended: string } {
	const { script } = job;
	const { request, tokenizer } = order;
	const limits = {
		...request.limits,
		tokensMax: order.tokensMax,
		includeStopText: script.includeStopText ?? false,
	};
	if (script.text !== undefined) {
		const reply = planReply(script.text, script.obeyLimits === true ? limits : noLimits, tokenizer);
		return { reply, intended: script.text };
	}
	const last = context.accounts.lastGeneration(job.token);
	const continues = last !== undefined && last.sent !== '' && request.prompt.endsWith(last.sent);
	const style = request.model.route === 'completion' ? 'chat' : 'story';
	const intended = continues && last.rest !== '' ? last.rest : writeReply(request.prompt, style);
	return { reply: planReply(intended, limits, tokenizer), intended };
}

function streamReply(
	context: ServerContext,
	job: ScriptedJob,
	plan: { readonly reply: PlannedReply; readonly intended: string; readonly order: ReplyOrder },
): Response {
	const { entry, script } = job;
	const makeFrames = plan.order.request.model.route === 'completion' ? completionFrames : nativeFrames;
	const frames: readonly EventFrame[] = makeFrames(plan.reply, {
		model: plan.order.request.model.id,
		script,
		createdAt: Math.floor(context.now() / 1000),
		endTokenId: 151_336,
	});
	entry.status = 200;
	let generationEnded = false;
	const body = frameStream(
		frames,
		{ script, tokenDelayMs: context.settings.tokenDelayMs, signal: job.signal },
		{
			onFrame(frame) {
				entry.outputText += frame.reply;
				entry.outputTokens = frame.tokens;
				record(context, job, { sent: entry.outputText, intended: plan.intended });
				if (frame.endsGeneration && !generationEnded) {
					generationEnded = true;
					release(context, job);
				}
				context.log.changed();
			},
			onEnd(end) {
				const abandoned = end === 'aborted' && !generationEnded;
				if (abandoned) releaseLater(context, job);
				else if (!generationEnded) release(context, job);
				generationEnded = true;
				context.log.finish(entry, abandoned ? 'aborted' : end === 'broken' ? 'script-fault' : 'answered');
			},
		},
	);
	return new Response(body, {
		headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
	});
}

function wholeReply(
	context: ServerContext,
	job: ScriptedJob,
	plan: { readonly reply: PlannedReply; readonly order: ReplyOrder },
): Response {
	const { reply, order } = plan;
	if (order.request.model.route === 'native') return Response.json({ output: reply.text });
	const promptTokens = job.entry.inputTokens ?? 0;
	const completionTokens = job.entry.outputTokens;
	return Response.json({
		id: 'cmpl-stand-in',
		object: 'text_completion',
		created: Math.floor(context.now() / 1000),
		model: order.request.model.id,
		choices: [
			{
				index: 0,
				text: reply.text,
				token_ids: reply.pieces.flatMap((piece) => piece.ids),
				logprobs: null,
				finish_reason: job.script.finishReason ?? reply.finishReason,
			},
		],
		usage: {
			prompt_tokens: promptTokens,
			completion_tokens: completionTokens,
			total_tokens: promptTokens + completionTokens,
		},
	});
}

function countTokens(reply: PlannedReply): number {
	return reply.pieces.reduce((sum, piece) => sum + Math.max(1, piece.ids.length), 0);
}

function record(
	context: ServerContext,
	job: ScriptedJob,
	texts: { readonly sent: string; readonly intended: string },
): void {
	job.entry.outputText = texts.sent;
	const rest = texts.intended.startsWith(texts.sent) ? texts.intended.slice(texts.sent.length) : '';
	context.accounts.rememberGeneration(job.token, { sent: texts.sent, rest });
}

/** The client is gone before anything was sent; nobody reads this answer. */
function abandon(context: ServerContext, job: ScriptedJob): Response {
	releaseLater(context, job);
	context.log.finish(job.entry, 'aborted');
	return new Response(null, { status: 499 });
}

function resetAtOnce(context: ServerContext, job: ScriptedJob): Response {
	release(context, job);
	context.log.finish(job.entry, 'script-fault');
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			controller.error();
		},
	});
	return new Response(body);
}

function release(context: ServerContext, job: ScriptedJob): void {
	context.accounts.unlock(job.token);
	context.log.changed();
}

/** The service cannot cancel: an abandoned generation keeps the account for a while. */
function releaseLater(context: ServerContext, job: ScriptedJob): void {
	const { lockAfterAbortMs } = context.settings;
	if (lockAfterAbortMs <= 0) {
		release(context, job);
		return;
	}
	setTimeout(() => release(context, job), lockAfterAbortMs).unref();
}
