import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageAnswer, PageEvent, PageSnapshot } from '#playground/page-protocol';

const program = fileURLToPath(new URL('../../src/playground/main.ts', import.meta.url));
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'tomori-playground-test-'));
});

afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
});

/** Starts the playground without a key and with no further tokenizers, so that the stand-in answers as Kayra. */
function startProgram(...words: string[]): Bun.Subprocess<'ignore', 'pipe', 'pipe'> {
	const { NOVELAI_API_KEY: _key, TOKENIZER_ASSET_DIR: _directory, ...environment } = Bun.env;
	return Bun.spawn([process.execPath, program, ...words], {
		env: { ...environment, COALESCE_MS: '0' },
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: 'pipe',
		// A group of its own, as a terminal gives it.
		detached: true,
	});
}

/** Resolves when the condition holds; the test's own limit ends the wait. */
async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
	let text = '';
	const decoder = new TextDecoder();
	for await (const bytes of stream) {
		text += decoder.decode(bytes, { stream: true });
		if (text.includes('\n')) break;
	}
	return text;
}

/** Reads the page's events until one fits. */
async function readEvents(url: string, fits: (event: PageEvent) => boolean): Promise<void> {
	const response = await fetch(`${url}api/events`);
	let text = '';
	const decoder = new TextDecoder();
	for await (const bytes of response.body ?? []) {
		text += decoder.decode(bytes, { stream: true });
		const parts = text.split('\n\n');
		text = parts.pop() ?? '';
		for (const part of parts) if (fits(JSON.parse(part.replace(/^data: /, '')) as PageEvent)) return;
	}
	throw new Error('The stream of events ended.');
}

async function readSnapshot(url: string): Promise<PageSnapshot> {
	const snapshots: PageSnapshot[] = [];
	await readEvents(url, (event) => event.kind === 'snapshot' && snapshots.push(event) > 0);
	const [snapshot] = snapshots;
	if (snapshot === undefined) throw new Error('The stream of events began without a snapshot.');
	return snapshot;
}

async function startPage(): Promise<{ running: ReturnType<typeof startProgram>; url: string }> {
	const running = startProgram('--data', join(folder, 'page'));
	return { running, url: /http:\S+/.exec(await firstLine(running.stdout))?.[0] ?? '' };
}

async function ask(url: string, kind: string, body: object): Promise<PageAnswer> {
	const headers = { 'content-type': 'application/json' };
	const response = await fetch(`${url}api/${kind}`, { method: 'POST', headers, body: JSON.stringify(body) });
	return (await response.json()) as PageAnswer;
}

