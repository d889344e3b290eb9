/** What the global set-up hands to the test files. */

/** Name of the migrated database on the real server that others are copied from. */
export const TEMPLATE_DATABASE = 'tpl';

/** Strings only, since it crosses between processes. */
export interface StoreContext {
	/** Path of the dump of a migrated embedded store. */
	readonly templatePath: string;
	/** Folder of the real server's socket, or null when there is no such server. */
	readonly socketDir: string | null;
	/** Why there is none. */
	readonly postgresMissing: string | null;
}

declare module 'vitest' {
	interface ProvidedContext {
		store: StoreContext;
	}
}
