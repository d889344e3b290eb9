/** Over which key another model is asked about a picture, and how long anybody waits for it. */
import { describe, expect, test } from 'vitest';
import { CredentialQueue } from '#app/chat/credential-queue';
import { askVisionModel } from '#app/tools/ask-vision-model';
import type { ToolPorts, ToolScene } from '#app/tools/runnable-tool';
import { MessageIdMap } from '#core/context/message-id-map';
import type { Credential } from '#domain/credential';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import type { PromptRequest } from '#domain/prompt-request';
import type { TurnFacts } from '#domain/turn-facts';
import { ok } from '#lib/result';
import { credentialFor, NotedLog } from '../../adapters/custom/endpoint.ts';
import { chatMessage } from '../../support/chat-message.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const picture = { kind: 'image', uri: 'https://cdn.example/a.png', mimeType: null, mediaId: 'media_1' } as const;
const look = { picture: { ...picture, withinWindow: false, extendBy: 3 }, question: 'What is it?' };
const keyOf = (digest: string): Credential => ({ ...credentialFor('https://models.example/v1'), digest });
const loaded = { mimeType: 'image/png', base64: 'AA==', sizeBytes: 1, sha256: 'a1b2', widthPixels: 8, heightPixels: 8 };
const settled = async (): Promise<void> => {
	for (let step = 0; step < 20; step += 1) await new Promise((resolve) => setImmediate(resolve));
};

type Stream = (signal: AbortSignal) => AsyncIterable<GenerationEvent>;

async function* saying(...texts: readonly string[]): AsyncGenerator<GenerationEvent> {
	for (const text of texts) yield { type: 'text-delta', text };
	yield { type: 'generation-end', reason: 'stop' };
}

/** One process: its keys, its clock, and what the vision model was asked. */
function worldOf(stream: Stream = () => saying('A dot.'), prompt = '[image/png, 1 bytes, sha256 a1b2]') {
	const clock = new ManualClock();
	const log = new NotedLog();
	const credentialQueue = new CredentialQueue(clock);
	const asked: PromptRequest[] = [];
	const ports = {
		clock,
		log,
		credentialQueue,
		mediaLoader: { load: async () => new Map([[picture.uri, ok(loaded)]]) },
		model: {
			prepare: async (request: PromptRequest) => {
				asked.push(request);
				return ok({ prompt } as PreparedPrompt);
			},
			stream: (_prepared: PreparedPrompt, _key: Credential, signal: AbortSignal) => stream(signal),
		},
	} as unknown as ToolPorts;
	const turn = new AbortController();
	const sceneOf = (writing: string, vision: string): ToolScene => ({
		facts: { credential: keyOf(writing), vision: keyOf(vision), settings: { visionModel: 'custom:eyes' } } as TurnFacts,
		request: { cause: 'mention', trigger: chatMessage({ id: '9' }), lines: [] },
		prompt: { items: [] },
		messageIds: new MessageIdMap(),
		people: new Map(),
		tellable: new Set(),
		signal: turn.signal,
	});
	const wait = { signal: turn.signal, onLongWait() {}, onWaitEnd() {} };
	/** A reply that holds its key while it looks at a picture with another one. */
	const reply = (writing: string, vision: string) =>
		credentialQueue.run(keyOf(writing), wait, () => askVisionModel(look, sceneOf(writing, vision), ports));
	return { clock, log, credentialQueue, asked, turn, wait, reply };
}

describe('the key of a look', () => {
	test('is the one that the reply holds, where it is the same', async () => {
		const { reply, asked } = worldOf();
		expect(await reply('a', 'a')).toEqual({ kind: 'seen', words: 'A dot.' });
		expect(asked[0]).toMatchObject({ codename: 'custom:eyes', personaName: '', stopStrings: [] });
		expect(asked[0]?.items.at(-1)?.mediaDescriptors).toEqual([{ ...picture, withinWindow: true }]);
	});

	test('is waited for while another reply has it, so that it still makes one at a time', async () => {
		const { reply, credentialQueue, wait, asked } = worldOf();
		let letGo = (): void => undefined;
		const held = credentialQueue.run(keyOf('b'), wait, () => new Promise<void>((resolve) => (letGo = resolve)));
		let isDone = false;
		const looked = reply('a', 'b').finally(() => (isDone = true));
		await settled();
		expect([asked.length, isDone]).toEqual([1, false]);
		letGo();
		expect(await looked).toEqual({ kind: 'seen', words: 'A dot.' });
		await held;
	});

	test('is given up after 15 seconds where two replies wait for each other’s', async () => {
		const { reply, clock, log } = worldOf();
		const both = [reply('a', 'b'), reply('b', 'a')];
		await settled();
		clock.advance(14_999);
		await settled();
		expect(log.lines).toEqual([]);
		clock.advance(1);
		const ends = await Promise.all(both);
		expect(ends.some(({ kind }) => kind === 'failed')).toBe(true);
		expect(log.lines.join()).toContain('key-in-use');
	});
});

describe('a look', () => {
	test('ends after a minute, and with the reply', async () => {
		async function* silent(signal: AbortSignal): AsyncGenerator<GenerationEvent> {
			await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
			yield { type: 'generation-end', reason: 'cut' };
		}
		const late = worldOf(silent);
		const looked = late.reply('a', 'a');
		await settled();
		late.clock.advance(60_000);
		expect(await looked).toEqual({ kind: 'failed' });
		const stopped = worldOf(silent);
		const cut = stopped.reply('a', 'a');
		await settled();
		stopped.turn.abort();
		expect(await cut).toEqual({ kind: 'failed' });
		expect(stopped.clock.waiting).toBe(0);
	});

	test('tells what was said before a failure, on one line, and no more than is handed on', async () => {
		async function* breaking(): AsyncGenerator<GenerationEvent> {
			yield { type: 'thinking-delta', text: 'Hm.' };
			yield { type: 'text-delta', text: 'A [red]\ndot' };
			yield { type: 'generation-failure', failure: { code: 'provider-timeout' } };
		}
		expect(await worldOf(breaking).reply('a', 'a')).toEqual({ kind: 'seen', words: 'A (red) dot' });
		const long = await worldOf(() => saying('x'.repeat(900), 'y'.repeat(900), 'never')).reply('a', 'a');
		expect(long.kind === 'seen' && long.words.length).toBeLessThanOrEqual(1_601);
		expect(long.kind === 'seen' && long.words).not.toContain('never');
	});

	test('is none where the picture is told in words alone', async () => {
		const { reply } = worldOf(() => saying('I guess a dog.'), 'There is no room left to show it.');
		expect(await reply('a', 'a')).toEqual({ kind: 'unshown', reason: 'no-room' });
	});

	test('fails in words where the model says nothing or fails at once', async () => {
		async function* failing(): AsyncGenerator<GenerationEvent> {
			yield { type: 'generation-failure', failure: { code: 'provider-busy' } };
		}
		expect(await worldOf(failing).reply('a', 'a')).toEqual({ kind: 'failed' });
		expect(await worldOf(() => saying(' \n')).reply('a', 'a')).toEqual({ kind: 'failed' });
	});
});
