/** `POST /oa/v1/completions`, `/ai/generate` and `/ai/generate-stream`: checks in the service's order, then the reply. */

import { errorResponse, errorWithSuccess } from './error-response.ts';
import {
	type GenerationRequest,
	type ReadingOptions,
	readCompletionRequest,
	readNativeRequest,
} from './generation-request.ts';
import { type PlanRefusal, refuseByOutput, refuseByPlan, refuseByWindow } from './plan-limits.ts';
import type { NovelaiRequest } from './request-log.ts';
import { sendReply } from './send-reply.ts';
import type { RequestJob, ServerContext } from './server-context.ts';
import type { ModelTokenizer } from './token-pieces.ts';

/** Answers one generation request of a known account. */
export async function handleGeneration(context: ServerContext, job: RequestJob, body: unknown): Promise<Response> {
	const { entry, token } = job;
	const isCompletion = job.path === '/oa/v1/completions';
	const shape = isCompletion ? context.settings.completionErrorShape : 'flat';
	const read = await (isCompletion ? readCompletionRequest : readNativeRequest)(body, readingOptions(context, job));
	if (!read.ok) {
		context.log.violate(entry, read.error.kind, read.error.violations);
		return errorResponse(read.error.status, read.error.message, shape);
	}
	const request = read.value;
	const account = context.accounts.get(token);
	if (account === undefined) return errorResponse(401, 'Unauthorized', shape);
	const tokenizer = await context.tokenizers.of(request.model.tokenizer);
	const refusedByPlan = refuseByPlan(account, request.model);
	const windowTokens = request.model.windows[account.tier] ?? 0;
	describe(entry, { request, tokenizer, windowTokens });
	context.log.announce(entry);
	if (refusedByPlan !== null) return errorResponse(refusedByPlan.status, refusedByPlan.message, shape);
	const inputTokens = entry.inputTokens ?? 0;
	const wanted = request.limits.tokensMax ?? Math.max(1, windowTokens - inputTokens);
	const tooMuch =
		refuseByWindow(inputTokens, wanted, windowTokens) ??
		(context.settings.enforceOutputMaxima ? refuseByOutput(account, request.model, wanted) : null);
	if (tooMuch !== null) return refuseSize(context, entry, { refusal: tooMuch, isCompletion });
	if (request.knownTrap !== null) {
		context.log.violate(entry, 'body', [request.knownTrap]);
		return refuseWithSuccess(context, entry, errorWithSuccess(200, 'unknown error'));
	}
	if (!context.accounts.lock(token)) return errorResponse(429, 'Concurrent generation is locked', shape);
	context.log.changed();
	if (account.tier === 0) account.freeGenerations = (account.freeGenerations ?? 0) - 1;
	const script = context.scripts.take(token) ?? {};
	return sendReply(context, { ...job, script }, { request, tokenizer, tokensMax: wanted });
}

function readingOptions(context: ServerContext, job: RequestJob): ReadingOptions {
	return {
		path: job.path,
		tokenizerOf: (model) => context.tokenizers.of(model.tokenizer),
		isContinuation: (prompt) => {
			const sent = context.accounts.lastGeneration(job.token)?.sent ?? '';
			return sent !== '' && prompt.endsWith(sent);
		},
	};
}

function describe(
	entry: NovelaiRequest,
	facts: {
		readonly request: GenerationRequest;
		readonly tokenizer: ModelTokenizer;
		readonly windowTokens: number;
	},
): void {
	entry.model = facts.request.model.id;
	entry.prompt = facts.request.prompt;
	entry.stream = facts.request.stream;
	entry.inputTokens = facts.tokenizer.count(facts.request.prompt);
	entry.countIsExact = facts.tokenizer.exact;
	entry.windowTokens = facts.windowTokens;
}

function refuseSize(
	context: ServerContext,
	entry: NovelaiRequest,
	how: { readonly refusal: PlanRefusal; readonly isCompletion: boolean },
): Response {
	const { status, message } = how.refusal;
	if (how.isCompletion) return errorResponse(status, message, context.settings.completionErrorShape);
	if (context.settings.contextRefusal === 'status-400') return errorResponse(status, message);
	return refuseWithSuccess(context, entry, errorWithSuccess(201, message));
}

/** The status would read as an answer, so the log is told what it was. */
function refuseWithSuccess(context: ServerContext, entry: NovelaiRequest, response: Response): Response {
	entry.status = response.status;
	context.log.finish(entry, 'refused');
	return response;
}
