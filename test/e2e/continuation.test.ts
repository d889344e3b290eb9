/** A reply that NovelAI breaks off in the middle is gone on with, and the channel sees one reply. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ReplyScript } from '#playground/novelai-server/reply-scripts';
import type { NovelaiRequest } from '#playground/novelai-server/request-log';
import { ALL_MODELS, COUNTED_MODELS } from '../support/bot-commands.ts';
import { type Asked, BotWorld, GLM_AVAILABLE, isNotice, textOf } from '../support/bot-world.ts';
import { addKeyedPlace, type KeyedPlace } from '../support/keyed-place.ts';

let world: BotWorld;
let placesMade = 0;

beforeAll(async () => {
	world = await BotWorld.start({ NOVELAI_STREAM_READ_TIMEOUT_MS: '1500' });
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

function placeOf(model: string): Promise<KeyedPlace> {
	placesMade += 1;
	return addKeyedPlace(world, `continuation ${placesMade}`, model);
}

interface Continued extends Asked {
	/** The generations of this reply, oldest first. */
	readonly requests: readonly NovelaiRequest[];
}

/** Asks once, with these scripts for the place's key. */
async function ask(place: KeyedPlace, ...scripts: readonly ReplyScript[]): Promise<Continued> {
	for (const script of scripts) world.novelai.scripts.queue(script, { token: place.key });
	const before = world.novelai.requests.length;
	const asked = await world.askThrough(place.ellen, place.channel, `${world.mention} hi`);
	const requests = world.novelai.requests.slice(before).filter((request) => request.model !== null);
	return { ...asked, requests };
}

const saidBy = (asked: Asked): string => asked.answers.map(textOf).join('\n');

/** The output length that a request asked for. */
function askedTokens({ body }: NovelaiRequest): number {
	const { max_tokens: completion, parameters } = body as {
		max_tokens?: number;
		parameters?: { max_length: number };
	};
	return completion ?? parameters?.max_length ?? Number.NaN;
}

/** No terminal event of either endpoint. */
const cutOff = { omitDone: true, omitFinishReason: true, omitFinal: true };
const sentences = 'It rains. We stay at home and play the guitar until the evening. Then we eat.';
const cutTokens = 12;

describe.each(ALL_MODELS)('%s', (model) => {
	describe.skipIf(!COUNTED_MODELS.includes(model))('goes on', () => {
		test.each<[string, ReplyScript]>([
			['ends', { endAfterTokens: cutTokens }],
			['falls silent', { hangAfterTokens: cutTokens }],
		])(
			'S072 a stream that %s in the middle of a sentence is continued, and the rest comes once',
			async (_name, script) => {
				const asked = await ask(await placeOf(model), { text: ` ${sentences}`, ...script });
				expect(asked.outcome).toBe('replied');
				expect(saidBy(asked).replaceAll('\n', ' ')).toBe(sentences);
				expect(asked.requests).toHaveLength(2);
				const [first, second] = asked.requests;
				expect(second?.prompt).toBe(`${first?.prompt}${first?.outputText}`);
			},
		);

		test('S072 a stream that breaks in the middle of a sentence is continued from the last word that arrived', async () => {
			const scripts = [{ text: ` ${sentences}`, resetAfterTokens: cutTokens }, { text: ' and so on.' }];
			const { answers, outcome, requests } = await ask(await placeOf(model), ...scripts);
			expect(outcome).toBe('replied');
			const [first, second] = requests;
			const arrived = second?.prompt?.slice(first?.prompt?.length) ?? '';
			expect(arrived).not.toBe('');
			expect(` ${sentences}`.startsWith(arrived)).toBe(true);
			expect(answers.map(textOf).join(' ')).toBe(`${arrived.trim()} and so on.`);
		});

		test('each request asks for what is left of one total, counted by the tokens that were sent', async () => {
			const place = await placeOf(model);
			const scripts = [{ text: ' It rains and', ...cutOff }, { text: ' we stay', ...cutOff }, { text: ' at home.' }];
			const { requests, answers } = await ask(place, ...scripts);
			expect(answers.map(textOf)).toEqual(['It rains and we stay at home.']);
			const sent = requests.map(({ outputTokens }) => outputTokens);
			const total = requests[0] === undefined ? Number.NaN : askedTokens(requests[0]);
			expect(sent.slice(0, 2).every((tokens) => tokens > 0)).toBe(true);
			expect(requests.map(askedTokens)).toEqual([
				total,
				total - (sent[0] ?? Number.NaN),
				total - (sent[0] ?? Number.NaN) - (sent[1] ?? Number.NaN),
			]);
		});

		test('after two continuations the reply ends as it is, without a notice', async () => {
			const scripts = [' It rains', ' and we', ' stay at'].map((text) => ({ text, ...cutOff }));
			const asked = await ask(await placeOf(model), ...scripts);
			expect(asked.outcome).toBe('replied');
			expect(asked.answers.map(textOf)).toEqual(['It rains and we stay at']);
			expect(asked.requests).toHaveLength(3);
		});

		test('what a guard held is decided by the continuation', async () => {
			const place = await placeOf(model);
			const label = await ask(place, { text: ' It rains.\n**Ell', ...cutOff }, { text: 'en:** I know.' });
			expect(label.answers.map(textOf)).toEqual(['It rains.']);
			const prose = await ask(place, { text: ' It rains.\n**Ell', ...cutOff }, { text: 'en** laughs.' });
			expect(saidBy(prose)).toBe('It rains.\n**Ellen** laughs.');
		});

		test('a reply at its requested length is not continued', async () => {
			const limited: ReplyScript = { text: ` ${'It rains and '.repeat(2_000)}`, obeyLimits: true };
			const { requests, outcome } = await ask(await placeOf(model), limited);
			expect([requests.length, outcome]).toEqual([1, 'replied']);
		});

		test('a normal stop without punctuation is the whole reply', async () => {
			const asked = await ask(await placeOf(model), { text: ' It rains and we' });
			expect(asked.answers.map(textOf)).toEqual(['It rains and we']);
			expect(asked.requests).toHaveLength(1);
		});

		test('a reply that never got beyond its own label is one notice after two continuations and no third try', async () => {
			const silent = { text: ' ', endAfterTokens: 0 };
			const asked = await ask(await placeOf(model), { text: ' Tomori:', ...cutOff }, silent, silent);
			expect(asked.outcome).toBe('failed');
			expect(asked.answers.map(isNotice)).toEqual([true]);
			expect(saidBy(asked)).toBe('NovelAI stopped in the middle and could not go on. Please try again.');
			expect(asked.requests).toHaveLength(3);
		});
	});
});

describe.skipIf(!GLM_AVAILABLE)('thoughts', () => {
	test('a thought that broke off is continued and counted, and never shown', async () => {
		const scripts = [{ text: '<think>They say hi. I', ...cutOff }, { text: ' say hi.</think>\n\nHello there.' }];
		const { answers, requests } = await ask(await placeOf('glm-4-6'), ...scripts);
		expect(answers.map(textOf)).toEqual(['Hello there.']);
		const [first, second] = requests;
		expect(second?.prompt?.endsWith('<think>They say hi. I')).toBe(true);
		const asked = requests.map(askedTokens);
		expect((asked[0] ?? Number.NaN) - (asked[1] ?? Number.NaN)).toBe(first?.outputTokens);
	});
});
