/** Why the store could not be opened. */
import { err } from '#lib/result';

/**
 * `sentence` is one English sentence for the operator, free of passwords:
 * `settings-invalid` (the URL is none), `unreachable` (no answer, or the server refuses us), `folder-taken` (another
 * process owns the embedded store), `folder-unusable`, `migration-failed`.
 */
export interface StoreFailure {
	readonly code: 'settings-invalid' | 'unreachable' | 'folder-taken' | 'folder-unusable' | 'migration-failed';
	readonly sentence: string;
}

/** A failure of opening the store, as a result. */
export function storeFailure(code: StoreFailure['code'], sentence: string) {
	return err<StoreFailure>({ code, sentence });
}
