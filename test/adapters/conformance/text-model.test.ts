/** One suite of cases for every provider behind the port; what they do differently is said where it is expected. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GenerationEvent } from '#domain/generation';
import { newGate, type ReplyScript } from '#playground/novelai-server/reply-scripts';
import { until } from '../novelai/provider.ts';
import { answer, PEERS, type Peer, type PeerKind, type PeerName, preparedOf } from './peers.ts';

/** Long enough to be shown before it has ended. */
const LONG = 'I like tea best, お茶が一番好き 🍵, and most of all in the rain, when the whole street smells of it.';

/** How a reply ended, and what was shown and thought. */
interface Outcome {
	/** The reason of the end, or the code of the failure; null where nothing was said of it. */
	readonly end: string | null;
	readonly text: string;
	readonly thought: string;
}

const never = new AbortController().signal;

const ENDS: ReadonlySet<GenerationEvent['type']> = new Set(['generation-end', 'generation-failure', 'tool-calls']);

function outcomeOf(events: readonly GenerationEvent[]): Outcome {
	const last = events.at(-1);
	const ends = events.filter(({ type }) => ENDS.has(type));
	expect(ends.length, JSON.stringify(events)).toBeLessThanOrEqual(1);
	if (ends.length === 1) expect(ends[0]).toBe(last);
	const wordsOf = (type: GenerationEvent['type']): string =>
		events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('');
	const reason = last?.type === 'generation-end' ? last.reason : null;
	const code = last?.type === 'generation-failure' ? last.failure.code : null;
	return { end: reason ?? code, text: wordsOf('text-delta'), thought: wordsOf('thinking-delta') };
}

type Expected = Partial<Outcome> & { readonly requests?: number; readonly waitsMs?: readonly number[] };

/** A case; `but` is what a provider does differently. */
interface Case {
	readonly name: string;
	readonly scripts: (kind: PeerKind) => readonly ReplyScript[];
	readonly expected: Expected;
	readonly but?: Partial<Readonly<Record<PeerName, Expected>>>;
}

const plain =
	(...scripts: readonly ReplyScript[]) =>
	() =>
		scripts;

const refused =
	(status: number, message: string, headers = {}) =>
	(kind: PeerKind): readonly ReplyScript[] => [{ response: answer(status, kind.errorBody(status, message), headers) }];

const inAnswer =
	(status: number, message: string) =>
	(kind: PeerKind): readonly ReplyScript[] => [{ response: answer(200, kind.errorBody(status, message)) }];

const page = (status: number) => plain({ response: answer(status, '<!DOCTYPE html><html><body>hello</body></html>') });

const withUsage = (usage: unknown) => (kind: PeerKind) => [{ response: answer(200, kind.stream([LONG], { usage })) }];

const whole: Expected = { end: 'stop', text: LONG, requests: 1 };
const busy: Expected = { end: 'provider-busy', requests: 4, waitsMs: [2_000, 4_000, 8_000] };
const overloaded: Expected = { end: 'provider-overloaded', requests: 3, waitsMs: [2_000, 4_000] };
const rejected: Expected = { end: 'provider-rejected', text: '', requests: 1, waitsMs: [] };

