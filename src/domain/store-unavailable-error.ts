/** The database cannot be used at the moment. */

/** Thrown by stores when the database is away or refuses us; the next query may succeed. Its message holds no data. */
export class StoreUnavailableError extends Error {
	override readonly name = 'StoreUnavailableError';
	/** SQLSTATE, errno, or `connection` when the driver gave none. */
	readonly code: string;

	constructor(operation: string, code: string) {
		super(`The database is unavailable (${operation}: ${code})`);
		this.code = code;
	}
}
