/** What both generation routes boil down to, and how each body becomes it. */

import type { z } from 'zod';
import { err, ok, type Result } from '#lib/result';
import { checkChatPrompt } from './chat-prompt.ts';
import { completionRequestSchema } from './completion-request.ts';
import { findModel, type ServedModel } from './model-catalog.ts';
import { namedTokenIds, nativeRequestSchema } from './native-request.ts';
import type { ReplyLimits } from './plan-reply.ts';
import type { Violation } from './request-log.ts';
import { checkStoryPrompt } from './story-prompt.ts';
import type { ModelTokenizer } from './token-pieces.ts';

/** A request that passed every check. */
export interface GenerationRequest {
	readonly model: ServedModel;
	readonly prompt: string;
	readonly stream: boolean;
	/** `tokensMax` is null when the body leaves it to the window. */
	readonly limits: Omit<ReplyLimits, 'tokensMax' | 'includeStopText'> & { readonly tokensMax: number | null };
	/** What the service is known to choke on although its schema allows it. */
	readonly knownTrap: string | null;
}

/** Why a body is refused; `violations` are the client's mistakes, for the log. */
export interface Refusal {
	readonly status: number;
	readonly message: string;
	readonly kind: Violation['kind'];
	readonly violations: readonly string[];
}

/** What reading needs beside the body. */
export interface ReadingOptions {
	/** The path, which for the native route says whether to stream. */
	readonly path: string;
	tokenizerOf(model: ServedModel): Promise<ModelTokenizer>;
	/** Whether the prompt goes on from what this account was sent last. */
	isContinuation(prompt: string): boolean;
}

type Reading = Promise<Result<GenerationRequest, Refusal>>;

/** Reads a body of `POST /oa/v1/completions`. */
export async function readCompletionRequest(body: unknown, options: ReadingOptions): Reading {
	const parsed = completionRequestSchema.safeParse(body);
	if (!parsed.success) return err(schemaRefusal(parsed.error));
	const { data } = parsed;
	const model = findModel(data.model);
	if (model === undefined) return err(routeRefusal(400, `Unknown model '${data.model}'.`));
	if (model.route !== 'completion') {
		const message = `Model '${model.id}' not available via OpenAI-compatible API. Use main NovelAI API.`;
		return err(routeRefusal(400, message));
	}
	const tokenizer = await options.tokenizerOf(model);
	const prompt = promptText(data.prompt, tokenizer);
	if (prompt === null) return err(bodyRefusal('prompt: exactly one prompt is served, ids only with the vocabulary'));
	const problems = checkChatPrompt(prompt, { model: model.id, isContinuation: options.isContinuation(prompt) });
	if (problems.length > 0) return err(templateRefusal(problems));
	const stops = data.stop === undefined ? [] : [data.stop].flat();
	return ok({
		model,
		prompt,
		stream: data.stream ?? false,
		limits: {
			tokensMax: data.max_tokens ?? null,
			tokensMin: 1,
			stops,
			stopSequences: [],
			untilSentence: false,
		},
		knownTrap: null,
	});
}

/** Reads a body of `POST /ai/generate` or `/ai/generate-stream`. */
export async function readNativeRequest(body: unknown, options: ReadingOptions): Reading {
	const parsed = nativeRequestSchema.safeParse(body);
	if (!parsed.success) return err(schemaRefusal(parsed.error));
	const { data } = parsed;
	const { parameters } = data;
	const model = findModel(data.model);
	if (model === undefined) return err(routeRefusal(400, `Unknown model '${data.model}'.`));
	if (model.route !== 'native') return err(routeRefusal(403, `Model '${model.id}' is not served by this endpoint.`));
	const foreignId = namedTokenIds(data).find(({ id }) => id >= model.vocabularySize);
	if (foreignId !== undefined)
		return err(bodyRefusal(`${foreignId.field}: ${foreignId.id} is no token of ${model.id}`));
	const prompt = parameters.use_string
		? data.input
		: decodePackedIds(data.input, model, await options.tokenizerOf(model));
	if (prompt === null) return err(bodyRefusal("input: not the base64 of this model's token ids"));
	const problems = checkStoryPrompt(prompt, { model: model.id, isContinuation: options.isContinuation(prompt) });
	if (problems.length > 0) return err(templateRefusal(problems));
	return ok({
		model,
		prompt,
		stream: options.path.endsWith('-stream'),
		limits: {
			tokensMax: parameters.max_length,
			tokensMin: parameters.min_length ?? 1,
			stops: [],
			stopSequences: parameters.stop_sequences ?? [],
			untilSentence: parameters.generate_until_sentence ?? false,
		},
		knownTrap: knownTrap(parameters),
	});
}

function knownTrap(parameters: z.infer<typeof nativeRequestSchema>['parameters']): string | null {
	if (parameters.repetition_penalty_slope === 0) return 'repetition_penalty_slope: 0 must be omitted';
	if (parameters.repetition_penalty_range === 0) return 'repetition_penalty_range: 0 must be omitted';
	return null;
}

function promptText(
	prompt: string | readonly string[] | readonly number[] | readonly (readonly number[])[],
	tokenizer: ModelTokenizer,
): string | null {
	if (typeof prompt === 'string') return prompt;
	const [first, second] = prompt;
	if (typeof first === 'number') return decodeIds(prompt as readonly number[], tokenizer);
	if (second !== undefined || first === undefined) return null;
	return typeof first === 'string' ? first : decodeIds(first, tokenizer);
}

function decodeIds(ids: readonly number[], tokenizer: ModelTokenizer): string | null {
	const text = tokenizer.decode(ids);
	return text === '' ? null : text;
}

function decodePackedIds(input: string, model: ServedModel, tokenizer: ModelTokenizer): string | null {
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(input)) return null;
	const bytes = Buffer.from(input, 'base64');
	const width = model.tokenizer === 'nerdstash_v2' ? 2 : 4;
	if (bytes.length === 0 || bytes.length % width !== 0) return null;
	const ids = Array.from({ length: bytes.length / width }, (_, index) => bytes.readUIntLE(index * width, width));
	return ids.some((id) => id >= model.vocabularySize) ? null : decodeIds(ids, tokenizer);
}

function schemaRefusal(error: z.ZodError): Refusal {
	const violations = error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
	return { status: 400, message: `Bad request: ${violations.join('; ')}`, kind: 'body', violations };
}

function bodyRefusal(message: string): Refusal {
	return { status: 400, message: `Bad request: ${message}`, kind: 'body', violations: [message] };
}

function routeRefusal(status: number, message: string): Refusal {
	return { status, message, kind: 'route', violations: [message] };
}

function templateRefusal(problems: readonly string[]): Refusal {
	const message = `Bad request: malformed prompt: ${problems.join('; ')}`;
	return { status: 400, message, kind: 'template', violations: problems };
}
