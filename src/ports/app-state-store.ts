/** Small facts about the installation itself. */

/** A key-value table. */
export interface AppStateStore {
	readState(key: string): Promise<string | null>;
	writeState(key: string, value: string): Promise<void>;
}
