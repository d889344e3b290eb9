/** A database that is migrated and ready. */
import type { Database } from './database.ts';

/** What opening a store gives. */
export interface OpenDatabase {
	readonly db: Database;
	readonly kind: 'postgres' | 'embedded';
	/** Waits for running queries, then lets go of everything, the folder's lock included. */
	close(): Promise<void>;
}
