/** What people see when NovelAI fails: the text that came, at most one notice in their language, and never a key. */
import type { Locale } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newGate, type ReplyScript } from '#playground/novelai-server/reply-scripts';
import {
	concurrentGeneration,
	htmlBadGateway,
	htmlWithSuccess,
	jsonErrorWithSuccess,
	refusal,
	serverError,
} from '#playground/novelai-server/scripted-responses';
import {
	type Asked,
	BotWorld,
	GLM_AVAILABLE,
	isNotice,
	OPERATOR_KEY,
	type TestGuild,
	textOf,
} from '../support/bot-world.ts';

let world: BotWorld;
let keysMade = 0;

beforeAll(async () => {
	world = await BotWorld.start({ NOVELAI_STREAM_READ_TIMEOUT_MS: '1500', NOVELAI_REQUEST_TIMEOUT_MS: '3000' });
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	expect(world.violations()).toEqual([]);
	expect(world.logLines.filter((line) => line.includes('pst-'))).toEqual([]);
});

afterAll(() => world.stop());

interface KeyedPlace extends TestGuild {
	readonly key: string;
}

/** A guild with a key of its own that speaks through the model. */
async function placeOf(model: string): Promise<KeyedPlace> {
	keysMade += 1;
	const key = `pst-trouble-${keysMade}`;
	world.novelai.accounts.set(key, { tier: 3, active: true });
	const place = await world.addGuild(`trouble ${keysMade}`);
	await world.setKey(place.ellen, place.channel, { key, scope: 'server' });
	await world.chooseModel(place, model);
	return { ...place, key };
}

const say = (place: KeyedPlace): Promise<Asked> => world.askThrough(place.ellen, place.channel, `${world.mention} hi`);

/** Asks once, with these scripts for the place's key. */
async function sayWith(place: KeyedPlace, ...scripts: readonly ReplyScript[]): Promise<Asked> {
	for (const script of scripts) world.novelai.scripts.queue(script, { token: place.key });
	return await say(place);
}

const noticesOf = (asked: Asked): readonly string[] => asked.answers.filter(isNotice).map(textOf);
const repliesOf = (asked: Asked): readonly string[] => asked.answers.filter((record) => !isNotice(record)).map(textOf);

const tokenLimit = { short: 6, all: 1_000 };
const sentence = 'One two three four five six seven eight nine ten.';

