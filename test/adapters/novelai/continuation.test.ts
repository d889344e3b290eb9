/** A reply that breaks off is gone on with, within its length and at most twice. */
import { afterEach, describe, expect, test } from 'vitest';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import type { PromptContinuation } from '#domain/prompt-request';
import {
	CREDENTIAL,
	chunk,
	DONE,
	eventsOf,
	fixedPreparer,
	openModel,
	type Provider,
	preparedPrompt,
	type Script,
	StillClock,
	startBareProvider,
	startProvider,
	streamOf,
	token,
	until,
} from './provider.ts';

let provider: Provider | null = null;
afterEach(async () => {
	await provider?.stop();
	provider = null;
});

const never = new AbortController().signal;
const text = (words: string): GenerationEvent => ({ type: 'text-delta', text: words });
const thought = (words: string): GenerationEvent => ({ type: 'thinking-delta', text: words });
const end = (reason: string) => ({ type: 'generation-end', reason });
const failed = (code: string) => ({ type: 'generation-failure', failure: expect.objectContaining({ code }) });

interface Run {
	readonly events: readonly GenerationEvent[];
	readonly continuations: readonly PromptContinuation[];
	readonly requests: number;
	readonly waitsMs: readonly number[];
}

/** One reply whose n-th request is answered by the n-th script, the last one again and again. */
async function run(scripts: readonly Script[], transport: PreparedPrompt['transport'] = 'completion'): Promise<Run> {
	const started = startProvider((index, request) =>
		(scripts[index] ?? scripts.at(-1) ?? expect.fail())(index, request),
	);
	provider = started;
	const continuations: PromptContinuation[] = [];
	const clock = new StillClock();
	const model = await openModel(started.url, { clock, preparer: fixedPreparer([], continuations, transport) });
	const events = await eventsOf(model.stream(preparedPrompt(transport), CREDENTIAL, never));
	return { events, continuations, requests: started.seen.length, waitsMs: clock.sleptMs };
}

/** An answer that closes without a word about its end. */
const cutOff =
	(...pieces: readonly string[]): Script =>
	() =>
		streamOf(pieces.map((piece) => chunk(piece)));
const whole =
	(words: string): Script =>
	() =>
		streamOf([chunk(words), chunk('', 'stop'), DONE]);
const busy: Script = () =>
	Response.json({ statusCode: 429, message: 'Concurrent generation is locked' }, { status: 429 });

describe('going on', () => {
	test('S072 a clean end without any terminal event in the middle of a sentence is continued', async () => {
		const { events, continuations } = await run([cutOff(' It rains. We'), whole(' stay.')]);
		expect(events).toEqual([text('It rains. We stay.'), end('stop')]);
		expect(continuations).toEqual([{ written: ' It rains. We', totalOutputTokens: 100 }]);
	});

	test('S072 the native endpoint is continued before its final event', async () => {
		const scripts: Script[] = [() => streamOf([token(' It rains. We')]), () => streamOf([token(' stay.', true)])];
		const { events } = await run(scripts, 'native');
		expect(events).toEqual([text('It rains. We stay.'), end('stop')]);
	});

	test('read inactivity in the middle of a sentence is continued on a released connection', async () => {
		provider = startProvider((index) =>
			index === 0 ? streamOf([chunk(' It rains. We')], 'open') : streamOf([chunk(' stay.', 'stop')]),
		);
		const clock = new StillClock();
		const model = await openModel(provider.url, { clock });
		const events = eventsOf(model.stream(preparedPrompt(), CREDENTIAL, never));
		await until(() => clock.armed().includes(30_000));
		clock.pass(30_000);
		expect(await events).toEqual([text('It rains. We stay.'), end('stop')]);
		expect(provider.aborted).toEqual([0]);
	});

	test('each continuation carries everything written so far and what is left of one total', async () => {
		const { events, continuations } = await run([cutOff(' One'), cutOff(' two'), whole(' three.')]);
		expect(events).toEqual([text('One two three.'), end('stop')]);
		expect(continuations.map(({ written }) => written)).toEqual([' One', ' One two']);
		expect(new Set(continuations.map(({ totalOutputTokens }) => totalOutputTokens))).toEqual(new Set([100]));
		const asked = provider?.seen.map(({ body }) => (JSON.parse(body) as { max_tokens: number }).max_tokens);
		expect(asked).toEqual([100, 96, 92]);
	});

	test('a thought is part of what was written and never of the text', async () => {
		const { events, continuations } = await run([cutOff('<think>hm, '), whole('so</think>\nHello.')]);
		expect(events).toEqual([thought('hm, '), thought('so'), text('Hello.'), end('stop')]);
		expect(continuations[0]?.written).toBe('<think>hm, ');
	});

	test('what a guard held goes on too, and may become a label', async () => {
		const { events } = await run([cutOff(' It rains.\n**B'), whole('o:** hi')]);
		expect(events).toEqual([text('It rains.\n'), end('speaker-stop')]);
		await provider?.stop();
		const prose = await run([cutOff(' It rains.\n**B'), whole('o** laughs.')]);
		expect(prose.events).toEqual([text('It rains.\n**Bo** laughs.'), end('stop')]);
	});

	test('a locked account is waited for, as after every stop from our side', async () => {
		const { events, waitsMs, requests } = await run([cutOff(' It'), busy, busy, whole(' rains.')]);
		expect(events).toEqual([text('It rains.'), end('stop')]);
		expect([waitsMs, requests]).toEqual([[2000, 4000], 4]);
	});
});

