/** A value or a failure, for everything that may go wrong without being a bug. */

/** What was asked for. */
export interface Ok<T> {
	readonly ok: true;
	readonly value: T;
}

/** Why it could not be had. */
export interface Err<E> {
	readonly ok: false;
	readonly error: E;
}

/** Either what was asked for or why it could not be had; the caller must look before using it. */
export type Result<T, E> = Ok<T> | Err<E>;

/** Wraps a value as success. */
export function ok<T>(value: T): Ok<T> {
	return { ok: true, value };
}

/** Wraps an error as failure. */
export function err<E>(error: E): Err<E> {
	return { ok: false, error };
}
