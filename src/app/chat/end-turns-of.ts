/** Ends everything of one person, for whoever asked to be forgotten. */
import type { Snowflake } from '#domain/ids';
import type { Clock } from '#ports/clock';
import type { PendingTurn, RunningTask, TurnAbortReason } from './pending-turn.ts';

/** How long turns that were ended from outside may take to notice it. */
export const lastWordsMs = 3_000;

/** Resolves when all that had begun has ended, or after `lastWordsMs`; what had not begun never will. */
export async function endTurnsOf(
	ownerId: Snowflake,
	all: readonly (PendingTurn | RunningTask)[],
	clock: Clock,
): Promise<void> {
	const own = all.filter((each) => ownerOf(each) === ownerId);
	for (const { controller } of own) controller.abort('stopped' satisfies TurnAbortReason);
	const left = new AbortController();
	const begun = own.filter((each) => !('started' in each) || each.started).map(({ ended }) => ended);
	await Promise.race([Promise.allSettled(begun), clock.sleep(lastWordsMs, left.signal)]);
	left.abort();
}

/** Who asked for it. */
export function ownerOf(each: PendingTurn | RunningTask): Snowflake {
	return 'request' in each ? each.request.trigger.author.id : each.ownerId;
}