const CASES: readonly Case[] = [
	{ name: 'a whole reply', scripts: plain({ text: LONG }), expected: whole },
	{
		name: 'a key that is not known',
		scripts: refused(401, 'Incorrect key'),
		expected: { ...rejected, end: 'key-rejected' },
	},
	{
		name: 'no credit',
		scripts: refused(402, 'An active subscription is required'),
		expected: { ...rejected, end: 'subscription-inactive' },
	},
	{ name: 'something that is forbidden', scripts: refused(403, 'This model is moderated.'), expected: rejected },
	{
		name: 'a key without permission',
		scripts: refused(403, 'Not authenticated'),
		// NovelAI speaks of keys with 401 alone.
		expected: rejected,
		but: { custom: { ...rejected, end: 'key-rejected' } },
	},
	{ name: 'a model that is not there', scripts: refused(404, 'model not found'), expected: rejected },
	{ name: 'a body that is not liked', scripts: refused(400, 'temperature must be a number'), expected: rejected },
	{ name: 'too many requests', scripts: refused(429, 'slow down'), expected: busy },
	{
		name: 'too many requests, with a time to wait for',
		scripts: refused(429, 'slow down', { 'retry-after': '7' }),
		expected: busy,
	},
	{ name: 'a server that gave up waiting', scripts: refused(408, 'timeout'), expected: overloaded },
	{ name: 'a server that fails', scripts: refused(500, 'it broke'), expected: overloaded },
	{ name: 'a server that is away', scripts: refused(503, 'Loading model'), expected: overloaded },
	{
		name: 'a server that is back after a while',
		scripts: (kind) => [...refused(503, 'it broke')(kind), ...refused(429, 'slow down')(kind), { text: LONG }],
		expected: { ...whole, requests: 3, waitsMs: [2_000, 2_000] },
	},
	{ name: 'an error with the status of a success', scripts: inAnswer(400, 'no'), expected: rejected },
	{ name: 'being busy with the status of a success', scripts: inAnswer(429, 'slow down'), expected: busy },
	{ name: 'a failure with the status of a success', scripts: inAnswer(500, 'it broke'), expected: overloaded },
	{ name: 'a page of the gateway', scripts: page(502), expected: overloaded },
	{
		name: 'a page in place of a reply',
		scripts: page(200),
		// NovelAI’s address is known, so that a page there is its gateway’s; any other may be mistaken.
		expected: overloaded,
		but: { custom: rejected },
	},
	{
		name: 'an error in the middle',
		scripts: plain({ text: LONG, errorAfterTokens: { tokens: 999, message: 'it broke' }, omitFinal: true }),
		expected: { end: 'provider-rejected', text: LONG, requests: 1 },
	},
	{
		name: 'JSON that is cut',
		scripts: plain({ text: LONG, malformedLastChunk: true }),
		expected: { end: 'provider-broken', requests: 1 },
	},
	{
		name: 'a connection that is closed at once',
		scripts: plain({ resetAtOnce: true }),
		expected: { end: 'provider-unreachable', text: '', requests: 3, waitsMs: [2_000, 4_000] },
	},
	{
		name: 'a connection that breaks behind a whole sentence',
		scripts: plain({ text: LONG, resetAfterTokens: 999, omitFinal: true }),
		expected: { end: 'cut', text: LONG, requests: 1 },
	},
	{
		name: 'a connection that closes behind a whole sentence',
		scripts: plain({ text: LONG, endAfterTokens: 999, omitFinal: true }),
		expected: { end: 'cut', text: LONG, requests: 1 },
	},
	{
		name: 'a connection that closes in the middle of a sentence',
		scripts: plain({ text: LONG, endAfterTokens: 6 }, { text: ' and so on.' }),
		// NovelAI is asked to go on.
		expected: { end: 'stop', requests: 2 },
		but: { custom: { end: 'cut', requests: 1 } },
	},
	{ name: 'no text at all', scripts: plain({ text: '' }), expected: { end: 'stop', text: '', requests: 1 } },
	{
		name: 'a thought alone',
		scripts: (kind) => [kind.thinking('hm, tea')],
		expected: { end: 'stop', text: '', thought: 'hm, tea' },
	},
	{
		name: 'a reply at its length',
		scripts: plain({ text: LONG, finishReason: 'length' }),
		expected: { end: 'length', text: LONG },
		// Its final event does not say why it is the last one.
		but: { 'NovelAI, native': { end: 'stop', text: LONG } },
	},
	{ name: 'no sentinel', scripts: plain({ text: LONG, omitDone: true }), expected: whole },
	{
		name: 'no reason of the end',
		scripts: plain({ text: LONG, omitFinishReason: true }),
		expected: whole,
	},
	{
		name: 'neither',
		scripts: plain({ text: LONG, omitFinishReason: true, omitDone: true, omitFinal: true }),
		expected: { ...whole, end: 'cut' },
	},
	{ name: 'carriage returns', scripts: plain({ text: LONG, carriageReturns: true }), expected: whole },
	{ name: 'comments', scripts: plain({ text: LONG, comments: true }), expected: whole },
	{ name: 'data over several lines', scripts: plain({ text: LONG, multiLineData: true }), expected: whole },
	{ name: 'everything in one write', scripts: plain({ text: LONG, oneWrite: true }), expected: whole },
	{ name: 'one byte at a time', scripts: plain({ text: LONG, cutAt: 'each' }), expected: whole },
	{
		name: 'a count of tokens',
		scripts: withUsage({ prompt_tokens: 21, completion_tokens: 30, total_tokens: 51 }),
		expected: whole,
	},
	{ name: 'a count that is nothing', scripts: withUsage(null), expected: whole },
	{ name: 'a count that nobody can mean', scripts: withUsage({ prompt_tokens: -1e300 }), expected: whole },
	{
		name: 'a count that is no number',
		scripts: withUsage({ prompt_tokens: ['many'], total_tokens: {} }),
		expected: whole,
	},
	{ name: 'a count that is no object', scripts: withUsage('many'), expected: whole },
];