describe('the playground', () => {
	test('says one line, prints the reply and nothing else, and ends', async () => {
		const running = startProgram('--say', 'Hello', '--once');
		const [reply, progress, code] = await Promise.all([running.stdout.text(), running.stderr.text(), running.exited]);
		expect(progress).toContain('Tomori is ready.');
		expect(reply.trim().length).toBeGreaterThan(10);
		expect(reply).not.toMatch(/^\{|ready|Tomori:|<\|/m);
		expect(code).toBe(0);
	});

	test('answers through a custom provider when asked to, and through the usual model at the next start', async () => {
		const data = join(folder, 'custom');
		const words = ['--data', data, '--say', 'Hello'];
		const running = startProgram(...words, '--provider', 'custom');
		const url = /http:\S+/.exec(await firstLine(running.stdout))?.[0] ?? '';
		const { botId, prompt, voice } = await readSnapshot(url);
		expect(voice.sentence).toContain('custom:stand-in');
		const isReply = (event: PageEvent): boolean =>
			event.kind === 'message' && event.message.message.author.id === botId;
		await readEvents(url, (event) =>
			event.kind === 'snapshot' ? event.messages.some(({ message }) => message.author.id === botId) : isReply(event),
		);
		expect((prompt ?? (await readSnapshot(url)).prompt)?.path).toBe('/v1/chat/completions');
		running.kill('SIGTERM');
		expect(await running.exited).toBe(0);
		const again = startProgram('--data', data);
		const next = /http:\S+/.exec(await firstLine(again.stdout))?.[0] ?? '';
		const { people, channels } = await readSnapshot(next);
		const told = readEvents(
			next,
			(event) => event.kind === 'message' && /Kayra|GLM/.test(event.message.message.content),
		);
		const general = channels.find(({ name }) => name === 'general');
		await ask(next, 'command', { personId: people[0]?.id, channelId: general?.id, command: 'model show', options: {} });
		await told;
		again.kill('SIGTERM');
		expect(await again.exited).toBe(0);
	});

	test('refuses a wrong command line in words', async () => {
		const running = startProgram('--once');
		const [words, code] = await Promise.all([running.stderr.text(), running.exited]);
		expect(words).toContain('--once needs a line to say');
		expect(code).toBe(2);
	});

	test('serves a page where a line is answered, and ends when told to', async () => {
		const { running, url } = await startPage();
		expect(await (await fetch(url)).text()).toContain('<title>Tomori’s playground</title>');
		const { people, channels, botId, status } = await readSnapshot(url);
		expect(status.phase).toBe('ready');
		const answered = readEvents(url, (event) => event.kind === 'message' && event.message.message.author.id === botId);
		const general = channels.find(({ name }) => name === 'general');
		await ask(url, 'say', { personId: people[0]?.id, channelId: general?.id, text: `<@${botId}> hello` });
		await answered;
		running.kill('SIGTERM');
		expect(await running.exited).toBe(0);
	});

	test('finds its server, its commands and its settings again at the next start', async () => {
		const { running, url } = await startPage();
		const { people, channels, commands } = await readSnapshot(url);
		expect(commands.map(({ name }) => name)).toContain('model');
		const answered = readEvents(
			url,
			(event) => event.kind === 'message' && /Kayra|GLM/.test(event.message.message.content),
		);
		const general = channels.find(({ name }) => name === 'general');
		const command = { personId: people[0]?.id, channelId: general?.id, command: 'model show', options: {} };
		expect((await ask(url, 'command', command)).kind).toBe('answered');
		await answered;
		running.kill('SIGTERM');
		expect(await running.exited).toBe(0);
	});

	test('Ctrl-C in the terminal ends it in order, and until then nobody else gets its folder', async () => {
		const { running } = await startPage();
		const second = startProgram('--data', join(folder, 'page'));
		const [words, refused] = await Promise.all([second.stderr.text(), second.exited]);
		expect(words).toMatch(/\nIs the playground already open\? .*\n$/);
		expect(words).not.toMatch(/Port|A stand-in answers/);
		expect(refused).toBe(1);
		process.kill(-running.pid, 'SIGINT');
		const [farewell, code] = await Promise.all([running.stderr.text(), running.exited]);
		expect(farewell).toMatch(/Tomori is ready\.\nA stand-in answers here[\s\S]*The playground is closed\. .*\n$/);
		expect(code).toBe(0);
		expect(existsSync(join(folder, 'page', 'owner.lock'))).toBe(false);
		expect(existsSync(join(folder, 'page', 'database', 'postmaster.pid'))).toBe(false);
	});

	test('the bot ends in order when the playground is killed', async () => {
		const { running } = await startPage();
		const lock = join(folder, 'page', 'owner.lock');
		expect(existsSync(lock)).toBe(true);
		running.kill('SIGKILL');
		await until(() => !existsSync(lock));
	});

	test('a named port that is taken and a folder that is none are each told in one sentence', async () => {
		const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
		const onPort = startProgram('--port', String(holder.port), '--data', join(folder, 'other'));
		expect(await onPort.stderr.text()).toMatch(/^Port \d+ is taken: .*\n$/);
		expect(await onPort.exited).toBe(1);
		await holder.stop(true);
		const file = join(folder, 'file');
		await writeFile(file, '');
		const inFile = startProgram('--data', join(file, 'inside'));
		expect(await inFile.stderr.text()).toMatch(/^The folder .* cannot be written \(ENOTDIR\): .*\n$/);
		expect(await inFile.exited).toBe(1);
	});
});
