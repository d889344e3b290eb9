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

async function eventsOf(steps: readonly RequestStep[], prepared = preparedPrompt()): Promise<GenerationEvent[]> {
	const events: GenerationEvent[] = [];
	const reply = customReply(prepared, {
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

const looks = { name: 'look', description: 'Looks.', parameters: { type: 'object' } };
const call = (index: number, fields: object): string => chatChunk({ tool_calls: [{ index, ...fields }] });

const CALLS: readonly (readonly [string, 'native' | 'verbatim', string])[] = [
	[
		'fields',
		'native',
		[
			words('Mo'),
			words('ment.'),
			call(0, { id: 'a', type: 'function', function: { name: 'look', arguments: '' } }),
			call(0, { function: { arguments: '{"at":' } }),
			call(1, { id: 'b', type: 'function', function: { name: 'fly', arguments: '{}' } }),
			call(0, { function: { arguments: '"海"}' } }),
			chatChunk({}, 'tool_calls'),
			DONE,
		].join(''),
	],
	[
		'one piece',
		'native',
		JSON.stringify({
			choices: [
				{
					message: {
						content: 'Moment.',
						tool_calls: [
							{ id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":"海"}' } },
							{ id: 'b', type: 'function', function: { name: 'fly', arguments: {} } },
						],
					},
					finish_reason: 'tool_calls',
				},
			],
		}),
	],
	[
		'words',
		'verbatim',
		[
			words('<think>`look({})`</think>Mo'),
			words('ment.`lo'),
			words('ok({"at":"海"}'),
			words(')`\n```to'),
			words('ol\nfly({})\n'),
			words('```\nIt shows'),
			words(' a boat.', 'stop'),
			DONE,
		].join(''),
	],
];

test.each(CALLS)(
	'calls in %s are the same for every way of cutting the bytes of the stream',
	async (_name, form, stream) => {
		const { request, ...rest } = preparedPrompt();
		const verbatim = form === 'verbatim' ? { callsVerbatim: true as const } : {};
		const prepared = { ...rest, request: { ...request, tools: [looks], ...verbatim } };
		const bytes = new TextEncoder().encode(stream);
		const whole = await eventsOf(stepsOf(bytes, []), prepared);
		const said = whole.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
		expect(said.join('').trim()).toBe('Moment.');
		const last = whole.at(-1);
		expect(last?.type === 'tool-calls' && last.calls.map(({ name, argumentsText }) => [name, argumentsText])).toEqual([
			['look', '{"at":"海"}'],
			['fly', '{}'],
		]);
		expect(await eventsOf(stepsOf(bytes, [...bytes.keys()]), prepared)).toEqual(whole);
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), async (cuts) => {
				expect(await eventsOf(stepsOf(bytes, cuts), prepared)).toEqual(whole);
			}),
		);
	},
);

test('a model without tools, and one whose stream breaks off, call nothing', async () => {
	const [, , stream] = CALLS[0] ?? ['', '', ''];
	const unasked = await eventsOf(stepsOf(new TextEncoder().encode(stream), []));
	expect(unasked.at(-1)).toEqual({ type: 'generation-end', reason: 'stop' });
	const { request, ...rest } = preparedPrompt();
	const broken = new TextEncoder().encode(stream.slice(0, stream.indexOf('data: ', stream.indexOf('"b"'))));
	const cut = await eventsOf(stepsOf(broken, []), { ...rest, request: { ...request, tools: [looks] } });
	expect(cut.at(-1)).toEqual({ type: 'generation-end', reason: 'cut' });
});
