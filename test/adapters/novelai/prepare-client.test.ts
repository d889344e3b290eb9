import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { PrepareClient, type PrepareClientOptions } from '#adapters/system/prepare-client';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import { EMPTY_SAMPLING } from '#domain/sampling';
import { StillClock, until } from './provider.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const never = new AbortController().signal;
const DYING = new URL('./workers/dying-worker.ts', import.meta.url);
const BROKEN = new URL('./workers/broken-worker.ts', import.meta.url);

let client: PrepareClient | null = null;
afterEach(() => client?.close());

function open(change: Partial<PrepareClientOptions> = {}): PrepareClient {
	client = new PrepareClient({ directories: [], clock: new StillClock(), log: quiet, ...change });
	return client;
}

function request(codename: string, text = 'hello'): PromptRequest {
	return {
		codename,
		items: [
			{
				role: 'user',
				tag: 'DIALOGUE_HISTORY',
				text: `Bo: ${text}`,
				completionText: text,
				identity: 'history:1',
				messageId: '1',
				sender: { name: 'Bo', type: 'user' },
			},
		],
		personaName: 'Tomori',
		personaAliases: [],
		attg: EMPTY_ATTG,
		sampling: EMPTY_SAMPLING,
		isFallbackAttempt: false,
		thinkingLevel: 'auto',
		maxOutputTokens: null,
		stopStrings: [],
		triggerMessageId: '1',
	};
}

const unknown = (model: string) => ({ ok: false, error: { code: 'model-unknown', model } });
const BROKE = { ok: false, error: { code: 'internal-error' } };

describe('the preparation worker', () => {
	test('prepares with the vocabulary that the project brings along', async () => {
		const prepared = await open().prepare(request('kayra-v1'), 'tablet', never);
		expect(prepared).toMatchObject({
			ok: true,
			value: { prompt: '[ Style: chat ]\nBo: hello\nTomori:', report: { windowTokens: 4096, approximate: false } },
		});
	});

	test('a missing vocabulary is a failure that names the family, and is known before the first prompt', async () => {
		const empty = await mkdtemp(join(tmpdir(), 'tomori-no-tokenizers-'));
		const opened = open({ directories: [empty] });
		const missing = await opened.missingFamilies();
		const prepared = await opened.prepare(request('glm-4-6'), 'opus', never);
		const expected = missing.includes('glm46')
			? { ok: false, error: { code: 'tokenizer-missing', family: 'glm46' } }
			: { ok: true };
		await rm(empty, { recursive: true });
		expect(prepared).toMatchObject(expected);
		expect(missing).not.toContain('nerdstash_v2');
	});

	test('answers many prompts in order', async () => {
		const opened = open();
		const texts = Array.from({ length: 20 }, (_, index) => `line ${index}`);
		const all = await Promise.all(texts.map((text) => opened.prepare(request('kayra-v1', text), 'opus', never)));
		expect(all.map((one) => one.ok && one.value.prompt.split('\n')[1])).toEqual(texts.map((text) => `Bo: ${text}`));
	});
});

describe('a worker in trouble', () => {
	test('dying fails the prompt it had; those that wait are prepared by the next worker', async () => {
		const opened = open({ workerUrl: DYING });
		const names = ['a', 'dies', 'b', 'dies', 'c'];
		const all = await Promise.all(names.map((name) => opened.prepare(request(name), 'opus', never)));
		expect(all).toEqual([unknown('a'), BROKE, unknown('b'), BROKE, unknown('c')]);
	});

	test('hanging is ended by the time limit', async () => {
		const clock = new StillClock();
		const opened = open({ workerUrl: DYING, clock, timeoutMs: 777 });
		await opened.missingFamilies();
		const hanging = opened.prepare(request('hangs'), 'opus', never);
		const waiting = opened.prepare(request('b'), 'opus', never);
		await until(() => clock.armed().includes(777));
		clock.pass(777);
		expect(await hanging).toEqual(BROKE);
		expect(await waiting).toEqual(unknown('b'));
	});

	test('a worker that cannot start fails what waits instead of being replaced for ever', async () => {
		const opened = open({ workerUrl: BROKEN });
		const both = [opened.prepare(request('a'), 'opus', never), opened.prepare(request('b'), 'opus', never)];
		expect(await Promise.all(both)).toEqual([BROKE, BROKE]);
		expect(await opened.missingFamilies()).toEqual(['glm46', 'nerdstash_v2', 'llama3']);
		expect(await opened.prepare(request('c'), 'opus', never)).toEqual(BROKE);
	});

	test('aborting frees the caller at once and costs the others nothing', async () => {
		const opened = open({ workerUrl: DYING });
		const controller = new AbortController();
		const first = opened.prepare(request('a'), 'opus', never);
		const aborted = opened.prepare(request('dies'), 'opus', controller.signal);
		const last = opened.prepare(request('b'), 'opus', never);
		controller.abort();
		expect(await Promise.all([first, aborted, last])).toEqual([
			unknown('a'),
			{ ok: false, error: { code: 'turn-timeout' } },
			unknown('b'),
		]);
	});

	test('closing fails what is under way and everything after', async () => {
		const opened = open({ workerUrl: DYING });
		await opened.missingFamilies();
		const hanging = opened.prepare(request('hangs'), 'opus', never);
		opened.close();
		expect([await hanging, await opened.prepare(request('a'), 'opus', never)]).toEqual([BROKE, BROKE]);
	});
});
