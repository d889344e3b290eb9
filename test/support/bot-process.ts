/** The bot as a process of its own, with nothing in its environment but what a test gives it. */
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const lineWaitMs = 90_000;

/** One line of the log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string };

/** A process that was started. */
export class BotProcess {
	readonly #child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
	readonly #watchers = new Set<() => void>();
	readonly #read: Promise<unknown>;
	/** What was written so far. */
	stdout = '';
	stderr = '';

	/** Starts the program; variables that are not given do not exist for it. */
	constructor(variables: Readonly<Record<string, string>>) {
		this.#child = Bun.spawn([process.execPath, 'src/main.ts'], {
			cwd: ROOT,
			env: { PATH: process.env['PATH'] ?? '', HEALTH_PORT: '0', ...variables },
			stdin: 'ignore',
			stdout: 'pipe',
			stderr: 'pipe',
		});
		this.#read = Promise.all([
			this.#follow(this.#child.stdout, (text) => {
				this.stdout += text;
			}),
			this.#follow(this.#child.stderr, (text) => {
				this.stderr += text;
			}),
		]);
	}

	get pid(): number {
		return this.#child.pid;
	}

	/** The exit code, once the process has ended and everything it wrote was read. */
	async exit(): Promise<number> {
		await this.#read;
		return await this.#child.exited;
	}

	/** Sends a signal and resolves with the exit code. */
	async end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number> {
		this.signal(signal);
		return await this.exit();
	}

	/** Sends a signal. */
	signal(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void {
		this.#child.kill(signal);
	}

	/** Everything on standard output as log lines; throws when a line is none. */
	log(): readonly LogLine[] {
		const whole = this.stdout.slice(0, this.stdout.lastIndexOf('\n') + 1);
		return whole
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => JSON.parse(line) as LogLine);
	}

	/** The first log line with this message, waited for. */
	async line(message: string): Promise<LogLine> {
		const found = await this.#until(() => this.log().find((line) => line.msg === message));
		if (found === null) throw new Error(`There was no line "${message}".\n${this.stdout}\n${this.stderr}`);
		return found;
	}

	#until<T>(probe: () => T | undefined): Promise<T | null> {
		return new Promise((resolve) => {
			const finish = (value: T | null): void => {
				clearTimeout(limit);
				this.#watchers.delete(look);
				resolve(value);
			};
			const look = (): void => {
				const found = probe();
				if (found !== undefined) finish(found);
			};
			const limit = setTimeout(() => finish(null), lineWaitMs);
			this.#watchers.add(look);
			void this.#read.then(() => finish(probe() ?? null));
			look();
		});
	}

	async #follow(stream: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
		const decoder = new TextDecoder();
		for await (const bytes of stream) {
			take(decoder.decode(bytes, { stream: true }));
			for (const watcher of [...this.#watchers]) watcher();
		}
	}
}
