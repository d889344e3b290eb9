import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHAT_COMPLETIONS_ENDPOINT } from '#adapters/custom/chat-completions-endpoint';
import { customReply } from '#adapters/custom/custom-reply';
import { type AttemptEvent, AttemptReader } from '#core/reply/attempt-reader';
import type { GenerationEvent } from '#domain/generation';
import type { RequestStep } from '#lib/event-request';
import { SseReader } from '#lib/sse';
import { DONE, preparedPrompt } from '../novelai/provider.ts';
import { chatChunk } from './endpoint.ts';

function stepsOf(bytes: Uint8Array, cuts: readonly number[]): readonly RequestStep[] {
	const reader = new SseReader({ eventBytesMax: 10_000 });
	const steps: RequestStep[] = [];
	let from = 0;
	for (const cut of [...cuts.filter((at) => at < bytes.length), bytes.length].toSorted((a, b) => a - b)) {
		for (const event of reader.push(bytes.slice(from, cut))) steps.push({ kind: 'event', event });
		from = cut;
	}
	for (const event of reader.end()) steps.push({ kind: 'event', event });
	return [...steps, { kind: 'end', end: { kind: 'eof' } }];
}

async function* attempt(steps: readonly RequestStep[]): AsyncGenerator<AttemptEvent> {
	const refusalFailure = () => ({ code: 'provider-overloaded' }) as const;
	const reader = new AttemptReader({ endpoint: CHAT_COMPLETIONS_ENDPOINT, refusalFailure });
	for (const step of steps) {
		for (const event of reader.take(step)) {
			yield event;
			if (event.kind === 'end') return;
		}
	}
}

async function eventsOf(steps: readonly RequestStep[]): Promise<GenerationEvent[]> {
	const events: GenerationEvent[] = [];
	const reply = customReply(preparedPrompt(), {
		attempt: () => attempt(steps),
		thoughts: { areOpened: false, note: () => {} },
		waitAfter: () => null,
		sleep: async () => {},
		signal: new AbortController().signal,
	});
	for await (const event of reply) {
		const last = events.at(-1);
		const isMore = 'text' in event && last?.type === event.type && 'text' in last;
		if (isMore) events[events.length - 1] = { ...last, text: last.text + event.text };
		else events.push(event);
	}
	return events;
}

const words = (content: string, finish: string | null = null): string => chatChunk({ content }, finish);

const STREAMS: readonly (readonly [string, string])[] = [
	[
		'thinking',
		[
			chatChunk({ reasoning_content: 'うん' }),
			words('<think>🎸'),
			words('</think>こん'),
			words('にちは🎸.', 'stop'),
			DONE,
		].join(''),
	],
	['foreign', [words('やあ。\n*'), words('*B'), words('o*'), words('*： hi'), words('', 'stop'), DONE].join('')],
	['separated', [words('a\n*'), words('**'), words('\nb')].join('').replaceAll('\n\n', '\r\n\r\n')],
	['cut off', `${words('こんにちは')}data: {"choices":[{"de`],
	['error', `${words('Hi')}data: {"error":{"message":"broke","code":500}}\n\n`],
	['error field', `${words('Hi')}error: {"error":{"message":"い","code":500}}\n\n`],
	['whole', JSON.stringify({ choices: [{ message: { content: 'い\nHi' }, finish_reason: 'stop' }] }, null, 1)],
	['page', '<html>\n<body>い</body>\n</html>'],
];

test.each(STREAMS)('the %s stream gives the same events for every way of cutting its bytes', async (_name, stream) => {
	const bytes = new TextEncoder().encode(stream);
	const whole = await eventsOf(stepsOf(bytes, []));
	expect(whole.at(-1)?.type).toMatch(/^generation-/u);
	expect(await eventsOf(stepsOf(bytes, [...bytes.keys()]))).toEqual(whole);
	await fc.assert(
		fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), async (cuts) => {
			expect(await eventsOf(stepsOf(bytes, cuts))).toEqual(whole);
		}),
	);
});