describe.each(['kayra-v1', 'glm-4-6'])('%s', (model) => {
	describe.skipIf(model === 'glm-4-6' && !GLM_AVAILABLE)('in trouble', () => {
		test('S073 a last chunk that cannot be read leaves the text that came, and one notice', async () => {
			const asked = await sayWith(await placeOf(model), { text: ` ${sentence}`, malformedLastChunk: true });
			expect(asked.outcome).toBe('failed');
			expect(repliesOf(asked)).toEqual([sentence.slice(0, -1)]);
			expect(noticesOf(asked)).toEqual([
				'The reply was cut off. The reply from NovelAI broke off: An event of the answer could not be read.',
			]);
		});

		test('S073 a stream that ends inside an event leaves the text that came, and one notice', async () => {
			const endAfterBytes = model === 'kayra-v1' ? 480 : 1_000;
			const asked = await sayWith(await placeOf(model), { text: ` ${sentence}`, endAfterBytes });
			expect(asked.outcome).toBe('failed');
			expect(repliesOf(asked)).toHaveLength(1);
			expect(sentence.startsWith(repliesOf(asked)[0] ?? 'x')).toBe(true);
			expect(noticesOf(asked)).toHaveLength(1);
			expect(noticesOf(asked)[0]).toMatch(/^The reply was cut off\./);
		});

		test.each([200, 201])('S074 an error object with status %d becomes a notice with its words', async (status) => {
			const body = JSON.stringify({ error: 'The prompt is unlucky' });
			const response = { status, body, contentType: 'application/json' };
			const asked = await sayWith(await placeOf(model), { response });
			expect(asked.outcome).toBe('failed');
			expect(asked.answers.map(textOf)).toEqual(['NovelAI refused the request: The prompt is unlucky']);
			expect(noticesOf(asked)).toHaveLength(1);
		});

		test('S074 a whole event stream in one write is read like any other', async () => {
			const asked = await sayWith(await placeOf(model), { text: ` ${sentence}`, oneWrite: true });
			expect(asked.outcome).toBe('replied');
			expect(asked.answers.map(textOf)).toEqual([sentence]);
		});

		test('an error inside the stream keeps the text before it and adds one notice', async () => {
			const error = { tokens: tokenLimit.short, message: 'The machine fell over' };
			const asked = await sayWith(await placeOf(model), { text: ` ${sentence}`, errorAfterTokens: error });
			expect(asked.outcome).toBe('failed');
			expect(repliesOf(asked)).toHaveLength(1);
			expect(sentence.startsWith(repliesOf(asked)[0] ?? 'x')).toBe(true);
			expect(noticesOf(asked)).toEqual(['The reply was cut off. NovelAI refused the request: The machine fell over']);
		});

		test.each<[string, ReplyScript]>([
			['ends between two events', { endAfterTokens: tokenLimit.all }],
			['falls silent', { hangAfterTokens: tokenLimit.all }],
		])('a stream that %s behind a whole sentence leaves that text, without a notice', async (_name, script) => {
			const asked = await sayWith(await placeOf(model), { text: ` ${sentence}`, ...script });
			expect(asked.outcome).toBe('replied');
			expect(noticesOf(asked)).toEqual([]);
			expect(repliesOf(asked)).toEqual([sentence]);
		});

		test.each([
			['spaces', '   '],
			['an invisible character', ' \u200B'],
			['its own label', ' Tomori:'],
		])('a stream that breaks off after nothing but %s ends with one notice', async (_name, text) => {
			const cut = { text, omitDone: true, omitFinishReason: true, omitFinal: true };
			const silent = { endAfterTokens: 0, text: ' ' };
			const continuations = text.includes('Tomori') ? [silent, silent] : [];
			const asked = await sayWith(await placeOf(model), cut, ...continuations);
			expect(asked.outcome).toBe('failed');
			expect(asked.answers.map(isNotice)).toEqual([true]);
			expect(world.turnEnds().at(-1)?.failure?.code).toBe('continuation-exhausted');
		});

		test('a stream that ends without a word becomes one notice', async () => {
			const asked = await sayWith(await placeOf(model), { text: ` ${sentence}`, endAfterTokens: 0 });
			expect(asked.outcome).toBe('failed');
			expect(noticesOf(asked)).toHaveLength(1);
			expect(repliesOf(asked)).toEqual([]);
		});

		test('silence before the first word becomes a notice once the time is over, and the key is free again', async () => {
			const place = await placeOf(model);
			const gate = newGate();
			const asked = await sayWith(place, { waitFor: gate.opened });
			gate.open();
			expect(asked.outcome).toBe('failed');
			expect(asked.answers.map(textOf)).toEqual(['NovelAI took too long to answer. Please try again.']);
			const next = await sayWith(place, { text: ' Awake.' });
			expect(repliesOf(next)).toEqual(['Awake.']);
		});

		test('a key that NovelAI no longer knows becomes a notice that names the command', async () => {
			const place = await placeOf(model);
			world.novelai.accounts.remove(place.key);
			for (const _time of ['with remembered facts', 'without']) {
				const asked = await say(place);
				expect(asked.outcome).toBe('failed');
				expect(asked.answers.map(textOf)).toEqual(['NovelAI refused the key. Please set a new one with `/key set`.']);
				expect(noticesOf(asked)).toHaveLength(1);
			}
		});

		test('a subscription that has ended becomes a notice, and a renewed one is noticed at once', async () => {
			const place = await placeOf(model);
			world.novelai.accounts.set(place.key, { tier: 3, active: false });
			for (const _time of ['with remembered facts', 'without']) {
				const asked = await say(place);
				expect(asked.answers.map(textOf)).toEqual(['The NovelAI subscription of this key is not active.']);
				expect(noticesOf(asked)).toHaveLength(1);
			}
			world.novelai.accounts.set(place.key, { tier: 3, active: true });
			expect(repliesOf(await sayWith(place, { text: ' Back.' }))).toEqual(['Back.']);
		});

		test('a plan that no longer has the model becomes a notice that names the model and the command', async () => {
			const place = await placeOf(model);
			world.novelai.accounts.set(place.key, { tier: 0, active: true });
			// A trial still serves Kayra, so its refusal is scripted.
			const refused = model === 'kayra-v1' ? [{ response: refusal(409, 'Not eligible for this model') }] : [];
			for (const scripts of [refused, []]) {
				const asked = await sayWith(place, ...scripts);
				expect(asked.outcome).toBe('failed');
				expect(noticesOf(asked)).toHaveLength(1);
				expect(textOf(asked.answers[0] ?? expect.fail())).toMatch(/^(Kayra|GLM-4\.6) is not part of the .* plan/);
				expect(textOf(asked.answers[0] ?? expect.fail())).toContain('`/model set`');
			}
		});

		test('S029 its own label is not part of the reply', async () => {
			const asked = await sayWith(await placeOf(model), { text: ' **Tomori:** Hello there.' });
			expect(repliesOf(asked)).toEqual(['Hello there.']);
		});

		test('a stream cut into single bytes, with other line ends, comments and split data, gives the same text', async () => {
			const text = 'Ça va, 友達? 👩‍👩‍👧 …well.';
			const place = await placeOf(model);
			for (const script of [{}, { carriageReturns: true, comments: true }, { multiLineData: true }]) {
				const asked = await sayWith(place, { text: ` ${text}`, cutAt: 'each', ...script });
				expect(repliesOf(asked)).toEqual([text]);
				expect(asked.outcome).toBe('replied');
			}
		});

		test("a refusal that repeats the key shows the provider's words without it", async () => {
			const place = await placeOf(model);
			const response = refusal(400, `The header "Bearer ${place.key}" is odd`);
			const asked = await sayWith(place, { response });
			expect(asked.answers.map(textOf)).toEqual([
				String.raw`NovelAI refused the request: The header "\[secret\]" is odd`,
			]);
		});
	});
});

