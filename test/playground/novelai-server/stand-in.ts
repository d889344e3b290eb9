/** Starts a stand-in for a test and talks to it with plain fetch. */

import { onTestFinished } from 'vitest';
import {
	type NovelaiServer,
	type NovelaiServerOptions,
	startNovelaiServer,
} from '#playground/novelai-server/start-novelai-server';
import { availableTable } from '../../../scripts/bench/available-table.ts';

/** Whether this machine holds GLM's vocabulary. */
export const glmIsProvisioned = (await availableTable('glm46')) !== undefined;

export const opus = 'pst-opus';
export const scroll = 'pst-scroll';
export const tablet = 'pst-tablet';
export const paper = 'pst-paper';
export const lapsed = 'pst-lapsed';

/** A server with one account per plan, stopped when the test ends. */
export async function startStandIn(options: NovelaiServerOptions = {}): Promise<NovelaiServer> {
	const server = await startNovelaiServer({
		accounts: {
			[opus]: { tier: 3, active: true },
			[scroll]: { tier: 2, active: true },
			[tablet]: { tier: 1, active: true },
			[paper]: { tier: 0, active: false },
			[lapsed]: { tier: 3, active: false },
		},
		loadTable: availableTable,
		...options,
	});
	onTestFinished(() => server.stop());
	return server;
}

/** Who asks, and how to make it stop. */
export interface Call {
	readonly key?: string;
	readonly signal?: AbortSignal;
}

/** A request as a bot would send it; the key is the Opus account's unless another is named. */
export function post(
	server: NovelaiServer,
	path: string,
	request: Call & { readonly body: unknown },
): Promise<Response> {
	return fetch(`${server.url}${path}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${request.key ?? opus}`, 'content-type': 'application/json' },
		body: JSON.stringify(request.body),
		...(request.signal === undefined ? {} : { signal: request.signal }),
	});
}

export const chatPrompt =
	'[gMASK]<sop><|user|>\nTomori collects pretty stones.\n***\nEllen: hello there/nothink<|assistant|>\n<think></think>\nTomori:';
export const storyPrompt =
	'----\nCharacters:\nTomori\nTomori collects stones.\n***\n[ Style: chat ]\nEllen: hello there\nTomori:';

/** A body for `/oa/v1/completions`. */
export function completionBody(fields: Record<string, unknown> = {}): Record<string, unknown> {
	return { model: 'glm-4-6', prompt: chatPrompt, max_tokens: 200, stream: true, ...fields };
}

/** A body for `/ai/generate-stream`. */
export function nativeBody(
	parameters: Record<string, unknown> = {},
	fields: Record<string, unknown> = {},
): Record<string, unknown> {
	return {
		model: 'kayra-v1',
		input: storyPrompt,
		parameters: { use_string: true, max_length: 150, ...parameters },
		...fields,
	};
}

export function complete(
	server: NovelaiServer,
	fields: Record<string, unknown> = {},
	call: Call = {},
): Promise<Response> {
	return post(server, '/oa/v1/completions', { ...call, body: completionBody(fields) });
}

export function generate(
	server: NovelaiServer,
	parameters: Record<string, unknown> = {},
	call: Call = {},
): Promise<Response> {
	return post(server, '/ai/generate-stream', { ...call, body: nativeBody(parameters) });
}

/** One chunk of the completion route. */
export interface CompletionChunk {
	readonly choices: readonly {
		readonly text: string;
		readonly token_ids: readonly number[];
		readonly finish_reason: string | null;
	}[];
}

/** One event of the native route. */
export interface NativeToken {
	readonly token: string;
	readonly ptr: number;
	readonly final: boolean;
	readonly logprobs: null;
}

/** The data of each event in a body, lines of one event joined. */
export function eventData(body: string): readonly string[] {
	return body
		.split(/\r?\n\r?\n/)
		.map((event) =>
			event
				.split(/\r?\n/)
				.filter((line) => line.startsWith('data: '))
				.map((line) => line.slice('data: '.length))
				.join('\n'),
		)
		.filter((data) => data !== '');
}

/** Text and end of a completion stream. */
export async function readCompletion(response: Response): Promise<{
	readonly text: string;
	readonly finishReason: string | null;
	readonly done: boolean;
	readonly chunks: number;
}> {
	const data = eventData(await response.text());
	const chunks = data.filter((entry) => entry !== '[DONE]').map((entry) => JSON.parse(entry) as CompletionChunk);
	const reasons = chunks.map((chunk) => chunk.choices[0]?.finish_reason ?? null).filter((reason) => reason !== null);
	return {
		text: chunks.map((chunk) => chunk.choices[0]?.text ?? '').join(''),
		finishReason: reasons[0] ?? null,
		done: data.at(-1) === '[DONE]',
		chunks: chunks.length,
	};
}

/** The events of a native stream. */
export async function readNative(response: Response): Promise<readonly NativeToken[]> {
	return eventData(await response.text()).map((entry) => JSON.parse(entry) as NativeToken);
}

export function nativeText(tokens: readonly NativeToken[]): string {
	return tokens.map((token) => token.token).join('');
}

/** The network reads of a body, as text decoded byte by byte into latin-1 so that cuts stay visible. */
export async function readPieces(response: Response): Promise<readonly Uint8Array[]> {
	const pieces: Uint8Array[] = [];
	for await (const piece of response.body ?? []) pieces.push(piece);
	return pieces;
}

/** The words of a refusal. */
export async function readMessage(response: Response): Promise<string> {
	const body = (await response.json()) as { readonly message?: string; readonly error?: string };
	return body.message ?? body.error ?? '';
}
