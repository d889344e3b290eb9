/** How the program ends: in order at the first signal, and at once when somebody insists. */
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';

/** What an end needs. */
export interface ProgramEndOptions {
	readonly clock: Clock;
	readonly log: Log;
	/** Ends the process. */
	readonly exit: (exitCode: number) => void;
}

/** What runs until the end. */
export interface Running {
	/** Closes everything in order. */
	readonly close: () => Promise<void>;
	/** Lets go of what another process could want, such as the lock of a folder; need not wait for anything else. */
	readonly letGo: () => Promise<void>;
}

/** Terminals, process managers and wrappers send a signal twice; within this time of the first it counts once. */
export const repeatedSignalMs = 1_000;

/** How long an end at once waits for `letGo`. */
export const letGoMs = 500;

/** One end for the program, whatever asks for it first. */
export class ProgramEnd {
	readonly #options: ProgramEndOptions;
	readonly #begun = new AbortController();
	#beganAtMs: number | null = null;
	#exitCode = 0;
	#running: Running | null = null;
	#insisted = false;

	constructor(options: ProgramEndOptions) {
		this.#options = options;
	}

	/** Aborted when the end has begun. */
	get signal(): AbortSignal {
		return this.#begun.signal;
	}

	/** Takes a signal of the system: the first begins the end, one that comes later than a repetition forces it. */
	takeSignal(name: string): void {
		const nowMs = this.#options.clock.now();
		if (this.#beganAtMs === null) {
			this.#options.log.info({ signal: name }, 'shutting down');
			this.begin(0);
			return;
		}
		if (nowMs - this.#beganAtMs < repeatedSignalMs || this.#insisted) return;
		this.#insisted = true;
		this.#options.log.warn({ signal: name }, 'shutting down at once');
		void this.#force();
	}

	/** Begins the end, once. */
	begin(exitCode: number): void {
		if (this.#beganAtMs !== null) return;
		this.#beganAtMs = this.#options.clock.now();
		this.#exitCode = exitCode;
		this.#begun.abort();
		if (this.#running) void this.#close(this.#running);
	}

	/** Tells what runs; when the end has begun already, it is closed again. */
	runs(running: Running): void {
		this.#running = running;
		if (this.#beganAtMs !== null) void this.#close(running);
	}

	async #close({ close }: Running): Promise<void> {
		try {
			await close();
			this.#options.exit(this.#exitCode);
		} catch (error) {
			this.#options.log.error({ error }, 'the shutdown failed');
			this.#options.exit(1);
		}
	}

	async #force(): Promise<void> {
		const { clock, exit } = this.#options;
		const letGo = this.#running?.letGo() ?? Promise.resolve();
		await Promise.race([letGo.catch(() => undefined), clock.sleep(letGoMs)]);
		exit(this.#exitCode);
	}
}
