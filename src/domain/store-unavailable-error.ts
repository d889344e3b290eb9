/** The database cannot be reached just now. */

/** Thrown by stores when the database is away or refuses connections; its message holds no data. */
export class StoreUnavailableError extends Error {
	override readonly name = 'StoreUnavailableError';

	constructor(cause?: unknown) {
		super('The database is unavailable.', { cause });
	}
}
