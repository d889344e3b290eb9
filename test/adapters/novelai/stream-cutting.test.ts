import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMPLETION_ENDPOINT } from '#adapters/novelai/completion-endpoint';
import { continuedReply } from '#adapters/novelai/continued-reply';
import { NATIVE_ENDPOINT } from '#adapters/novelai/native-endpoint';
import { readAttempt } from '#adapters/novelai/read-attempt';
import type { TextEndpoint } from '#core/reply/text-endpoint';
import type { GenerationEvent } from '#domain/generation';
import type { RequestStep } from '#lib/event-request';
import { SseReader } from '#lib/sse';
import { chunk, DONE, preparedPrompt, token } from './provider.ts';

async function* stepsOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<RequestStep> {
	const reader = new SseReader({ eventBytesMax: 10_000 });
	let from = 0;
	for (const cut of [...cuts.filter((at) => at < bytes.length), bytes.length].toSorted((a, b) => a - b)) {
		for (const event of reader.push(bytes.slice(from, cut))) yield { kind: 'event', event };
		from = cut;
	}
	for (const event of reader.end()) yield { kind: 'event', event };
	yield { kind: 'end', end: { kind: 'eof' } };
}

async function eventsOf(endpoint: TextEndpoint, steps: AsyncIterable<RequestStep>): Promise<GenerationEvent[]> {
	const events: GenerationEvent[] = [];
	const refusalFailure = () => ({ code: 'provider-overloaded' }) as const;
	const reply = continuedReply(preparedPrompt(), {
		attempt: () => readAttempt(steps, { endpoint, refusalFailure }),
		prepare: async () => ({ ok: false, error: { code: 'continuation-exhausted' } }),
		retryWaits: () => () => null,
		sleep: async () => {},
		signal: new AbortController().signal,
	});
	for await (const event of reply) {
		const last = events.at(-1);
		if (event.type === 'text-delta' && last?.type === 'text-delta')
			events[events.length - 1] = { ...last, text: last.text + event.text };
		else events.push(event);
	}
	return events;
}

const STREAMS: readonly (readonly [string, TextEndpoint, string])[] = [
	[
		'completion',
		COMPLETION_ENDPOINT,
		[chunk(' <think>うん'), chunk('</think>\n'), chunk('こん🎸'), chunk('にちは.', 'stop'), DONE].join(''),
	],
	[
		'native',
		NATIVE_ENDPOINT,
		[': ping\r\n\r\n', token(' ギター'), token('🎸').replaceAll('\n', '\r\n'), token('!', true)].join(''),
	],
	[
		'foreign',
		COMPLETION_ENDPOINT,
		[chunk(' やあ。\n*'), chunk('*B'), chunk('o*'), chunk('*： hi'), chunk('', 'stop'), DONE].join(''),
	],
	[
		'separated',
		NATIVE_ENDPOINT,
		[token(' **'), token('*a***\n*'), token('**'), token('\nb'), token('', true)].join(''),
	],
	['closed', NATIVE_ENDPOINT, [token(' やあ。\n**'), token('Bo')].join('')],
	['cut off', COMPLETION_ENDPOINT, `${chunk('こんにちは')}data: {"choices":[{"te`],
	['error', NATIVE_ENDPOINT, `${token('Hi')}data: {"error":"broke"}\n\n`],
	['page', NATIVE_ENDPOINT, '<html>\n<body>い</body>\n</html>'],
];

test.each(STREAMS)(
	'S070 the %s stream gives the same events for every way of cutting its bytes',
	async (_name, endpoint, stream) => {
		const bytes = new TextEncoder().encode(stream);
		const whole = await eventsOf(endpoint, stepsOf(bytes, []));
		expect(whole.at(-1)?.type).toMatch(/^generation-/u);
		expect(await eventsOf(endpoint, stepsOf(bytes, [...bytes.keys()]))).toEqual(whole);
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), async (cuts) => {
				expect(await eventsOf(endpoint, stepsOf(bytes, cuts))).toEqual(whole);
			}),
		);
	},
);
