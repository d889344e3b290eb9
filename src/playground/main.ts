/** The playground as a program: a page to talk on, or with `--say … --once` one line and its reply. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PlaygroundArguments, readArguments, usage } from './read-arguments.ts';
import { sayOnce } from './say-once.ts';
import { type Playground, startPlayground } from './start-playground.ts';

const keptDirectory = fileURLToPath(new URL('../../data/playground', import.meta.url));
const replyTimeoutMs = 60_000;

/** The stand-in's pace, in milliseconds a token: fast enough not to bore, slow enough to see her type. */
const pageTokenDelayMs = 20;

function tell(sentence: string): void {
	process.stderr.write(`${sentence}\n`);
}

/** Writes to standard output and resolves when it has been taken. */
function print(text: string): Promise<void> {
	return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

/** Runs with a folder for the bot's data; one that nobody named is removed afterwards. */
async function withFolder(wanted: PlaygroundArguments, run: (folder: string) => Promise<number>): Promise<number> {
	if (!wanted.fresh && !wanted.once) return await run(wanted.data === null ? keptDirectory : resolve(wanted.data));
	const folder = await mkdtemp(join(tmpdir(), 'tomori-playground-'));
	try {
		return await run(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function runOnce(wanted: PlaygroundArguments, dataDirectory: string, stopped: AbortSignal): Promise<number> {
	const playground = await startPlayground({
		environment: process.env,
		dataDirectory,
		pagePort: null,
		tokenDelayMs: 0,
		provider: wanted.provider,
		tell,
		signal: stopped,
	});
	try {
		const reply = await sayOnce({ ...playground, text: wanted.say ?? '', timeoutMs: replyTimeoutMs });
		if (reply.ok) await print(`${reply.value.join('\n')}\n`);
		else tell(reply.error);
		return reply.ok ? 0 : 1;
	} finally {
		await playground.stop();
	}
}

/** Resolves when a person ends the program or the bot ends by itself, with the exit code. */
function endOf(playground: Playground, stopped: AbortSignal): Promise<number> {
	return new Promise((resolve) => {
		stopped.addEventListener('abort', () => resolve(0));
		void playground.bot.ended.then((code) => {
			// The bot ends because it was told to, which is no news.
			if (!stopped.aborted) {
				tell(`The bot has stopped (exit code ${code}). Its last lines were:\n${playground.bot.lastLines.join('\n')}`);
			}
			resolve(1);
		});
	});
}

/** Said when a person has ended the program. */
function farewell(dataDirectory: string, wanted: PlaygroundArguments): string {
	return wanted.fresh
		? 'The playground is closed.'
		: `The playground is closed. What Tomori learnt is in ${dataDirectory}.`;
}

async function runPage(wanted: PlaygroundArguments, dataDirectory: string, stopped: AbortSignal): Promise<number> {
	const playground = await startPlayground({
		environment: process.env,
		dataDirectory,
		pagePort: wanted.port,
		portIsNamed: wanted.portIsNamed,
		tokenDelayMs: pageTokenDelayMs,
		provider: wanted.provider,
		tell,
		signal: stopped,
	});
	const ended = endOf(playground, stopped);
	await print(`Open ${playground.page?.url} and say hello. Ctrl-C ends the playground.\n`);
	if (wanted.say !== null) void sayOnce({ ...playground, text: wanted.say, timeoutMs: replyTimeoutMs });
	const code = await ended;
	await playground.stop();
	if (code === 0) tell(farewell(dataDirectory, wanted));
	return code;
}

async function run(): Promise<number> {
	const wanted = readArguments(process.argv.slice(2));
	if (!wanted.ok) {
		tell(`${wanted.error}\n\n${usage}`);
		return 2;
	}
	if (wanted.value.help) {
		await print(`${usage}\n`);
		return 0;
	}
	const stopping = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
	try {
		const play = wanted.value.once ? runOnce : runPage;
		return await withFolder(wanted.value, (folder) => play(wanted.value, folder, stopping.signal));
	} catch (error) {
		if (stopping.signal.aborted) {
			tell('The playground is closed.');
			return wanted.value.once ? 130 : 0;
		}
		tell(error instanceof Error ? error.message : String(error));
		return 1;
	}
}

process.exit(await run());
