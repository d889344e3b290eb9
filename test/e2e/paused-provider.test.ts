/** A provider that keeps failing is left alone for a while: people are told at once, others serve, and health says so. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { HealthReport } from '#adapters/health/health-report';
import { failuresMax } from '#core/reply/provider-circuit';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, isNotice, textOf } from '../support/bot-world.ts';
import { addKeyedPlace } from '../support/keyed-place.ts';

let world: BotWorld;
let server: OpenaiServer;

beforeAll(async () => {
	server = startOpenaiServer();
	world = await BotWorld.start({ NOVELAI_REQUEST_TIMEOUT_MS: '300' });
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	expect([server.violations, world.violations()]).toEqual([[], []]);
});

afterAll(async () => {
	await world.stop();
	await server.stop();
});

const never = new Promise<never>(() => {});
const TIMEOUT = 'NovelAI took too long to answer. Please try again.';
const PAUSED =
	/^NovelAI has failed several times in a row, so I leave it alone for a while\. I will try it again in about (?:30|2\d) s\.$/;

async function health(): Promise<[number, HealthReport]> {
	const response = await world.health();
	return [response.status, (await response.json()) as HealthReport];
}

describe('a provider that does not answer', () => {
	test('is told of at once after three turns, without asking it, and other keys are served all the same', async () => {
		const place = await addKeyedPlace(world, 'paused', 'kayra-v1');
		const say = () => world.askThrough(place.ellen, place.channel, `${world.mention} hi`);
		for (let turn = 0; turn < failuresMax; turn += 1) {
			world.novelai.scripts.queue({ waitFor: never }, { token: place.key });
			expect((await say()).answers.map(textOf)).toEqual([TIMEOUT]);
		}
		const before = world.novelai.requests.length;
		const asked = await say();
		expect(asked.answers.map(isNotice)).toEqual([true]);
		expect(textOf(asked.answers[0] ?? expect.fail())).toMatch(PAUSED);
		expect(world.novelai.requests.length).toBe(before);
		expect(world.turnEnds().at(-1)?.failure).toMatchObject({ code: 'provider-paused' });
		const other = await addKeyedPlace(world, 'served', 'kayra-v1');
		world.novelai.scripts.queue({ text: ' Hello.' }, { token: other.key });
		const served = await world.askThrough(other.ellen, other.channel, `${world.mention} hi`);
		expect(served.answers.map(textOf)).toEqual(['Hello.']);
		const [status, report] = await health();
		expect([status, report.status, report.providers]).toEqual([200, 'ok', { paused: 1, probing: 0 }]);
	});

	test('leaves the reply to the fallback, at once', async () => {
		const { owner } = world.discord.world.application;
		const guild = world.discord.build.addGuild('fallback', { owner });
		const channel = world.discord.build.addChannel(guild, 'general');
		const key = 'pst-of-the-fallback';
		world.novelai.accounts.set(key, { tier: 3, active: true });
		const user = new CommandUser(world, owner, channel);
		await user.key('key set', key, { scope: 'server' });
		await user.say('model set', { model: 'kayra-v1', scope: 'server' });
		const endpoint = { name: 'home', model: 'stand-in', scope: 'server', base_url: server.url };
		await user.fill('provider add', { key: '' }, endpoint);
		await user.say('model fallback', { first: 'custom:home', scope: 'server' });
		const say = () => world.askThrough(owner, channel, `${world.mention} hi`);
		for (let turn = 0; turn <= failuresMax; turn += 1) {
			const isAsked = turn < failuresMax;
			if (isAsked) world.novelai.scripts.queue({ waitFor: never }, { token: key });
			server.scripts.queue({ text: `From home, ${turn}.` });
			const before = world.novelai.requests.length;
			expect((await say()).answers.map(textOf)).toEqual([`From home, ${turn}.`]);
			expect(world.novelai.requests.length - before).toBe(isAsked ? 1 : 0);
		}
	});
});

describe('health', () => {
	test('is well while the bot is on Discord, and not while it is off', async () => {
		const [status, report] = await health();
		expect([status, report.problems]).toEqual([200, []]);
		expect(report.gateway).toMatchObject({ isConnected: true, lastEventAgeMs: expect.any(Number) });
		expect(report.database.pingMs).toBeGreaterThan(0);
		expect(report.turns).toEqual({ queued: 0 });
		world.discord.gateway.refuseConnections = true;
		world.discord.gateway.cutAll();
		await expect.poll(async () => (await health())[1].problems).toEqual(['gateway']);
		expect((await health())[0]).toBe(503);
		world.discord.gateway.refuseConnections = false;
		await expect.poll(async () => (await health())[0], { timeout: 20_000 }).toBe(200);
	});

	test('names no person, channel, server, key or address', async () => {
		const texts = await Promise.all(
			(['/health', '/metrics'] as const).map(async (path) => (await world.health(path)).text()),
		);
		const { channels, guilds } = world.discord.world;
		const ids = [...channels.keys(), ...guilds.keys(), world.discord.world.application.owner.id];
		for (const text of texts) {
			expect(text.length).toBeGreaterThan(100);
			expect([...ids, 'pst-', '127.0.0.1', 'home'].filter((word) => text.includes(word))).toEqual([]);
		}
		expect(texts[1]).toMatch(/^tomori_generations_total\{result="provider-timeout"\} \d+$/m);
		expect(texts[1]).toMatch(/^tomori_turns_total\{outcome="replied"\} \d+$/m);
	});
});
