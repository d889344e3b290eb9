/** The only errors that leave this folder, none of which carries a query's parameters. */
import { StoreUnavailableError } from '#domain/store-unavailable-error';

const UNAVAILABLE_ERRNOS: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ECONNRESET',
	'ECONNABORTED',
	'EPIPE',
	'ETIMEDOUT',
	'EHOSTUNREACH',
	'EHOSTDOWN',
	'ENETUNREACH',
	'ENETDOWN',
	'ENOTFOUND',
	'EAI_AGAIN',
	'ENOENT',
	'ERR_SOCKET_CLOSED',
	'ERR_STREAM_DESTROYED',
	'ENOSPC',
	'EDQUOT',
	'EROFS',
	'EIO',
]);

/**
 * SQLSTATE classes: 08 connection, 28 authorization, 3D no such database, 53 resources (a full disk is 53100), 57P server
 * shutting down or starting, 58 system; 55000 is a database that takes no connections, 25006 a standby that only reads.
 */
const UNAVAILABLE_SQLSTATE = /^(?:(?:08|28|3D|53|57P|58)[0-9A-Z]+|55000|25006)$/;

/** What the drivers say without any code, as whole sentences of theirs. */
const UNAVAILABLE_MESSAGE =
	/^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|PGlite is (?:closed|closing)|timeout expired)/i;

const queryCharactersMax = 300;

/** A query failed that should not have: a bug of ours. */
export class StoreQueryError extends Error {
	override readonly name = 'StoreQueryError';
	/** SQLSTATE, or `unknown`. */
	readonly code: string;
	/** The constraint that was violated, if any. */
	readonly constraint: string | null;

	constructor(operation: string, facts: { code: string; constraint: string | null; query: string | null }) {
		const constraint = facts.constraint ? `, constraint ${facts.constraint}` : '';
		const query = facts.query ? `: ${facts.query.slice(0, queryCharactersMax)}` : '';
		super(`A query failed (${operation}: ${facts.code}${constraint})${query}`);
		this.code = facts.code;
		this.constraint = facts.constraint;
	}
}

function textField(error: unknown, field: string): string | null {
	if (typeof error !== 'object' || error === null || !(field in error)) return null;
	const value = (error as Readonly<Record<string, unknown>>)[field];
	return typeof value === 'string' && value !== '' ? value : null;
}

/** The error and its causes, outermost first; an aggregate of connection tries counts as its first one. */
function chainOf(error: unknown): readonly unknown[] {
	const chain: unknown[] = [];
	let current: unknown = error;
	while (typeof current === 'object' && current !== null && chain.length < 8) {
		chain.push(current);
		current = current instanceof AggregateError ? current.errors[0] : (current as { cause?: unknown }).cause;
	}
	return chain;
}

function firstField(chain: readonly unknown[], field: string): string | null {
	for (const link of chain) {
		const value = textField(link, field);
		if (value) return value;
	}
	return null;
}

/** The code under which a connection-class error is known, or null when it is of another class. */
export function unavailableCode(error: unknown): string | null {
	const chain = chainOf(error);
	const code = firstField(chain, 'code');
	if (code && (UNAVAILABLE_ERRNOS.has(code) || UNAVAILABLE_SQLSTATE.test(code))) return code;
	const driverMessage = chain
		.map((link) => textField(link, 'message'))
		.some((text) => UNAVAILABLE_MESSAGE.test(text ?? ''));
	return driverMessage ? (code ?? 'connection') : null;
}

/** SQLSTATE of the innermost driver error, or null. */
export function sqlStateOf(error: unknown): string | null {
	return firstField(chainOf(error), 'code');
}

/**
 * Turns anything a query threw into an error that may be logged. Neither keeps the original as cause, since drivers put
 * parameters and row values into `message`, `detail` and `params`.
 */
export function queryFailure(operation: string, error: unknown): Error {
	if (error instanceof StoreUnavailableError || error instanceof StoreQueryError) return error;
	const unavailable = unavailableCode(error);
	if (unavailable) return new StoreUnavailableError(operation, unavailable);
	const chain = chainOf(error);
	const isQuery = chain.some((link) => textField(link, 'query') !== null || textField(link, 'severity') !== null);
	if (!isQuery && error instanceof Error) return error;
	return new StoreQueryError(operation, {
		code: firstField(chain, 'code') ?? 'unknown',
		constraint: firstField(chain, 'constraint'),
		query: firstField(chain, 'query'),
	});
}

/** Runs a repository's queries; throws only `StoreUnavailableError`, `StoreQueryError`, or an error that came from no query. */
export async function storeQuery<T>(operation: string, queries: () => Promise<T>): Promise<T> {
	try {
		return await queries();
	} catch (error) {
		throw queryFailure(operation, error);
	}
}
