/** A person who returns after days is greeted once, over all channels, and days are told apart. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';
import { addCustomPlace } from '../support/custom-place.ts';
import * as rows from '../support/presence-rows.ts';

/** Days pass by moving what is stored, for which the test needs a connection of its own. */
const needsPostgres = inject('store').socketDir === null;
const dayMs = 86_400_000;
const HOURGLASS = `/reactions/${encodeURIComponent('⏳')}`;

let world: BotWorld;
let server: OpenaiServer;

beforeAll(async () => {
	server = startOpenaiServer({ keys: ['sk-for-reunions'] });
	world = await BotWorld.start();
});

afterEach(() => {
	server.scripts.clear();
	world.novelai.scripts.clear();
	expect([server.violations, server.unknownRoutes, world.violations()]).toEqual([[], [], []]);
});

afterAll(async () => {
	await world.stop();
	await server.stop();
});

const daysPass = (days: number) => rows.daysPass(world, days);
const presenceToday = () => rows.presenceToday(world);

interface SentBody {
	readonly messages: readonly { readonly content: string }[];
}

/** The prompts of the generations since request number `from`, whole. */
function promptsSince(from: number): readonly string[] {
	return server.requests
		.slice(from)
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as SentBody).messages.map(({ content }) => content).join('\n'));
}