const MODELS = GLM_AVAILABLE ? ['kayra-v1', 'glm-4-6'] : ['kayra-v1'];

/** The same for several models or answers at once, each on its own key, because retries wait for seconds. */
async function sideBySide<T>(cases: readonly T[], check: (one: T, model: string) => Promise<void>): Promise<void> {
	await Promise.all(cases.flatMap((one) => MODELS.map((model) => check(one, model))));
}

describe('tried again', () => {
	test.each([
		['a server error', serverError(), 500],
		["a proxy's error page", htmlBadGateway(), 502],
		['a generation that still runs', concurrentGeneration(), 429],
	])('after %s the same key is used again and the reply comes without a notice', async (_name, response, status) => {
		await sideBySide([response], async (one, model) => {
			const place = await placeOf(model);
			const before = world.novelai.requests.length;
			const asked = await sayWith(place, { response: one }, { text: ' At last.' });
			expect(asked.answers.map(textOf)).toEqual(['At last.']);
			const generations = world.novelai.requests.slice(before).filter((request) => request.model === model);
			expect(generations.map((request) => request.status)).toEqual([status, 200]);
			expect(new Set(generations.map((request) => request.authorizationDigest)).size).toBe(1);
		});
	});

	test('S074 server errors, error pages and errors with a success status that do not end become one notice each', async () => {
		const responses = [serverError(), htmlBadGateway(), htmlWithSuccess(), jsonErrorWithSuccess('unknown error', 201)];
		await sideBySide(responses, async (response, model) => {
			const asked = await sayWith(await placeOf(model), { response }, { response }, { response });
			expect(asked.outcome).toBe('failed');
			expect(asked.answers.map(isNotice)).toEqual([true]);
			expect(asked.answers.map(textOf)).toEqual(['NovelAI is having trouble right now. Please try again in a moment.']);
		});
	});
});

describe('thoughts', () => {
	test.skipIf(!GLM_AVAILABLE).each<[string, ReplyScript]>([
		['at the beginning', { text: '<think>They said hi.</think>\n\nHello!' }],
		['without an opening tag', { text: 'They said hi.</think>\n\nHello!' }],
		['in single bytes', { text: '<think>They said hi.</think>\n\nHello!', cutAt: 'each' }],
	])('a thought %s is never shown', async (_name, script) => {
		const asked = await sayWith(await placeOf('glm-4-6'), script);
		expect(asked.answers.map(textOf)).toEqual(['Hello!']);
	});

	test.skipIf(!GLM_AVAILABLE)('a reply that is nothing but a thought counts as empty', async () => {
		const script = { text: '<think>They said hi, and' };
		const asked = await sayWith(await placeOf('glm-4-6'), script, script);
		expect(asked.answers.map(textOf)).toEqual(['Nothing came to mind. Please try again or say it differently.']);
		expect(noticesOf(asked)).toHaveLength(1);
	});
});