describe('not going on', () => {
	test('S072 after two continuations the reply ends as cut, with what came', async () => {
		const { events, requests } = await run([cutOff(' One'), cutOff(' two'), cutOff(' three')]);
		expect(events).toEqual([text('One two three'), end('cut')]);
		expect(requests).toBe(3);
	});

	test('an exhausted empty continuation is an error of the provider and no empty reply', async () => {
		for (const piece of ['<think>hm', ' ']) {
			const { events, requests } = await run([cutOff(piece)]);
			expect(events.filter(({ type }) => type !== 'thinking-delta')).toEqual([failed('continuation-exhausted')]);
			expect(requests).toBe(piece === ' ' ? 1 : 3);
			await provider?.stop();
		}
	});

	test.each<[string, string]>([
		['a thought', '</think>'],
		['nothing but white space', ' \n'],
		['a foreign label', '</think>\nBo: no'],
	])('a continuation that ends well with %s is no empty reply, which would be tried again', async (_name, rest) => {
		const { events, requests } = await run([cutOff('<think>hm'), whole(rest)]);
		expect(events.at(-1)).toEqual(failed('continuation-exhausted'));
		expect(requests).toBe(2);
	});

	test('there are at most two continuations, also where their connections break before a word', async () => {
		const bare = startBareProvider(null, chunk(' It rains. We'));
		const clock = new StillClock();
		const model = await openModel(bare.url, { clock });
		const events = await eventsOf(model.stream(preparedPrompt(), CREDENTIAL, never));
		bare.stop();
		expect(events).toEqual([text('It rains. We'), end('cut')]);
		expect([bare.count(), clock.sleptMs]).toEqual([3, []]);
	});

	test('with nothing held the reply ends as cut at once', async () => {
		const { events, requests } = await run([cutOff(' It rains.')]);
		expect(events).toEqual([text('It rains.'), end('cut')]);
		expect(requests).toBe(1);
	});

	test('a reply at the requested length ends with what was held and does not start a fresh budget', async () => {
		const { events, requests } = await run([() => streamOf([chunk(' It rains.\nB'), chunk('', 'length'), DONE])]);
		expect(events).toEqual([text('It rains.\nB'), end('length')]);
		expect(requests).toBe(1);
	});

	test('a normal stop flushes an unpunctuated reply without a retry', async () => {
		const { events, requests } = await run([whole(' It rains and we')]);
		expect(events).toEqual([text('It rains and we'), end('stop')]);
		expect(requests).toBe(1);
	});

	test('a total that is used up leaves nothing to go on with', async () => {
		const words = ` ${'x'.repeat(99)}`;
		const { events, continuations, requests } = await run([cutOff(words)]);
		expect(events).toEqual([text('x'.repeat(99)), end('cut')]);
		expect([continuations.length, requests]).toEqual([1, 1]);
	});

	test('a speaker stop ends the request, even when the provider would go on', async () => {
		const { events, requests } = await run([() => streamOf([token(' Hi.\nBo: no')], 'open')], 'native');
		expect(events).toEqual([text('Hi.\n'), end('speaker-stop')]);
		expect(requests).toBe(1);
		await until(() => provider?.aborted.length === 1);
	});

	test('a foreign label as the first thing is a normal end with nothing shown', async () => {
		expect((await run([whole(' Bo: no')])).events).toEqual([end('speaker-stop')]);
	});

	test('a separator ends the request, and one at the very end is recognised', async () => {
		const { events } = await run([() => streamOf([token(' Hi.\n***\n')], 'open')], 'native');
		expect(events).toEqual([text('Hi.\n'), end('separator')]);
		await until(() => provider?.aborted.length === 1);
		await provider?.stop();
		expect((await run([whole(' Hi.\n***')])).events).toEqual([text('Hi.\n'), end('separator')]);
	});

	test('a refused continuation is a failure behind the text that came', async () => {
		const refusal: Script = () => Response.json({ statusCode: 400, message: 'too long' }, { status: 400 });
		const { events } = await run([cutOff(' It rains. We'), refusal]);
		expect(events).toEqual([text('It rains. We'), failed('provider-rejected')]);
	});

	test('S073 an event that cannot be read is a failure and is not continued', async () => {
		const { events, requests } = await run([() => streamOf([chunk(' It'), 'data: {"choices":[{"te'])]);
		expect(events).toEqual([text('It'), failed('provider-broken')]);
		expect(requests).toBe(1);
	});

	test('cancellation ends the session without another event or request', async () => {
		provider = startProvider(() => streamOf([token(' It rains. We')]));
		const controller = new AbortController();
		const model = await openModel(provider.url);
		const events: string[] = [];
		for await (const event of model.stream(preparedPrompt('native'), CREDENTIAL, controller.signal)) {
			events.push(event.type);
			controller.abort();
		}
		expect(events).toEqual(['text-delta']);
		expect(provider.seen).toHaveLength(1);
	});
});