const greetings = (prompts: readonly string[]) => prompts.filter((prompt) => /\[System: Bo is back:/.test(prompt));

async function talk(user: APIUser, channel: ChannelRecord) {
	const from = server.requests.length;
	const asked = await world.askThrough(user, channel, `${world.mention} hello`);
	return { ...asked, prompts: promptsSince(from) };
}

async function newPlace(name: string) {
	const place = await addCustomPlace(world, server, name);
	const other = world.discord.build.addChannel(place.guild, 'tavern');
	return { ...place, other };
}

describe.skipIf(needsPostgres)('a person who returns (needs a Postgres server)', () => {
	test('after eight days, in two channels at once, is greeted once', async () => {
		const { channel, other, bo } = await newPlace('twice');
		expect(greetings((await talk(bo, channel)).prompts)).toEqual([]);
		await daysPass(8);
		const before = await presenceToday();
		const from = server.requests.length;
		const gate = newGate();
		server.scripts.queue({ text: 'Welcome back!', waitFor: gate.opened });
		const asking = Promise.all([channel, other].map((each) => world.askThrough(bo, each, `${world.mention} hi`)));
		// The hourglass says that the other turn waits for the key.
		await world.discord.until(() => world.discord.requests.some(({ path }) => path.includes(HOURGLASS)), 15_000);
		gate.open();
		const asked = await asking;
		expect(asked.map(({ outcome }) => outcome)).toEqual(['replied', 'replied']);
		const prompts = promptsSince(from);
		expect(prompts).toHaveLength(2);
		expect(greetings(prompts)).toHaveLength(1);
		// The second one writes that the two met only if the first was settled before it had its prompt.
		expect([before + 1, before + 2]).toContain(await presenceToday());
		expect(greetings((await talk(bo, other)).prompts)).toEqual([]);
	});

	test('in a turn that fails or stays empty is greeted by the next one', async () => {
		const { channel, bo } = await newPlace('failing');
		await talk(bo, channel);
		await daysPass(9);
		const before = await presenceToday();
		server.scripts.queue({
			response: { status: 400, body: '{"error":{"message":"no"}}', contentType: 'application/json' },
		});
		const failing = await talk(bo, channel);
		expect([failing.outcome, greetings(failing.prompts).length]).toEqual(['failed', 1]);
		server.scripts.queue({ text: '' });
		server.scripts.queue({ text: '' });
		const empty = await talk(bo, channel);
		// The empty reply is asked for once more, and that request claims the note itself.
		expect([empty.outcome, greetings(empty.prompts).length]).toEqual(['failed', 2]);
		expect(await presenceToday()).toBe(before);
		const third = await talk(bo, channel);
		expect([third.outcome, greetings(third.prompts).length]).toEqual(['replied', 1]);
		expect(await presenceToday()).toBe(before + 1);
	});

	test('is greeted again in a reply that is written anew, which neither claims nor records', async () => {
		const { channel, bo } = await newPlace('anew');
		await talk(bo, channel);
		await daysPass(8);
		await talk(bo, channel);
		const before = await presenceToday();
		const from = server.requests.length;
		const last = world.saidIn(channel).at(-1);
		const below = (last?.message.components ?? []) as readonly {
			readonly components?: readonly { custom_id: string }[];
		}[];
		const button = below
			.flatMap((row) => row.components ?? [])
			.find(({ custom_id }) => custom_id.endsWith(':regenerate'));
		if (!last) throw new Error('there is no reply');
		world.discord.as(bo).button(last.message, button?.custom_id ?? '');
		await world.discord.until(() => server.requests.slice(from).some(({ method }) => method === 'POST'));
		expect(greetings(promptsSince(from))).toHaveLength(1);
		expect(await presenceToday()).toBe(before);
	});

	test('is in the prompt of the newest turn as its persona was told of them', async () => {
		const { channel, owner, bo } = await newPlace('looked-at');
		await talk(bo, channel);
		await daysPass(8);
		const { prompts } = await talk(bo, channel);
		const direct = world.discord.build.openDm(owner);
		const before = world.discord.botMessages(direct).length;
		const handle = world.discord.as(owner).slash(channel, 'prompt export', { options: { format: 'json' } });
		await handle.response();
		const file = world.discord.botMessages(direct)[before]?.message.attachments[0];
		const { request } = (await (await fetch(file?.url ?? '')).json()) as { readonly request: SentBody };
		const shown = request.messages.map(({ content }) => content).join('\n');
		expect(greetings([shown])).toHaveLength(1);
		expect([shown]).toEqual(prompts);
	});

	test('only they are: others who speak in the channel neither get nor use up a greeting', async () => {
		const { guild, channel, bo } = await newPlace('passive');
		const mia = world.discord.build.addUser('mia.passive', { globalName: 'Mia' });
		world.discord.build.addMember(guild, mia);
		await talk(bo, channel);
		await daysPass(8);
		world.discord.as(bo).send(channel, 'I am here, too, but I talk to Mia');
		const mias = await talk(mia, channel);
		expect(mias.prompts.join('\n')).not.toContain('is back:');
		expect(greetings((await talk(bo, channel)).prompts)).toHaveLength(1);
	});

	test('counts in direct messages, too', async () => {
		const { owner } = world.discord.world.application;
		const direct = world.discord.build.openDm(owner);
		const user = new CommandUser(world, owner, direct);
		const [key = ''] = server.keys;
		const provider = { name: 'mine', base_url: server.url, model: 'stand-in', scope: 'personal' };
		await user.fill('provider add', { key }, provider);
		await user.say('model set', { model: 'custom:mine', scope: 'personal' });
		const ask = async () => {
			const from = server.requests.length;
			expect((await world.askThrough(owner, direct, 'hello')).outcome).toBe('replied');
			return promptsSince(from).filter((prompt) => prompt.includes('is back:'));
		};
		expect(await ask()).toEqual([]);
		await daysPass(8);
		const before = await presenceToday();
		expect(await ask()).toHaveLength(1);
		expect(await presenceToday()).toBe(before + 1);
	});

	test('is never greeted, nor counted, where time awareness is off', async () => {
		const { channel, owner, bo } = await newPlace('off');
		await talk(bo, channel);
		await daysPass(8);
		const user = new CommandUser(world, owner, channel);
		await user.say('behavior set', { name: 'time_awareness_enabled', value: 'off', scope: 'server' });
		const before = await presenceToday();
		expect(greetings((await talk(bo, channel)).prompts)).toEqual([]);
		expect(await presenceToday()).toBe(before);
		await user.say('behavior set', { name: 'time_awareness_enabled', value: 'on', scope: 'server' });
		expect(greetings((await talk(bo, channel)).prompts)).toHaveLength(1);
	});

	test('on NovelAI claims and records like anywhere, and no word of it reaches the prompt', async () => {
		const place = await world.addGuild('novelai reunion');
		const ask = () => world.askThrough(place.ellen, place.channel, `${world.mention} hello`);
		await ask();
		await daysPass(8);
		const before = await presenceToday();
		const from = world.novelai.requests.length;
		expect((await ask()).outcome).toBe('replied');
		expect(await presenceToday()).toBe(before + 1);
		expect(JSON.stringify(world.novelai.requests.slice(from))).not.toContain('is back');
	});
});

test('a new day in the channel shows one separator, above the first message of that day', async () => {
	const { channel, bo } = await newPlace('days');
	const as = world.discord.as(bo);
	as.send(channel, { content: 'an old line', atMs: Date.now() - 3 * dayMs });
	as.send(channel, { content: 'a line of the same day', atMs: Date.now() - 3 * dayMs + 1 });
	const { prompts } = await talk(bo, channel);
	const separators = prompts[0]?.match(/\[System: [^\]]*messages above[^\]]*\]/g) ?? [];
	expect(separators).toHaveLength(1);
	const at = prompts[0]?.indexOf(separators[0] ?? '?') ?? -1;
	expect(prompts[0]?.indexOf('a line of the same day')).toBeLessThan(at);
	expect(prompts[0]?.indexOf('hello', at)).toBeGreaterThan(at);
});
