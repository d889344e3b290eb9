import { describe, expect, test } from 'vitest';
import { timedModel } from '#app/chat/timed-model';
import type { Credential } from '#domain/credential';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import type { TextModel } from '#ports/text-model';
import { ManualClock } from '../support/manual-clock.ts';

const END: GenerationEvent = { type: 'generation-end', reason: 'stop' };
const text = (words: string): GenerationEvent => ({ type: 'text-delta', text: words });

/** A model that says what it is given, and then waits until it is released; a released stream ends without a word. */
function open(given: readonly GenerationEvent[]) {
	const clock = new ManualClock();
	let released = 0;
	const inner = {
		async *stream(_prepared: PreparedPrompt, _credential: Credential, signal: AbortSignal) {
			yield* given;
			if (signal.aborted) return;
			await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
			released += 1;
		},
	} as unknown as TextModel;
	const model = timedModel(inner, { callTimeoutMs: 1_000, clock });
	const ending = new AbortController();
	const said: GenerationEvent[] = [];
	const run = async (endpoint?: { name: string }) => {
		const credential = { digest: 'a', ...(endpoint === undefined ? {} : { endpoint }) } as Credential;
		for await (const event of model.stream({} as PreparedPrompt, credential, ending.signal)) said.push(event);
	};
	return { clock, ending, run, said, released: () => released };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a model whose attempts have a limit', () => {
	test('is released when the time is over, and what it has said stays', async () => {
		const { clock, run, said, released } = open([text('Hi.')]);
		const done = run();
		await settled();
		clock.advance(999);
		await settled();
		expect([said, released()]).toEqual([[text('Hi.')], 0]);
		clock.advance(1);
		await done;
		expect(released()).toBe(1);
		expect(said).toEqual([text('Hi.'), { type: 'generation-failure', failure: { code: 'provider-timeout' } }]);
	});

	test('names the endpoint that took so long', async () => {
		const { clock, run, said } = open([]);
		const done = run({ name: 'home' });
		await settled();
		clock.advance(1_000);
		await done;
		expect(said).toEqual([{ type: 'generation-failure', failure: { code: 'provider-timeout', provider: 'home' } }]);
	});

	test('ends as it ended where that was sooner, and leaves no timer behind', async () => {
		const { clock, run, said } = open([text('Hi.'), END]);
		await run();
		clock.advance(10_000);
		expect([said, clock.waiting]).toEqual([[text('Hi.'), END], 0]);
	});

	test('is silent where the turn itself was ended', async () => {
		const { clock, ending, run, said } = open([text('Hi.')]);
		const done = run();
		await settled();
		ending.abort();
		await done;
		clock.advance(10_000);
		expect(said).toEqual([text('Hi.')]);
	});
});
