/** A stand-in for any OpenAI-compatible server: chat completions and the list of models, on the loopback interface, strict. */

import { digestToken, readBearerToken } from '#playground/novelai-server/accounts';
import { ScriptQueue } from '#playground/novelai-server/reply-scripts';
import {
	type NovelaiRequest,
	type RequestListener,
	RequestLog,
	type UnknownRoute,
	type Violation,
} from '#playground/novelai-server/request-log';
import { estimateTokens } from '#playground/novelai-server/token-pieces';
import type { ChatScript } from './chat-frames.ts';
import { handleChat } from './chat-route.ts';
import type { Sight } from './check-media.ts';
import type { Manner } from './manner.ts';
import { openaiError } from './openai-error.ts';
import type { ChatContext } from './send-chat.ts';

/** Every field has a default that suits tests. */
export interface OpenaiServerOptions {
	/** The keys that are accepted; none means that no key is needed. */
	readonly keys?: readonly string[];
	/** Windows in tokens by model; default one model, `stand-in`, with 8,192. */
	readonly models?: Readonly<Record<string, number>>;
	/** Models that see, and what; default none. */
	readonly seeing?: Readonly<Record<string, Sight>>;
	/** How its models count a prompt; default about a token for five bytes. */
	readonly countTokens?: (prompt: string) => number;
	/** What it does not take, and how it says so. */
	readonly manner?: Manner;
	/** Pace of the stream in milliseconds a word; default 0. */
	readonly tokenDelayMs?: number;
	/** Default 0: any free port. */
	readonly port?: number;
	/** Milliseconds since the epoch; default the system's clock. */
	readonly now?: () => number;
}

/** A running stand-in. */
export interface OpenaiServer {
	/** The base URL that clients are given, ending in `/v1`. */
	readonly url: string;
	/** Every request, in order of arrival. */
	readonly requests: readonly NovelaiRequest[];
	/** Rules that clients broke; a test expects none. */
	readonly violations: readonly Violation[];
	/** Routes that clients asked for in vain; a test expects none. */
	readonly unknownRoutes: readonly UnknownRoute[];
	readonly scripts: ScriptQueue<ChatScript>;
	/** The accepted keys; may be changed while it runs. */
	readonly keys: Set<string>;
	/** Resolves when the condition holds, checked at every change; rejects after `timeoutMs` (10,000). */
	until(condition: (server: OpenaiServer) => boolean, timeoutMs?: number): Promise<void>;
	/** Calls back when a chat has been read and when a request has ended; returns how to stop that. */
	onRequest(listener: RequestListener): () => void;
	/** Breaks every open stream and closes the port. */
	stop(): Promise<void>;
}

/** The model that is served unless others are named. */
export const standInModel = 'stand-in';
const standInWindowTokens = 8_192;

interface ServerParts extends ChatContext {
	readonly keys: Set<string>;
	readonly stopping: AbortSignal;
}

/** Starts it; it listens at once. */
export function startOpenaiServer(options: OpenaiServerOptions = {}): OpenaiServer {
	const now = options.now ?? Date.now;
	const stopping = new AbortController();
	const parts: ServerParts = {
		models: new Map(Object.entries(options.models ?? { [standInModel]: standInWindowTokens })),
		seeing: new Map(Object.entries(options.seeing ?? {})),
		log: new RequestLog(now),
		scripts: new ScriptQueue<ChatScript>(),
		tokenDelayMs: options.tokenDelayMs ?? 0,
		countTokens: options.countTokens ?? estimateTokens,
		manner: options.manner ?? {},
		now,
		keys: new Set(options.keys ?? []),
		stopping: stopping.signal,
	};
	const bunServer = Bun.serve({
		hostname: '127.0.0.1',
		port: options.port ?? 0,
		// A silent stream must stay silent, not end.
		idleTimeout: 0,
		fetch: (request): Promise<Response> => answer(parts, request),
	});
	const server: OpenaiServer = {
		url: `${bunServer.url.origin}/v1`,
		requests: parts.log.requests,
		violations: parts.log.violations,
		unknownRoutes: parts.log.unknownRoutes,
		scripts: parts.scripts,
		keys: parts.keys,
		until: (condition, timeoutMs) => parts.log.until(() => condition(server), timeoutMs),
		onRequest: (listener) => parts.log.listen(listener),
		async stop() {
			stopping.abort();
			await bunServer.stop(true);
		},
	};
	return server;
}

async function answer(parts: ServerParts, request: Request): Promise<Response> {
	const path = new URL(request.url).pathname;
	const token = readBearerToken(request.headers);
	const authorizationDigest = token === null ? null : digestToken(token);
	const entry = parts.log.receive({ method: request.method, path, authorizationDigest });
	const response = await route(parts, request, { entry, token: token ?? '' });
	entry.status ??= response.status;
	const streams = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
	if (!streams) parts.log.finish(entry, entry.status < 400 ? 'answered' : 'refused');
	return response;
}

async function route(
	parts: ServerParts,
	request: Request,
	{ entry, token }: { readonly entry: NovelaiRequest; readonly token: string },
): Promise<Response> {
	const key = `${entry.method} ${entry.path}`;
	if (key !== 'POST /v1/chat/completions' && key !== 'GET /v1/models') {
		parts.log.unknownRoutes.push({ method: entry.method, path: entry.path });
		return openaiError(404, `Invalid URL (${key})`);
	}
	if (parts.keys.size > 0 && !parts.keys.has(token)) {
		return openaiError(401, 'Incorrect API key provided.', { code: 'invalid_api_key' });
	}
	if (key === 'GET /v1/models') return Response.json({ object: 'list', data: modelList(parts) });
	entry.body = await readBody(request);
	const signal = AbortSignal.any([request.signal, parts.stopping]);
	return handleChat(parts, { entry, token, signal }, entry.body);
}

function modelList({ models, now }: ServerParts): readonly object[] {
	const created = Math.floor(now() / 1000);
	return [...models.keys()].map((id) => ({ id, object: 'model', created, owned_by: 'stand-in' }));
}

async function readBody(request: Request): Promise<unknown> {
	const text = await request.text();
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
