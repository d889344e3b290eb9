/** Runs the bot unmodified as a process of its own, and reads its log. */
import { fileURLToPath } from 'node:url';

/** One line of the bot's log. */
export interface BotLogLine {
	readonly msg: string;
	readonly [field: string]: unknown;
}

/** How the bot is run. */
export interface BotProcessOptions {
	readonly environment: Readonly<Record<string, string>>;
	readonly onLine?: (line: BotLogLine) => void;
}

const projectDirectory = fileURLToPath(new URL('../../', import.meta.url));
const preload = fileURLToPath(new URL('./end-with-parent.ts', import.meta.url));
const lastLinesMax = 12;
const stopWaitMs = 8_000;

function parseLine(text: string): BotLogLine {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === 'object' && value !== null && 'msg' in value && typeof value.msg === 'string') {
			return { ...value, msg: value.msg };
		}
	} catch {
		// The bot's last words before an exit are plain sentences.
	}
	return { msg: text };
}

async function readLines(stream: ReadableStream<Uint8Array>, onLine: (text: string) => void): Promise<void> {
	let rest = '';
	const decoder = new TextDecoder();
	for await (const bytes of stream) {
		const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
		rest = parts.pop() ?? '';
		for (const part of parts) if (part.trim() !== '') onLine(part);
	}
	if (rest.trim() !== '') onLine(rest);
}

/** The running bot. */
export class BotProcess {
	/** Resolves with the `ready` line; rejects when the bot ends before it. */
	readonly ready: Promise<BotLogLine>;
	/** Resolves with the exit code once the process and its output have ended. */
	readonly ended: Promise<number>;
	/** The newest lines of the log, oldest first. */
	readonly lastLines: string[] = [];
	readonly #listeners = new Set<(line: BotLogLine) => void>();
	readonly #process: Bun.Subprocess<'pipe', 'pipe', 'pipe'>;
	#stopping: Promise<void> | undefined;

	constructor(options: BotProcessOptions) {
		if (options.onLine !== undefined) this.#listeners.add(options.onLine);
		this.#process = Bun.spawn([process.execPath, '--preload', preload, 'src/main.ts'], {
			cwd: projectDirectory,
			env: { ...options.environment },
			// Never written to: its end tells the bot that this process has gone.
			stdin: 'pipe',
			stdout: 'pipe',
			stderr: 'pipe',
			// Ctrl-C reaches everything in the terminal's group; the bot is to hear of it once, from `stop`.
			detached: true,
		});
		// However this process ends, the bot must not stay behind.
		const endWithUs = (): void => this.#process.kill('SIGKILL');
		process.once('exit', endWithUs);
		const { promise, resolve, reject } = Promise.withResolvers<BotLogLine>();
		this.ready = promise;
		this.onLine((line) => line.msg === 'ready' && resolve(line));
		const take = (text: string): void => this.#take(text);
		const read = Promise.all([readLines(this.#process.stdout, take), readLines(this.#process.stderr, take)]);
		this.ended = Promise.all([this.#process.exited, read]).then(([code]) => {
			process.off('exit', endWithUs);
			reject(new Error(`The bot ended before it was ready (exit code ${code}).`));
			return code;
		});
		// Whoever waits for `ready` gets the error; nobody has to.
		this.ready.catch(() => undefined);
	}

	get pid(): number {
		return this.#process.pid;
	}

	/** Calls `listener` for every line from now on; returns the way to stop that. */
	onLine(listener: (line: BotLogLine) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Asks the bot to end, once however often it is called, and ends it when it does not. */
	stop(): Promise<void> {
		this.#stopping ??= this.#stop();
		return this.#stopping;
	}

	async #stop(): Promise<void> {
		this.#process.kill('SIGTERM');
		const limit = setTimeout(() => this.#process.kill('SIGKILL'), stopWaitMs);
		await this.ended;
		clearTimeout(limit);
	}

	#take(text: string): void {
		this.lastLines.push(text);
		if (this.lastLines.length > lastLinesMax) this.lastLines.shift();
		const line = parseLine(text);
		for (const listener of this.#listeners) listener(line);
	}
}
