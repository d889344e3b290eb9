/** Closes what was opened, the last first. */

/** What has to be closed, in the order in which it was opened. */
export class ClosingStack {
	readonly #closers: (() => Promise<void> | void)[] = [];

	/** Adds something that was opened. */
	add(close: () => Promise<void> | void): void {
		this.#closers.push(close);
	}

	/** Closes everything that is open; one that fails keeps no other from being closed, and the first error is thrown. */
	async close(): Promise<void> {
		const errors: unknown[] = [];
		for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
			try {
				await close();
			} catch (error) {
				errors.push(error);
			}
		}
		if (errors.length > 0) throw errors[0];
	}
}
