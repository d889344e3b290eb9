/** Remembers for some hours which sources failed, so that repeated checks of the project do not wait for them again. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** How long a failure is believed. */
export const failedSourceTtlMs = 6 * 60 * 60 * 1_000;

interface FailedSource {
	readonly failedAtMs: number;
	readonly reason: string;
}

/** Failures by source name in one JSON file, which may be deleted at any time. */
export class FailedSources {
	readonly #file: string;
	readonly #nowMs: () => number;
	readonly #failures = new Map<string, FailedSource>();

	/** With `ignore`, what earlier runs noted is not read; this run's failures are still written. */
	constructor(file: string, options: { readonly nowMs: () => number; readonly ignore: boolean }) {
		this.#file = file;
		this.#nowMs = options.nowMs;
		if (!options.ignore) this.#read();
	}

	/** Why `source` failed within the last hours; undefined when it may be tried. */
	reasonOf(source: string): string | undefined {
		return this.#failures.get(source)?.reason;
	}

	/** Notes a failure. */
	add(source: string, reason: string): void {
		this.#failures.set(source, { failedAtMs: this.#nowMs(), reason });
		this.#write();
	}

	#read(): void {
		try {
			const entries = Object.entries(JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, FailedSource>);
			for (const [source, failure] of entries) {
				const ageMs = this.#nowMs() - failure.failedAtMs;
				if (ageMs >= 0 && ageMs < failedSourceTtlMs) this.#failures.set(source, failure);
			}
		} catch {
			// No notes, or unreadable ones: every source may be tried.
			this.#failures.clear();
		}
	}

	/** Notes only save time: a folder that cannot be written is no reason to fail. */
	#write(): void {
		try {
			mkdirSync(dirname(this.#file), { recursive: true });
			writeFileSync(`${this.#file}.new`, JSON.stringify(Object.fromEntries(this.#failures)));
			renameSync(`${this.#file}.new`, this.#file);
		} catch {
			return;
		}
	}
}
