/** A raw provider for tests: every request is answered by a script, byte for byte. */
import { NovelaiTextModel, type NovelaiTextModelOptions } from '#adapters/novelai/novelai-text-model';
import type { Credential } from '#domain/credential';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptContinuation, PromptRequest } from '#domain/prompt-request';
import { Secret } from '#domain/secret';
import type { Clock } from '#ports/clock';
import type { PromptPreparer } from '#ports/prompt-preparer';

/** A key that must never be seen anywhere but in the request's header. */
export const KEY = 'pst-NeverShowThisKey0123456789';

export const CREDENTIAL: Credential = {
	provider: 'novelai',
	owner: { kind: 'operator' },
	secret: new Secret(KEY),
	digest: 'digest-of-the-key',
};

/** A clock that stands still; sleeps are noted and over at once, timers fire when a test says so. */
export class StillClock implements Clock {
	nowMs = 1_000_000;
	readonly sleptMs: number[] = [];
	readonly #timers = new Map<() => void, number>();

	now(): number {
		return this.nowMs;
	}

	after(delayMs: number, action: () => void): () => void {
		const timer = () => action();
		this.#timers.set(timer, delayMs);
		return () => this.#timers.delete(timer);
	}

	async sleep(delayMs: number): Promise<void> {
		this.sleptMs.push(delayMs);
	}

	/** Delays of the timers that are armed. */
	armed(): number[] {
		return [...this.#timers.values()];
	}

	/** Lets every timer of this delay pass. */
	pass(delayMs: number): void {
		for (const [timer, timerMs] of [...this.#timers]) {
			if (timerMs !== delayMs) continue;
			this.#timers.delete(timer);
			timer();
		}
	}
}

/** What a request was. */
export interface SeenRequest {
	readonly path: string;
	readonly host: string | null;
	readonly authorization: string | null;
	readonly userAgent: string | null;
	readonly body: string;
}

/** Answers the n-th request (from 0). */
export type Script = (index: number, request: SeenRequest) => Response | Promise<Response>;

/** A running provider. */
export interface Provider {
	readonly url: string;
	readonly seen: SeenRequest[];
	/** Requests whose client went away while the answer was still open. */
	readonly aborted: number[];
	stop(): Promise<void>;
}

/** Starts a provider on a free port. */
export function startProvider(script: Script): Provider {
	const seen: SeenRequest[] = [];
	const aborted: number[] = [];
	const server = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		idleTimeout: 0,
		async fetch(request): Promise<Response> {
			const index = seen.length;
			const one: SeenRequest = {
				path: new URL(request.url).pathname,
				host: request.headers.get('host'),
				authorization: request.headers.get('authorization'),
				userAgent: request.headers.get('user-agent'),
				body: await request.text(),
			};
			seen.push(one);
			request.signal.addEventListener('abort', () => aborted.push(index));
			return script(index, one);
		},
	});
	return {
		url: `http://127.0.0.1:${server.port}`,
		seen,
		aborted,
		async stop() {
			await server.stop(true);
		},
	};
}

/** A stream of these pieces; without `end` it stays open and silent after them. */
export function streamOf(pieces: readonly (string | Uint8Array)[], end: 'close' | 'open' = 'close'): Response {
	const encoder = new TextEncoder();
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
			if (end === 'close') controller.close();
		},
	});
	return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** A provider on a bare socket, which a test can close at any time. */
export interface BareProvider {
	readonly url: string;
	/** Requests so far. */
	count(): number;
	/** Closes every connection in the middle of its answer. */
	reset(): void;
	stop(): void;
}

/** Answers every request with these bytes of a stream that stays open, or closes at once for null; `first` is whole. */
export function startBareProvider(piece: string | null, first?: string): BareProvider {
	let count = 0;
	const open = new Set<{ end(): void }>();
	const server = Bun.listen({
		hostname: '127.0.0.1',
		port: 0,
		socket: {
			data(socket) {
				count += 1;
				open.add(socket);
				if (count === 1 && first !== undefined) {
					const length = Buffer.byteLength(first);
					socket.write(
						`HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: ${length}\r\n\r\n${first}`,
					);
					socket.flush();
					return;
				}
				if (piece === null) {
					socket.end();
					return;
				}
				const size = Buffer.byteLength(piece).toString(16);
				const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked';
				socket.write(`${head}\r\n\r\n${size}\r\n${piece}\r\n`);
				socket.flush();
			},
		},
	});
	return {
		url: `http://127.0.0.1:${server.port}`,
		count: () => count,
		reset() {
			for (const socket of open) socket.end();
			open.clear();
		},
		stop: () => server.stop(true),
	};
}

