/** The stand-in for NovelAI: one HTTP server on the loopback interface that is as strict as the public record allows. */

import { informationResponse, subscriptionResponse } from './account-routes.ts';
import { type Account, Accounts, digestToken, readBearerToken } from './accounts.ts';
import { errorResponse } from './error-response.ts';
import { handleGeneration } from './generation-route.ts';
import { loadFromDirectories, ModelTokenizers, type TableLoader } from './load-model-tokenizers.ts';
import { ScriptQueue } from './reply-scripts.ts';
import {
	type NovelaiRequest,
	type RequestListener,
	RequestLog,
	type UnknownRoute,
	type Violation,
} from './request-log.ts';
import type { ServerContext, ServerSettings } from './server-context.ts';

/** Every field has a default that suits tests. */
export interface NovelaiServerOptions extends Partial<ServerSettings> {
	/** Plans by bearer token; more can be set while it runs. */
	readonly accounts?: Readonly<Record<string, Account>>;
	/** Folders that hold tokenizer files; without a family's file its counts are estimates. */
	readonly tokenizerDirectories?: readonly string[];
	/** Used in place of `tokenizerDirectories`. */
	readonly loadTable?: TableLoader;
	/** Default 0: any free port. */
	readonly port?: number;
	/** Milliseconds since the epoch; default the system's clock. */
	readonly now?: () => number;
}

/** A running stand-in. */
export interface NovelaiServer {
	/** Base for every route, without a slash at the end. */
	readonly url: string;
	/** Every request, in order of arrival. */
	readonly requests: readonly NovelaiRequest[];
	/** Rules that clients broke; a test expects none. */
	readonly violations: readonly Violation[];
	/** Routes that clients asked for in vain; a test expects none. */
	readonly unknownRoutes: readonly UnknownRoute[];
	readonly scripts: ScriptQueue;
	readonly accounts: Accounts;
	/** May be changed while it runs. */
	readonly settings: ServerSettings;
	/** Resolves when the condition holds, checked at every change; rejects after `timeoutMs` (10,000). */
	until(condition: (server: NovelaiServer) => boolean, timeoutMs?: number): Promise<void>;
	/** Calls back when a generation request has been read and when a request has ended; returns how to stop that. */
	onRequest(listener: RequestListener): () => void;
	/** Breaks every open stream and closes the port. */
	stop(): Promise<void>;
}

/** Starts it and resolves once it listens. */
export function startNovelaiServer(options: NovelaiServerOptions = {}): Promise<NovelaiServer> {
	const now = options.now ?? Date.now;
	const stopping = new AbortController();
	const context: ServerContext = {
		accounts: new Accounts(options.accounts ?? {}),
		log: new RequestLog(now),
		scripts: new ScriptQueue(),
		tokenizers: new ModelTokenizers(options.loadTable ?? loadFromDirectories(options.tokenizerDirectories ?? [])),
		settings: {
			lockAfterAbortMs: options.lockAfterAbortMs ?? 0,
			tokenDelayMs: options.tokenDelayMs ?? 0,
			contextRefusal: options.contextRefusal ?? 'status-400',
			enforceOutputMaxima: options.enforceOutputMaxima ?? false,
			completionErrorShape: options.completionErrorShape ?? 'flat',
		},
		now,
		stopping: stopping.signal,
	};
	const bunServer = Bun.serve({
		hostname: '127.0.0.1',
		port: options.port ?? 0,
		// A silent stream must stay silent, not end.
		idleTimeout: 0,
		fetch: (request): Promise<Response> => answer(context, request),
	});
	const server: NovelaiServer = {
		url: bunServer.url.origin,
		requests: context.log.requests,
		violations: context.log.violations,
		unknownRoutes: context.log.unknownRoutes,
		scripts: context.scripts,
		accounts: context.accounts,
		settings: context.settings,
		until: (condition, timeoutMs) => context.log.until(() => condition(server), timeoutMs),
		onRequest: (listener) => context.log.listen(listener),
		async stop() {
			stopping.abort();
			await bunServer.stop(true);
		},
	};
	return Promise.resolve(server);
}

const generationPaths: ReadonlySet<string> = new Set(['/oa/v1/completions', '/ai/generate', '/ai/generate-stream']);

async function answer(context: ServerContext, request: Request): Promise<Response> {
	const path = new URL(request.url).pathname;
	const token = readBearerToken(request.headers);
	const entry = context.log.receive({
		method: request.method,
		path,
		authorizationDigest: token === null ? null : digestToken(token),
	});
	const response = await route(context, { request, entry, path, token });
	entry.status ??= response.status;
	const streams =
		entry.status === 200 && response.headers.get('content-type')?.startsWith('text/event-stream') === true;
	if (!streams) context.log.finish(entry, entry.status < 400 ? 'answered' : 'refused');
	return response;
}

async function route(
	context: ServerContext,
	call: {
		readonly request: Request;
		readonly entry: NovelaiRequest;
		readonly path: string;
		readonly token: string | null;
	},
): Promise<Response> {
	const { request, entry, path, token } = call;
	const key = `${request.method} ${path}`;
	const isGeneration = request.method === 'POST' && generationPaths.has(path);
	if (!isGeneration && key !== 'GET /user/subscription' && key !== 'GET /user/information') {
		context.log.unknownRoutes.push({ method: request.method, path });
		return errorResponse(404, `Cannot ${key}`);
	}
	if (isGeneration) entry.body = await readBody(request);
	const account = token === null ? undefined : context.accounts.get(token);
	if (token === null || account === undefined) return errorResponse(401, 'Unauthorized');
	if (key === 'GET /user/subscription') return subscriptionResponse(account, context.now());
	if (key === 'GET /user/information') return informationResponse(account);
	const signal = AbortSignal.any([request.signal, context.stopping]);
	return handleGeneration(context, { entry, token, signal, path }, entry.body);
}

async function readBody(request: Request): Promise<unknown> {
	const text = await request.text();
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
