import { afterEach, describe, expect, test } from 'vitest';
import type { NovelaiTextModelOptions } from '#adapters/novelai/novelai-text-model';
import type { GenerationEvent } from '#domain/generation';
import {
	CREDENTIAL,
	chunk,
	eventsOf,
	fixedPreparer,
	KEY,
	openModel,
	type Provider,
	preparedPrompt,
	type Script,
	StillClock,
	startBareProvider,
	startProvider,
	streamOf,
	token,
} from './provider.ts';

let provider: Provider | null = null;
afterEach(async () => {
	await provider?.stop();
	provider = null;
});

const never = new AbortController().signal;
const busy = () => Response.json({ statusCode: 429, message: 'Concurrent generation is locked' }, { status: 429 });
const page = (status: number) => new Response('<html><body>Bad gateway</body></html>', { status });
const good = () => streamOf([chunk(' Hello'), chunk('', 'stop')]);
const HELLO = [
	{ type: 'text-delta', text: 'Hello' },
	{ type: 'generation-end', reason: 'stop' },
];

async function generate(script: Script, change: Partial<NovelaiTextModelOptions> = {}) {
	provider = startProvider(script);
	const clock = new StillClock();
	const model = await openModel(provider.url, { clock, ...change });
	const events = await eventsOf(model.stream(preparedPrompt(), CREDENTIAL, never));
	return { events, waitsMs: clock.sleptMs, seen: provider.seen };
}