/** One chunk of the completion endpoint. */
export function chunk(text: string, finish: string | null = null): string {
	return `data: ${JSON.stringify({ choices: [{ text, finish_reason: finish, token_ids: [1] }] })}\n\n`;
}

/** One token of the native endpoint. */
export function token(text: string, final = false): string {
	return `event: newToken\nid: 1\ndata: ${JSON.stringify({ token: text, ptr: 1, final, logprobs: null })}\n\n`;
}

/** The sentinel of the completion endpoint. */
export const DONE = 'data: [DONE]\n\n';

/** What the ready prompt was prepared from. */
export const PROMPT_REQUEST: PromptRequest = {
	codename: 'glm-4-6',
	items: [],
	personaName: 'Tomori',
	personaAliases: [],
	attg: EMPTY_ATTG,
	sampling: { presetName: null, edits: {} },
	isFallbackAttempt: false,
	thinkingLevel: 'auto',
	maxOutputTokens: null,
	stopStrings: [],
	triggerMessageId: '1',
};

/** A prompt that is ready to be sent. */
export function preparedPrompt(transport: PreparedPrompt['transport'] = 'completion'): PreparedPrompt {
	const isNative = transport === 'native';
	const codename = isNative ? 'kayra-v1' : 'glm-4-6';
	return {
		codename,
		transport,
		prompt: 'Bo: hi\nTomori:',
		body: isNative
			? { model: codename, input: 'Bo: hi\nTomori:', parameters: { max_length: 200 } }
			: { model: codename, prompt: 'Bo: hi\nTomori:', max_tokens: 100 },
		ownLabels: ['Tomori'],
		foreignNames: ['Bo'],
		thinking: false,
		report: {
			included: [],
			excluded: [],
			trimmed: [],
			inputTokens: 1,
			shares: [],
			approximate: false,
			windowTokens: 8192,
			outputTokensMax: 100,
		},
		request: PROMPT_REQUEST,
		tier: 'opus',
	};
}

/**
 * A preparer that gives `preparedPrompt` and remembers the tiers and continuations it was asked for. A continuation
 * counts each character as a token and refuses when nothing is left.
 */
export function fixedPreparer(
	tiers: string[] = [],
	continuations: PromptContinuation[] = [],
	transport: PreparedPrompt['transport'] = 'completion',
): PromptPreparer {
	return {
		async prepare(request, tier) {
			tiers.push(tier);
			const { continuation } = request;
			if (continuation === undefined) return { ok: true, value: preparedPrompt(transport) };
			continuations.push(continuation);
			const left = continuation.totalOutputTokens - continuation.written.length;
			if (left < 1) return { ok: false, error: { code: 'continuation-exhausted' } };
			const prompt = preparedPrompt(transport);
			return { ok: true, value: { ...prompt, request, body: { ...prompt.body, max_tokens: left } } };
		},
		async missingFamilies() {
			return ['glm46'];
		},
	};
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A model that talks to `url` for everything. */
export function openModel(url: string, change: Partial<NovelaiTextModelOptions> = {}): Promise<NovelaiTextModel> {
	return NovelaiTextModel.open({
		textUrl: url,
		accountUrl: url,
		requestTimeoutMs: 60_000,
		streamReadTimeoutMs: 30_000,
		clock: new StillClock(),
		random: { next: () => 0 },
		log: quiet,
		preparer: fixedPreparer(),
		...change,
	});
}

/** All events of a generation, neighbouring deltas of one kind joined. */
export async function eventsOf(events: AsyncIterable<GenerationEvent>): Promise<GenerationEvent[]> {
	const all: GenerationEvent[] = [];
	for await (const event of events) {
		const last = all.at(-1);
		if (event.type === 'text-delta' && last?.type === 'text-delta')
			all[all.length - 1] = { ...last, text: last.text + event.text };
		else all.push(event);
	}
	return all;
}

/** Waits until the condition holds; the test's own time limit ends a wait that never does. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