// Without GLM a remembered plan lets the missing tokenizer speak first, so the key's own notice is not reached.
describe.skipIf(!GLM_AVAILABLE)(`languages${GLM_AVAILABLE ? '' : ' (skipped: no GLM tokenizer)'}`, () => {
	test.each<[Locale, string]>([
		['ja' as Locale, 'NovelAIがキーを受け付けませんでした。`/key set` で新しいキーを設定してください。'],
		['pt-BR' as Locale, 'NovelAI recusou a chave. Defina uma nova com `/key set`.'],
		['de' as Locale, 'NovelAI refused the key. Please set a new one with `/key set`.'],
	])(
		'a guild whose language is %s, where nobody has used a command, reads its notices in it or in English',
		async (preferredLocale, expected) => {
			const ellen = world.discord.build.addUser(`ellen.${preferredLocale}`);
			const guild = world.discord.build.addGuild(preferredLocale, { owner: ellen, preferredLocale });
			const channel = world.discord.build.addChannel(guild, 'general');
			world.novelai.accounts.remove(OPERATOR_KEY);
			const asked = await world.askThrough(ellen, channel, `${world.mention} hi`);
			world.novelai.accounts.set(OPERATOR_KEY, { tier: 3, active: true });
			expect(asked.answers.map(textOf)).toEqual([expected]);
		},
	);
});

describe('a turn that takes too long', () => {
	let hurried: BotWorld;
	const limitMs = 3_000;

	beforeAll(async () => {
		hurried = await BotWorld.start({ CHANNEL_LOCK_TIMEOUT_MS: String(limitMs) });
	});

	afterAll(async () => {
		expect(hurried.violations()).toEqual([]);
		await hurried.stop();
	});

	test('without a word ends with one notice, and the channel and the key go on', async () => {
		const { channel, ellen } = await hurried.addGuild('too-long');
		const gate = newGate();
		hurried.novelai.scripts.queue({ waitFor: gate.opened });
		const { outcome, answers } = await hurried.askThrough(ellen, channel, `${hurried.mention} hi`);
		expect(outcome).toBe('failed');
		expect(answers.map(textOf)).toEqual(['That reply took too long, so I let it go. Please try again.']);
		gate.open();
		hurried.novelai.scripts.queue({ text: ' Quick now.' });
		const next = await hurried.askThrough(ellen, channel, `${hurried.mention} hi`);
		expect(next.answers.map(textOf)).toEqual(['Quick now.']);
	});

	test('S066 that hangs for good is let go, whoever waits behind it is answered, and the one who asked is told', async () => {
		const { guild, channel, ellen } = await hurried.addGuild('hangs');
		const bo = hurried.discord.build.addUser('bo.hangs', { globalName: 'Bo' });
		hurried.discord.build.addMember(guild, bo);
		hurried.novelai.scripts.queue({ waitFor: new Promise(() => {}) });
		hurried.novelai.scripts.queue({ text: ' For Bo.' });
		const hung = hurried.discord.as(ellen).send(channel, `${hurried.mention} hi`);
		await hurried.novelai.until(() => hurried.novelai.requests.at(-1)?.outcome === 'running');
		const waiting = hurried.discord.as(bo).send(channel, `${hurried.mention} and me`);
		expect(await hurried.outcomeOf(hung.id)).toBe('failed');
		expect(await hurried.outcomeOf(waiting.id)).toBe('replied');
		expect(hurried.saidIn(channel).map(textOf)).toEqual([
			'That reply took too long, so I let it go. Please try again.',
			'For Bo.',
		]);
	});

	test('in the middle keeps the messages that are there and adds one notice', async () => {
		const { channel, ellen } = await hurried.addGuild('too-long-in-the-middle');
		const text = `${sentence} `.repeat(12);
		hurried.novelai.scripts.queue({ text: ` ${text}`, hangAfterTokens: 120 });
		const { outcome, answers } = await hurried.askThrough(ellen, channel, `${hurried.mention} hi`);
		expect(outcome).toBe('failed');
		expect(answers.map(isNotice)).toEqual([...answers.slice(1).map(() => false), true]);
		expect(answers.length).toBeGreaterThan(1);
		expect(textOf(answers.at(-1) ?? expect.fail())).toBe(
			'The reply was cut off. That reply took too long, so I let it go. Please try again.',
		);
	});
});