describe('asking again', () => {
	test('a busy account is waited for on the same key', async () => {
		const { events, waitsMs, seen } = await generate((index) => (index < 2 ? busy() : good()));
		expect(events).toEqual(HELLO);
		expect(waitsMs).toEqual([2000, 4000]);
		expect(new Set(seen.map((request) => request.authorization))).toEqual(new Set([`Bearer ${KEY}`]));
		expect(new Set(seen.map((request) => request.body)).size).toBe(1);
	});

	test('an account that stays busy is a failure after waits of 2, 4 and 8 s and a little chance', async () => {
		const { events, waitsMs } = await generate(busy, { random: { next: () => 0.5 } });
		expect(events).toEqual([{ type: 'generation-failure', failure: { code: 'provider-busy' } }]);
		expect(waitsMs).toEqual([2250, 4500, 9000]);
	});

	test.each([408, 500, 502, 503, 504, 524])('status %i with a web page is tried twice more', async (status) => {
		const { events, waitsMs } = await generate(() => page(status));
		expect(events).toEqual([{ type: 'generation-failure', failure: { code: 'provider-overloaded' } }]);
		expect(waitsMs).toHaveLength(2);
	});

	test('a server that gave up waiting in words of its own is tried again too', async () => {
		const timeout = () => Response.json({ statusCode: 408, message: 'Request Timeout' }, { status: 408 });
		const { events, waitsMs } = await generate((index) => (index === 0 ? timeout() : good()));
		expect(events).toEqual(HELLO);
		expect(waitsMs).toEqual([2000]);
	});

	test('a connection lost before any text is tried twice more', async () => {
		const bare = startBareProvider(null);
		const clock = new StillClock();
		const model = await openModel(bare.url, { clock });
		const events = await eventsOf(model.stream(preparedPrompt(), CREDENTIAL, never));
		bare.stop();
		expect(events).toEqual([{ type: 'generation-failure', failure: { code: 'provider-unreachable' } }]);
		expect(clock.sleptMs).toEqual([2000, 4000]);
	});

	test('a connection lost behind a whole sentence is a cut and not tried again', async () => {
		const bare = startBareProvider(token(' Hello.'));
		const clock = new StillClock();
		const model = await openModel(bare.url, { clock });
		const events: GenerationEvent[] = [];
		for await (const event of model.stream(preparedPrompt('native'), CREDENTIAL, never)) {
			events.push(event);
			bare.reset();
		}
		bare.stop();
		expect(events).toEqual([
			{ type: 'text-delta', text: 'Hello.' },
			{ type: 'generation-end', reason: 'cut' },
		]);
		expect([bare.count(), clock.sleptMs]).toEqual([1, []]);
	});

	test('a host that cannot be reached is a failure of its own', async () => {
		const gone = startProvider(busy);
		await gone.stop();
		const model = await openModel(gone.url);
		const events = await eventsOf(model.stream(preparedPrompt(), CREDENTIAL, never));
		expect(events).toEqual([{ type: 'generation-failure', failure: { code: 'provider-unreachable' } }]);
	});

	test.each([
		[400, { message: 'bad field' }, { code: 'provider-rejected', detail: 'bad field' }],
		[
			400,
			{ message: `model 'glm-4-6' not allowed for current user tier 'Paper'` },
			{ code: 'tier-unsupported', model: 'GLM-4.6', tier: 'Paper' },
		],
		[401, { message: 'Unauthorized' }, { code: 'key-rejected' }],
		[402, 'Anonymous quota reached.', { code: 'subscription-inactive' }],
		[409, 'Not eligible for this model.', { code: 'tier-unsupported', model: 'GLM-4.6', tier: '?' }],
	])('status %i is final', async (status, body, failure) => {
		const { events, waitsMs } = await generate(() =>
			typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
		);
		expect(events).toEqual([{ type: 'generation-failure', failure }]);
		expect(waitsMs).toEqual([]);
	});

	test('a refused length names the published maximum of the plan', async () => {
		provider = startProvider((_index, { path }) =>
			path === '/user/subscription'
				? Response.json({ tier: 1, active: true })
				: Response.json({ message: 'max_length too large' }, { status: 400 }),
		);
		const model = await openModel(provider.url);
		await model.prepare({ codename: 'kayra-v1' } as never, CREDENTIAL, never);
		const events = await eventsOf(model.stream(preparedPrompt('native'), CREDENTIAL, never));
		const detail = 'max_length too large (published maximum: 150 output tokens)';
		expect(events).toEqual([{ type: 'generation-failure', failure: { code: 'provider-rejected', detail } }]);
	});

	test('neither key nor header is ever part of a failure, and the detail is bounded', async () => {
		const echo = `Authorization: Bearer ${KEY} was refused; other ${KEY} and pst-AnotherKey ${'long '.repeat(200)}`;
		const { events } = await generate(() => Response.json({ message: echo }, { status: 400 }));
		const shown = JSON.stringify(events);
		expect(shown).toContain('was refused');
		expect(shown).not.toContain('pst-');
		expect(shown).not.toMatch(/bearer/iu);
		expect(shown.length).toBeLessThan(500);
	});

	test('the request has an ordinary user agent', async () => {
		const { seen } = await generate(good);
		expect(seen[0]?.userAgent).toMatch(/^tomori\//u);
	});
});

describe('the plan of a key', () => {
	const plan =
		(facts: unknown, status = 200) =>
		() =>
			Response.json(facts, { status });
	const request = { codename: 'glm-4-6' } as never;

	test('an active plan is asked for once in 24 hours', async () => {
		provider = startProvider(plan({ tier: 3, active: true, perks: { contextTokens: 1 } }));
		const clock = new StillClock();
		const tiers: string[] = [];
		const model = await openModel(provider.url, { clock, preparer: fixedPreparer(tiers) });
		await model.prepare(request, CREDENTIAL, never);
		await model.prepare(request, CREDENTIAL, never);
		expect(provider.seen.map(({ path }) => path)).toEqual(['/user/subscription']);
		clock.nowMs += 24 * 60 * 60 * 1000;
		await model.prepare(request, CREDENTIAL, never);
		expect(provider.seen).toHaveLength(2);
		expect(tiers).toEqual(['opus', 'opus', 'opus']);
	});

	test('a plan that grew serves at once; a remembered one that is too small stands only while nobody says better', async () => {
		const answers = [
			() => Response.json({ tier: 1, active: true }),
			() => new Response('', { status: 503 }),
			() => Response.json({ tier: 3, active: true }),
		];
		provider = startProvider((index) => answers[index]?.() ?? new Response('', { status: 500 }));
		const opusOnly = { codename: 'xialong-v1' } as never;
		const tiers: string[] = [];
		const model = await openModel(provider.url, { preparer: fixedPreparer(tiers) });
		await model.prepare(request, CREDENTIAL, never);
		const tooSmall = { ok: false, error: { code: 'tier-unsupported', model: 'Xialong', tier: 'Tablet' } };
		expect(await model.prepare(opusOnly, CREDENTIAL, never)).toEqual(tooSmall);
		expect(await model.prepare(opusOnly, CREDENTIAL, never)).toMatchObject({ ok: true });
		await model.prepare(opusOnly, CREDENTIAL, never);
		expect(provider.seen).toHaveLength(3);
		expect(tiers).toEqual(['tablet', 'opus', 'opus']);
	});

	test('an inactive plan is asked for again at once', async () => {
		provider = startProvider((index) => Response.json({ tier: 2, active: index > 0 }));
		const model = await openModel(provider.url);
		expect(await model.prepare(request, CREDENTIAL, never)).toEqual({
			ok: false,
			error: { code: 'subscription-inactive' },
		});
		expect(await model.prepare(request, CREDENTIAL, never)).toMatchObject({ ok: true });
	});

	test.each([
		['another shape', plan({ tier: 'opus' }), { code: 'subscription-unavailable' }],
		['an unknown plan', plan({ tier: 9, active: true }), { code: 'subscription-unavailable' }],
		['a web page', () => page(200), { code: 'subscription-unavailable' }],
		['a broken host', () => page(502), { code: 'subscription-unavailable' }],
		['a refused key', plan({ message: 'Unauthorized' }, 401), { code: 'key-rejected' }],
		['the free plan', plan({ tier: 0, active: true }), { code: 'tier-unsupported', model: 'GLM-4.6', tier: 'Paper' }],
	])('%s fails preparation instead of granting a window', async (_name, script, error) => {
		provider = startProvider(script);
		const tiers: string[] = [];
		const model = await openModel(provider.url, { preparer: fixedPreparer(tiers) });
		expect(await model.prepare(request, CREDENTIAL, never)).toEqual({ ok: false, error });
		expect(tiers).toEqual([]);
	});

	test('a refusal at generation forgets the plan', async () => {
		provider = startProvider((_index, { path }) =>
			path === '/user/subscription' ? Response.json({ tier: 3, active: true }) : new Response('', { status: 402 }),
		);
		const model = await openModel(provider.url);
		await model.prepare(request, CREDENTIAL, never);
		await eventsOf(model.stream(preparedPrompt(), CREDENTIAL, never));
		await model.prepare(request, CREDENTIAL, never);
		expect(provider.seen.filter(({ path }) => path === '/user/subscription')).toHaveLength(2);
	});

	test('checking a key asks fresh and names the plan', async () => {
		provider = startProvider(plan({ tier: 3, active: true }));
		const model = await openModel(provider.url);
		expect(await model.checkCredential(CREDENTIAL, never)).toMatchObject({ ok: true, value: { tier: 'Opus' } });
		await model.checkCredential(CREDENTIAL, never);
		expect(provider.seen).toHaveLength(2);
	});

	test('an unknown model is refused before anything is asked', async () => {
		provider = startProvider(plan({ tier: 3, active: true }));
		const model = await openModel(provider.url);
		const prepared = await model.prepare({ codename: 'x' } as never, CREDENTIAL, never);
		expect(prepared).toEqual({ ok: false, error: { code: 'model-unknown', model: 'x' } });
		expect(provider.seen).toEqual([]);
	});

	test('the models on offer have windows by plan, and say when their tokenizer is missing', async () => {
		const model = await openModel('http://127.0.0.1:1');
		expect(model.models()).toMatchObject([
			{ codename: 'glm-4-6', available: false, windows: [{ tier: 'Tablet', tokens: 8192 }, {}, {}] },
			{ codename: 'xialong-v1', available: false, isGated: true, presetTarget: 'xialong' },
			{ codename: 'kayra-v1', available: true, isGated: false, style: 'story', thinks: false },
			{ codename: 'llama-3-erato-v1', isGated: true, publishedOutputs: [{ tier: 'Opus', tokens: 250 }] },
		]);
	});
});

test('native tokens are tried again like completions', async () => {
	provider = startProvider((index) => (index === 0 ? busy() : streamOf([token('Hi', true)])));
	const model = await openModel(provider.url);
	const events = await eventsOf(model.stream(preparedPrompt('native'), CREDENTIAL, never));
	expect(events).toEqual([
		{ type: 'text-delta', text: 'Hi' },
		{ type: 'generation-end', reason: 'stop' },
	]);
});
