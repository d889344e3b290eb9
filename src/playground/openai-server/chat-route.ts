/** `POST /v1/chat/completions`: checks as strict servers make them, then the reply. */

import type { z } from 'zod';
import type { NovelaiRequest } from '#playground/novelai-server/request-log';
import { type ChatRequest, chatRequestSchema, messagesOf } from './chat-schema.ts';
import { checkMedia } from './check-media.ts';
import { orderProblems } from './check-order.ts';
import { fieldError, overflowError } from './manner.ts';
import { openaiError } from './openai-error.ts';
import { type ChatContext, type ChatJob, sendChat } from './send-chat.ts';

/** Answers one request of a known key. */
export async function handleChat(context: ChatContext, job: ChatJob, body: unknown): Promise<Response> {
	const { entry } = job;
	const parsed = chatRequestSchema.safeParse(body);
	if (!parsed.success) return refuse(context, entry, problemsOf(parsed.error));
	const refused = fieldError(body, context.manner);
	if (refused !== null) return refused;
	const request = parsed.data;
	const messages = messagesOf(request);
	describe(context, entry, request);
	const media = await checkMedia(messages, context.seeing.get(request.model));
	entry.inputTokens = (entry.inputTokens ?? 0) + media.tokens;
	const problems = [...orderProblems(messages), ...media.problems];
	if (problems.length > 0) return refuse(context, entry, problems);
	const windowTokens = context.models.get(request.model);
	if (windowTokens === undefined) {
		const message = `The model '${request.model}' does not exist or you do not have access to it.`;
		return openaiError(404, message, { code: 'model_not_found', param: 'model' });
	}
	const asked = request.max_completion_tokens ?? request.max_tokens ?? 0;
	const inputTokens = entry.inputTokens ?? 0;
	if (inputTokens + asked > windowTokens) {
		const { overflow } = context.manner;
		if (overflow === undefined) context.log.violate(entry, 'template', ['the prompt is longer than the window']);
		return overflowError(overflow ?? 'openai', { inputTokens, outputTokens: asked, windowTokens });
	}
	return sendChat(context, job, { request, messages });
}

function describe(context: ChatContext, entry: NovelaiRequest, request: ChatRequest): void {
	entry.model = request.model;
	entry.prompt = messagesOf(request)
		.map(({ role, content }) => `<|${role}|>\n${content}`)
		.join('\n');
	entry.stream = request.stream ?? false;
	entry.inputTokens = context.countTokens(entry.prompt);
	entry.windowTokens = context.models.get(request.model) ?? null;
	context.log.announce(entry);
}

function problemsOf(error: z.ZodError): readonly string[] {
	return error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
}

function refuse(context: ChatContext, entry: NovelaiRequest, problems: readonly string[]): Response {
	context.log.violate(entry, 'body', problems);
	return openaiError(400, problems.join('; '));
}
