import { afterEach, describe, expect, test } from 'vitest';
import type { StructuredContextItem } from '#domain/context-item';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import {
	CREDENTIAL,
	chunk,
	DONE,
	eventsOf,
	KEY,
	openModel,
	PROMPT_REQUEST,
	type Provider,
	preparedPrompt,
	type Script,
	StillClock,
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
const STOP: GenerationEvent = { type: 'generation-end', reason: 'stop' };
const CUT: GenerationEvent = { type: 'generation-end', reason: 'cut' };
const failed = (code: string) => ({ type: 'generation-failure', failure: expect.objectContaining({ code }) });

/** Events of one generation against a script. */
async function generate(
	script: Script,
	transport: PreparedPrompt['transport'] = 'completion',
	clock = new StillClock(),
) {
	provider = startProvider(script);
	const model = await openModel(provider.url, { clock });
	return eventsOf(model.stream(preparedPrompt(transport), CREDENTIAL, never));
}

describe('ends of a completion', () => {
	test('a finish reason ends the reply, and text in the same chunk counts', async () => {
		expect(await generate(() => streamOf([chunk(' Hel'), chunk('lo.', 'stop'), DONE]))).toEqual([text('Hello.'), STOP]);
		expect(await provider?.seen[0]?.path).toBe('/oa/v1/completions');
	});

	test('a reply at the requested length says so', async () => {
		const events = await generate(() => streamOf([chunk('Hello'), chunk('', 'length'), DONE]));
		expect(events).toEqual([text('Hello'), { type: 'generation-end', reason: 'length' }]);
	});

	test('the sentinel after text is a normal end, before any text it is none', async () => {
		expect(await generate(() => streamOf([chunk('Hello'), DONE]))).toEqual([text('Hello'), STOP]);
		await provider?.stop();
		expect(await generate(() => streamOf([DONE]))).toEqual([failed('continuation-exhausted')]);
	});

	test('a normal end without text is an empty reply and no failure', async () => {
		expect(await generate(() => streamOf([chunk('', 'stop'), DONE]))).toEqual([STOP]);
	});

	test('the connection closing early is a cut behind a whole sentence and a failure before any text', async () => {
		expect(await generate(() => streamOf([chunk('Hello.')]))).toEqual([text('Hello.'), CUT]);
		expect(provider?.seen).toHaveLength(1);
		await provider?.stop();
		expect(await generate(() => streamOf([]))).toEqual([failed('continuation-exhausted')]);
		expect(provider?.seen).toHaveLength(1);
	});

	test('the connection closing inside an event that says nothing yet is a cut', async () => {
		expect(await generate(() => streamOf([chunk('Hello.'), 'da']))).toEqual([text('Hello.'), CUT]);
	});

	test('a last event without its blank line still counts', async () => {
		expect(await generate(() => streamOf([chunk('Hello'), chunk('!', 'stop').trimEnd()]))).toEqual([
			text('Hello!'),
			STOP,
		]);
	});

	test('S073 a malformed last chunk is a failure after the text that was received', async () => {
		const events = await generate(() => streamOf([chunk('Hello'), 'data: {"choices":[{"text":" wor']));
		expect(events).toEqual([text('Hello'), failed('provider-broken')]);
	});

	test('S074 a JSON error with status 200 is a failure and never an empty reply', async () => {
		const body = { statusCode: 400, message: `bad request: ${KEY} is too long` };
		expect(await generate(() => Response.json(body))).toEqual([
			{
				type: 'generation-failure',
				failure: { code: 'provider-rejected', detail: 'bad request: [secret] is too long' },
			},
		]);
	});

	test('S074 a JSON error with status 201 is a failure on the native endpoint too', async () => {
		const body = JSON.stringify({ error: 'max length 2048, 2584 requested' }, null, 2);
		expect(await generate(() => new Response(body, { status: 201 }), 'native')).toEqual([
			{ type: 'generation-failure', failure: { code: 'provider-rejected', detail: 'max length 2048, 2584 requested' } },
		]);
	});

	test('S074 a whole stream in one buffer is read like any other', async () => {
		const whole = `${chunk(' One')}${chunk(' two', 'stop')}${DONE}`;
		expect(await generate(() => new Response(whole))).toEqual([text('One two'), STOP]);
	});

	test('an error inside the stream is a failure after the text', async () => {
		const events = await generate(() => streamOf([chunk('Hello'), 'data: {"error":{"message":"it broke"}}\n\n']));
		expect(events).toEqual([
			text('Hello'),
			{ type: 'generation-failure', failure: { code: 'provider-rejected', detail: 'it broke' } },
		]);
	});

	test('a server error inside the stream is not tried again once text was shown', async () => {
		const broke = 'data: {"statusCode":500,"message":"it broke"}\n\n';
		const events = await generate(() => streamOf([chunk('x'.repeat(70)), broke]));
		expect(events).toEqual([text('x'.repeat(70)), failed('provider-overloaded')]);
		expect(provider?.seen).toHaveLength(1);
	});

	test('a web page with status 200 is an overloaded provider', async () => {
		const page = '<!DOCTYPE html>\n<html><body>try later</body></html>';
		expect(await generate(() => new Response(page))).toEqual([failed('provider-overloaded')]);
	});
});

describe('ends of a native generation', () => {
	test('the text of the final event belongs to the reply', async () => {
		const events = await generate(() => streamOf([token(' Hel'), token('lo'), token('.', true)]), 'native');
		expect(events).toEqual([text('Hello.'), STOP]);
		expect(provider?.seen[0]?.path).toBe('/ai/generate-stream');
	});

	test('the connection closing before the final event is a cut', async () => {
		expect(await generate(() => streamOf([token('Hello.')]), 'native')).toEqual([text('Hello.'), CUT]);
	});

	test('the space that belongs to the cue is taken, and a thought is no text either', async () => {
		const tokens = [token(' '), token('Hi'), token(' <think>hm'), token('</think>there \n'), token('', true)];
		const events = await generate(() => streamOf(tokens), 'native');
		expect(events).toEqual([text('Hi '), { type: 'thinking-delta', text: 'hm' }, text('there \n'), STOP]);
	});
});

test('the space after a prefill belongs to the reply', async () => {
	provider = startProvider(() => streamOf([token(' waves'), token('.', true)]));
	const model = await openModel(provider.url);
	const prefill: StructuredContextItem = {
		role: 'model',
		tag: 'DIALOGUE_HISTORY',
		text: 'Tomori: She',
		identity: 'prefill',
		explicitPrefill: true,
	};
	const request = { ...PROMPT_REQUEST, items: [prefill] };
	const prepared = { ...preparedPrompt('native'), prompt: 'Bo: hi\nTomori: She', request };
	const events = await eventsOf(model.stream(prepared, CREDENTIAL, never));
	expect(events).toEqual([text(' waves.'), STOP]);
});

describe('thoughts', () => {
	test('what the model thinks is never text', async () => {
		const events = await generate(() =>
			streamOf([chunk('<thi'), chunk('nk>hm</th'), chunk('ink>\nHello'), chunk('', 'stop')]),
		);
		expect(events).toEqual([{ type: 'thinking-delta', text: 'hm' }, text('Hello'), STOP]);
	});

	test('a closing tag without an opening one hides the fragment before it', async () => {
		const events = await generate(() => streamOf([chunk(' Tomo</think>\n'), chunk('Hello'), chunk('', 'stop')]));
		expect(events).toEqual([{ type: 'thinking-delta', text: 'Tomo' }, text('Hello'), STOP]);
	});
});

describe('silence', () => {
	test('before the first byte the request fails after its own limit', async () => {
		const clock = new StillClock();
		const events = generate(() => new Promise<Response>(() => {}), 'completion', clock);
		await until(() => provider?.seen.length === 1 && clock.armed().includes(60_000));
		clock.pass(60_000);
		expect(await events).toEqual([failed('provider-timeout')]);
		expect(provider?.seen).toHaveLength(1);
	});

	test('behind a whole sentence it is a cut', async () => {
		const clock = new StillClock();
		const events = generate(() => streamOf([chunk('Hello.')], 'open'), 'completion', clock);
		await until(() => clock.armed().includes(30_000));
		clock.pass(30_000);
		expect(await events).toEqual([text('Hello.'), CUT]);
		await until(() => provider?.aborted.length === 1);
	});
});

describe('leaving', () => {
	test('leaving the loop releases the request', async () => {
		provider = startProvider(() => streamOf([chunk('x'.repeat(100))], 'open'));
		const model = await openModel(provider.url);
		for await (const event of model.stream(preparedPrompt(), CREDENTIAL, never)) {
			expect(event.type).toBe('text-delta');
			break;
		}
		const { aborted } = provider;
		await until(() => aborted.length === 1);
	});

	test('aborting ends the events without another one', async () => {
		provider = startProvider(() => streamOf([chunk('x'.repeat(100))], 'open'));
		const controller = new AbortController();
		const model = await openModel(provider.url);
		const events: string[] = [];
		for await (const event of model.stream(preparedPrompt(), CREDENTIAL, controller.signal)) {
			events.push(event.type);
			controller.abort();
		}
		expect(events).toEqual(['text-delta']);
		const { aborted } = provider;
		await until(() => aborted.length === 1);
	});
});
