import { mkdtemp, rm } from 'node:fs/promises';
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
	});
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
});
