/** When a provider that keeps failing is left alone for a while, and when it is tried again. */

/** Failed generations in a row after which it is left alone. */
export const failuresMax = 3;

/** The first pause; each further one without success between is twice as long. */
export const firstPauseMs = 30_000;

/** No pause is longer. */
export const pauseMaxMs = 300_000;

/** `closed`: asked as usual. `open`: left alone. `probing`: one generation is trying whether it is back. */
export type CircuitState = 'closed' | 'open' | 'probing';

/** Whether a generation may begin; when not, in how many milliseconds the next one may. */
export type CircuitLeave =
	| { readonly kind: 'granted'; readonly isProbe: boolean }
	| { readonly kind: 'refused'; readonly waitMs: number };

/** The state of one provider for one key and model. All times are the caller's. */
export class ProviderCircuit {
	#failures = 0;
	#pauses = 0;
	#openUntilMs = 0;
	#isProbing = false;

	/** What it would say at this time. */
	state(nowMs: number): CircuitState {
		if (this.#isProbing) return 'probing';
		return this.#openUntilMs > nowMs ? 'open' : 'closed';
	}

	/** Asks for leave. After a pause one generation is granted, and others only when that one has ended. */
	admit(nowMs: number): CircuitLeave {
		if (this.#pauses === 0) return { kind: 'granted', isProbe: false };
		const waitMs = this.#openUntilMs - nowMs;
		if (waitMs > 0) return { kind: 'refused', waitMs };
		if (this.#isProbing) return { kind: 'refused', waitMs: firstPauseMs };
		this.#isProbing = true;
		return { kind: 'granted', isProbe: true };
	}

	/** The provider answered, be it with a refusal: everything is forgotten. */
	noteAnswer(): void {
		this.#failures = 0;
		this.#pauses = 0;
		this.#openUntilMs = 0;
		this.#isProbing = false;
	}

	/** It did not answer. A probe that fails begins the next pause at once; the end of an earlier generation does not. */
	noteFailure(nowMs: number, isProbe: boolean): void {
		this.#failures += 1;
		if (isProbe) this.#isProbing = false;
		const opens = isProbe || (this.#pauses === 0 && this.#failures >= failuresMax);
		if (!opens) return;
		this.#openUntilMs = nowMs + Math.min(pauseMaxMs, firstPauseMs * 2 ** this.#pauses);
		this.#pauses += 1;
	}

	/** A generation was given up by us before it told anything. */
	noteAbandoned(isProbe: boolean): void {
		if (isProbe) this.#isProbing = false;
	}
}