describe.each(PEERS)('$name', (kind) => {
	let peer: Peer;
	beforeEach(async () => {
		peer = await kind.start();
	});
	afterEach(async () => {
		await peer.stop();
	});

	async function reply(signal = never): Promise<Outcome> {
		const events: GenerationEvent[] = [];
		for await (const event of peer.model.stream(await preparedOf(peer), peer.credential, signal)) events.push(event);
		return outcomeOf(events);
	}

	test.each(CASES)('$name', async ({ scripts, expected, but = {} }) => {
		peer.script(...scripts(kind));
		const { requests, waitsMs, ...outcome } = but[kind.name] ?? expected;
		const seen = await reply();
		expect({ ...seen, text: seen.text.trim() }).toMatchObject(outcome);
		if (requests !== undefined) expect(peer.generations()).toHaveLength(requests);
		if (waitsMs !== undefined) expect(peer.clock.sleptMs).toEqual(waitsMs);
		await peer.until(() => peer.generations().every(({ outcome: end }) => end !== 'running'));
		expect(peer.faults()).toEqual([]);
		expect(JSON.stringify([seen, peer.logged])).not.toContain(peer.credential.secret.reveal().slice(3));
	});

	test('white space alone is nothing that anybody could read', async () => {
		peer.script({ text: ' \n\n ' });
		const { end, text } = await reply();
		expect({ end, text: text.trim() }).toEqual({ end: 'stop', text: '' });
	});

	test('nobody at the address', async () => {
		const prepared = await preparedOf(peer);
		await peer.stop();
		const events: GenerationEvent[] = [];
		for await (const event of peer.model.stream(prepared, peer.credential, never)) events.push(event);
		expect(outcomeOf(events)).toEqual({ end: 'provider-unreachable', text: '', thought: '' });
		expect(peer.clock.sleptMs).toEqual([2_000, 4_000]);
	});

	test('any way of cutting the bytes gives the same reply', async () => {
		const text = '夏龍「いいよ」 🎸👩‍👩‍👧 été — ok.';
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.nat({ max: 4_000 }), { maxLength: 40 }),
				fc.boolean(),
				async (cutAt, carriageReturns) => {
					peer.script({ text, cutAt, carriageReturns });
					expect(await reply()).toEqual({ end: 'stop', text, thought: '' });
				},
			),
			{ numRuns: 25 },
		);
	});

	describe('a reply that is called off', () => {
		/** Aborts at the moment that `when` waits for; nothing may come after that. */
		async function aborted(when: (events: readonly GenerationEvent[]) => Promise<void>) {
			const aborting = new AbortController();
			const events: GenerationEvent[] = [];
			const prepared = await preparedOf(peer);
			const read = async (): Promise<void> => {
				for await (const event of peer.model.stream(prepared, peer.credential, aborting.signal)) events.push(event);
			};
			const reading = read();
			await when(events);
			aborting.abort();
			const before = events.length;
			await reading;
			expect(events).toHaveLength(before);
			expect(events.filter(({ type }) => ENDS.has(type))).toEqual([]);
			await peer.until(() => peer.generations().every(({ outcome }) => outcome === 'aborted'));
			expect(peer.generations()).toHaveLength(1);
			expect(peer.clock.armed()).toEqual([]);
		}

		test('before the answer begins', async () => {
			const gate = newGate();
			peer.script({ text: LONG, waitFor: gate.opened });
			await aborted(() => peer.until(() => peer.generations().length === 1));
			gate.open();
		});

		test('in the middle', async () => {
			peer.script({ text: `${LONG} ${LONG}`, hangAfterTokens: 40 });
			await aborted((events) => until(() => events.length > 0));
		});

		test('with more of it read than was handed on', async () => {
			peer.script({ text: `${LONG}\n`.repeat(20), oneWrite: true, hangAfterTokens: 999, omitFinal: true });
			const aborting = new AbortController();
			const events: GenerationEvent[] = [];
			for await (const event of peer.model.stream(await preparedOf(peer), peer.credential, aborting.signal)) {
				events.push(event);
				aborting.abort();
			}
			expect(events.map(({ type }) => type)).toEqual(['text-delta']);
			await peer.until(() => peer.generations()[0]?.outcome === 'aborted');
		});

		test('behind the last word, while nothing says that it was the last', async () => {
			peer.script({ text: LONG, hangAfterTokens: 999, omitFinal: true });
			await aborted(async (events) => {
				await peer.until(() => peer.generations()[0]?.outputText.trim() === LONG);
				await until(() => events.length > 0);
			});
		});

		test('while it waits to ask again', async () => {
			peer.script({ response: answer(503, kind.errorBody(503, 'it broke')) });
			const aborting = new AbortController();
			peer.clock.sleep = async () => aborting.abort();
			expect(await reply(aborting.signal)).toEqual({ end: null, text: '', thought: '' });
			expect(peer.generations()).toHaveLength(1);
		});

		test('by somebody who stops listening', async () => {
			peer.script({ text: `${LONG} ${LONG}`, hangAfterTokens: 40 });
			for await (const event of peer.model.stream(await preparedOf(peer), peer.credential, never)) {
				expect(event.type).toBe('text-delta');
				break;
			}
			await peer.until(() => peer.generations()[0]?.outcome === 'aborted');
			expect(peer.clock.armed()).toEqual([]);
		});
	});

	describe('silence', () => {
		test('before the answer begins is a timeout', async () => {
			peer.script({ text: LONG, waitFor: newGate().opened });
			const ended = reply();
			await peer.until(() => peer.generations().length === 1);
			await until(() => peer.clock.armed().includes(60_000));
			peer.clock.pass(60_000);
			expect(await ended).toEqual({ end: 'provider-timeout', text: '', thought: '' });
			await peer.until(() => peer.generations()[0]?.outcome === 'aborted');
			expect(peer.generations()).toHaveLength(1);
		});

		test('behind a whole sentence cuts the reply', async () => {
			peer.script({ text: LONG, hangAfterTokens: 999, omitFinal: true, oneWrite: true });
			const events: GenerationEvent[] = [];
			const prepared = await preparedOf(peer);
			const read = async (): Promise<void> => {
				const { model, credential } = peer;
				for await (const event of model.stream(prepared, credential, never)) events.push(event);
			};
			const reading = read();
			await until(() => events.length > 0 && peer.clock.armed().includes(30_000));
			peer.clock.pass(30_000);
			await reading;
			const { end, text } = outcomeOf(events);
			expect({ end, text: text.trim() }).toEqual({ end: 'cut', text: LONG });
			await peer.until(() => peer.generations().every(({ outcome }) => outcome === 'aborted'));
		});
	});
});
