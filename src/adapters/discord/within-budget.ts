/** Waits for what an interaction shows at once only as long as Discord does. */
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { errorFacts } from './discord-failure.ts';

/** Milliseconds that suggestions, and what a form begins with, may take; after them there are none. */
export const autocompleteBudgetMs = 1000;

/** What was asked for, or `otherwise` when it is late or cannot be read. */
export async function withinBudget<T>(
	{ clock, log }: { readonly clock: Clock; readonly log: Log },
	asked: Promise<T>,
	otherwise: T,
): Promise<T> {
	const answered = new AbortController();
	const late = clock.sleep(autocompleteBudgetMs, answered.signal).then(() => otherwise);
	const told = asked.catch((error: unknown) => {
		log.warn(errorFacts(error), 'what an interaction shows at once could not be read');
		return otherwise;
	});
	const first = await Promise.race([told, late]);
	answered.abort();
	return first;
}
