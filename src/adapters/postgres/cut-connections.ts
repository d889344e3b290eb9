/** Whether a query met a connection that was cut while it was idle, and so may be sent again over another one. */
import { sqlStateOf } from './query-failure.ts';

/**
 * After these nothing of a single statement was done: it could not be written to the socket any more, or the server was
 * ending the connection (57P01), which undoes what the statement had begun.
 */
const NOTHING_DONE: ReadonlySet<string> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_SOCKET_CLOSED', '57P01']);

/** The driver's own words for a connection that it knows to be dead before it writes. */
const NOT_WRITTEN = /^Client (?:has encountered a connection error|was closed) and is not queryable/;

/** Further signs of a cut, after which a statement may have been done all the same. */
const CUT: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNABORTED', '57P02']);
const TERMINATED = /^Connection terminated/;

/** The error and what it was caused by, as drivers and drizzle nest them. */
function messagesOf(error: unknown): readonly string[] {
	const messages: string[] = [];
	for (let link = error; link instanceof Error && messages.length < 8; link = link.cause) messages.push(link.message);
	return messages;
}

/** True when a statement outside a transaction was certainly not done, and another connection may do it. */
export function wasNothingDone(error: unknown): boolean {
	if (NOTHING_DONE.has(sqlStateOf(error) ?? '')) return true;
	return messagesOf(error).some((message) => NOT_WRITTEN.test(message));
}

/** True when the connection was cut, whatever became of the statement; enough for one that changes nothing, such as `begin`. */
export function wasCut(error: unknown): boolean {
	if (wasNothingDone(error) || CUT.has(sqlStateOf(error) ?? '')) return true;
	return messagesOf(error).some((message) => TERMINATED.test(message));
}

/** Drizzle's own reading of a table, which may be done twice; functions with effects are called otherwise. */
const PLAIN_READ = /^select [^;]+ from "/i;

/** Whether a query, as it is given to the driver, only reads. */
export function isPlainRead(query: unknown): boolean {
	const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
	return typeof text === 'string' && PLAIN_READ.test(text);
}
