/** What the routes of one running stand-in share. */

import type { Accounts } from './accounts.ts';
import type { ErrorShape } from './error-response.ts';
import type { ModelTokenizers } from './load-model-tokenizers.ts';
import type { ReplyScript, ScriptQueue } from './reply-scripts.ts';
import type { NovelaiRequest, RequestLog } from './request-log.ts';

/** How the service behaves where the public record leaves room. */
export interface ServerSettings {
	/** How long an account stays locked after a client went away in the middle. */
	lockAfterAbortMs: number;
	/** Pace of the stream. */
	tokenDelayMs: number;
	/** How a native request that does not fit is refused; the completion route always says 400. */
	contextRefusal: 'status-400' | 'error-object-201';
	/** Enforce the published output maxima by plan. */
	enforceOutputMaxima: boolean;
	/** Shape of errors on the completion route. */
	completionErrorShape: ErrorShape;
}

/** Shared by all routes. */
export interface ServerContext {
	readonly accounts: Accounts;
	readonly log: RequestLog;
	readonly scripts: ScriptQueue;
	readonly tokenizers: ModelTokenizers;
	readonly settings: ServerSettings;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Aborts when the server stops. */
	readonly stopping: AbortSignal;
}

/** A request on its way through a route. */
export interface RequestJob {
	readonly entry: NovelaiRequest;
	readonly token: string;
	/** Aborts when the client goes away or the server stops. */
	readonly signal: AbortSignal;
	readonly path: string;
}

/** A job whose reply has begun. */
export interface ScriptedJob extends RequestJob {
	readonly script: ReplyScript;
}
