/** A secret that cannot be printed by accident. */

const HIDDEN = '[secret]';

/** Holds a key; only `reveal` gives it out. String conversion, JSON and inspection show a placeholder. */
export class Secret {
	readonly #value: string;

	constructor(value: string) {
		this.#value = value;
	}

	/** The secret itself, for the one place that sends or encrypts it. */
	reveal(): string {
		return this.#value;
	}

	toString(): string {
		return HIDDEN;
	}

	toJSON(): string {
		return HIDDEN;
	}

	[Symbol.for('nodejs.util.inspect.custom')](): string {
		return HIDDEN;
	}
}
