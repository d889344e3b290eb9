import { describe, expect, test } from 'vitest';
import { guardedModel } from '#app/chat/guarded-model';
import { failuresMax, firstPauseMs } from '#core/reply/provider-circuit';
import type { Credential } from '#domain/credential';
import type { CustomProvider } from '#domain/custom-provider';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import type { TextModel } from '#ports/text-model';
import { ManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/store-log.ts';

const unhurried = new AbortController().signal;
const SPOKEN: readonly GenerationEvent[] = [
	{ type: 'text-delta', text: 'Hi.' },
	{ type: 'generation-end', reason: 'stop' },
];
const failing = (failure: Failure): readonly GenerationEvent[] => [{ type: 'generation-failure', failure }];
const DOWN = failing({ code: 'provider-unreachable' });

function openGuard() {
	const clock = new ManualClock();
	const log = recordingLog();
	let asked = 0;
	let next: readonly GenerationEvent[] = SPOKEN;
	const inner = {
		async *stream() {
			asked += 1;
			yield* next;
		},
	} as unknown as TextModel;
	const guarded = guardedModel(inner, { clock, log });
	return {
		clock,
		log,
		health: guarded.health,
		asked: () => asked,
		async generate(events: readonly GenerationEvent[], use: { key?: string; model?: string; host?: string } = {}) {
			next = events;
			const { key = 'a', model = 'glm', host } = use;
			const endpoint = host === undefined ? {} : { endpoint: { baseUrl: host, name: 'home' } as CustomProvider };
			const credential = { provider: 'novelai', digest: key, ...endpoint } as Credential;
			const said: GenerationEvent[] = [];
			const prepared = { codename: model } as PreparedPrompt;
			for await (const event of guarded.model.stream(prepared, credential, unhurried)) said.push(event);
			return said;
		},
	};
}

const paused = (seconds: number, more = {}) => failing({ code: 'provider-paused', seconds, ...more });

describe('a model whose provider does not answer', () => {
	test.each<Failure['code']>(['provider-unreachable', 'provider-overloaded', 'provider-timeout'])(
		'is not asked any more after three times %s, says when it will be, and is asked again then',
		async (code) => {
			const guard = openGuard();
			const down = failing({ code } as Failure);
			for (let count = 0; count < failuresMax; count += 1) expect(await guard.generate(down)).toEqual(down);
			expect(guard.health()).toMatchObject({ paused: 1, probing: 0, results: { [code]: failuresMax } });
			expect(await guard.generate(SPOKEN)).toEqual(paused(30));
			guard.clock.advance(firstPauseMs - 1_500);
			expect(await guard.generate(SPOKEN)).toEqual(paused(2));
			expect(guard.asked()).toBe(failuresMax);
			guard.clock.advance(1_500);
			expect(await guard.generate(SPOKEN)).toEqual(SPOKEN);
			expect(guard.health()).toMatchObject({ paused: 0, results: { answered: 1, 'provider-paused': 2 } });
			expect(guard.log.lines.map(({ level, message }) => [level, message])).toEqual([
				['warn', 'a provider keeps failing and is left alone for a while'],
				['info', 'a provider is back'],
			]);
		},
	);

	test('another key, another model of the same key and another host are asked all the same', async () => {
		const guard = openGuard();
		const use = { key: 'a', model: 'glm', host: 'https://models.example' };
		for (let count = 0; count < failuresMax; count += 1) await guard.generate(DOWN, use);
		expect(await guard.generate(SPOKEN, use)).toEqual(paused(30, { provider: 'home' }));
		for (const change of [{ key: 'b' }, { model: 'kayra' }, { host: 'https://others.example' }]) {
			expect(await guard.generate(SPOKEN, { ...use, ...change })).toEqual(SPOKEN);
		}
	});

	test.each<Failure>([
		{ code: 'provider-busy' },
		{ code: 'key-rejected' },
		{ code: 'provider-rejected', detail: 'no' },
		{ code: 'continuation-exhausted' },
	])('a refusal ($code) shows that it is there', async (failure) => {
		const guard = openGuard();
		for (let count = 0; count < 3 * failuresMax; count += 1) {
			await guard.generate(count % failuresMax === 0 ? failing(failure) : DOWN);
		}
		expect(guard.health().paused).toBe(0);
	});

	test('a reply that nobody reads to its end counts as nothing before its first event', async () => {
		const guard = openGuard();
		for (let count = 0; count < failuresMax; count += 1) await guard.generate(DOWN);
		guard.clock.advance(firstPauseMs);
		expect(await guard.generate([])).toEqual([]);
		expect(await guard.generate(SPOKEN)).toEqual(SPOKEN);
		expect(guard.health().results).toMatchObject({ abandoned: 1, answered: 1 });
	});

	test('a hundred thousand keys leave ten thousand at most behind, and none after a quarter of an hour', async () => {
		const guard = openGuard();
		for (let key = 0; key < 100_000; key += 1) {
			for (let count = 0; count < failuresMax; count += 1) await guard.generate(DOWN, { key: String(key) });
		}
		expect(guard.health().paused).toBe(10_000);
		guard.clock.advance(900_000);
		expect(guard.health()).toMatchObject({ paused: 0, probing: 0 });
	});
});
