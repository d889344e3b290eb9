/** Counts what became of turns. */
import type { TurnOutcome } from '#domain/turn';
import type { TurnHealth } from '#ports/health';

/** Counters since the start; outcomes and failures are closed lists, so it stays small. */
export class TurnTally {
	readonly #ended: Record<string, number> = {};
	readonly #failed: Record<string, number> = {};
	#tookMs = 0;

	/** A turn has ended. */
	note(outcome: TurnOutcome, tookMs: number): void {
		add(this.#ended, outcome.kind);
		if (outcome.kind === 'failed') add(this.#failed, outcome.failure.code);
		this.#tookMs += tookMs;
	}

	/** A turn ended in an error: the database was away, or something is broken. */
	noteCrash(): void {
		add(this.#ended, 'crashed');
	}

	/** Together with the turns that have not ended. */
	health(queued: number): TurnHealth {
		return { queued, ended: { ...this.#ended }, failed: { ...this.#failed }, tookMs: this.#tookMs };
	}
}

function add(counts: Record<string, number>, name: string): void {
	counts[name] = (counts[name] ?? 0) + 1;
}
