/** A start that broke, in words for the operator. */
import { StoreUnavailableError } from '#domain/store-unavailable-error';

/** One English sentence; the log has the error itself, which may hold what a terminal should not show. */
export function brokenStart(error: unknown): string {
	if (error instanceof StoreUnavailableError) {
		return `The database went away during the start (${error.code}): check that it runs and start again.`;
	}
	return 'The start failed for a reason that the log names (LOG_LEVEL=error or lower).';
}
