/** `/behavior`: the General Behavior panel, its notice, and what its settings do. */
import { type APIUser, EmbedType } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { UserMessage } from '#playground/discord-server/user-actor';
import { COUNTED_MODELS, CommandUser } from '../support/bot-commands.ts';
import { BotWorld, OTHER_KEY, textOf } from '../support/bot-world.ts';
import { choiceRows } from '../support/database-dump.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

async function newGuild(name: string) {
	const place = await world.addGuild(name);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	const side = world.discord.build.addChannel(place.guild, 'side');
	const user = (who: typeof bo, channel = place.channel) => new CommandUser(world, who, channel);
	return { ...place, bo, owner: user(place.ellen), member: user(bo), aside: user(place.ellen, side) };
}

const stored = async () => (world.databaseUrl === null ? [] : await choiceRows(world.databaseUrl));

describe('the panel', () => {
	test('shows what is in effect', async () => {
		const { owner } = await newGuild('effect');
		const panel = await owner.say('behavior show');
		expect(panel).toContain('General Behavior');
		expect(panel).toContain('`humanizer_degree`\n2 · a message per paragraph, long ones cut at sentences');
		expect(panel).toContain('`message_fetch_limit`\n80');
		expect(panel).toContain('`zone`\nUTC');
		expect(panel).toContain('`thinking_level`\nauto');
	});

	test.each([
		['en-US', 'stay stored but inactive', 'context notes'],
		['ja', '保存されたまま無効', 'コンテキストノート'],
		['pt-BR', 'continuam salvos, mas inativos', 'notas de contexto'],
	])('tells in %s what stays stored but inactive while the text model is NovelAI', async (locale, phrase, note) => {
		const { owner } = await newGuild(`notice-${locale}`);
		for (const model of COUNTED_MODELS.slice(0, 2)) {
			await owner.say('model set', { model, scope: 'server' });
			const panel = await owner.say('behavior show', {}, locale);
			expect(panel).toContain('NovelAI');
			expect(panel).toContain(phrase);
			expect(panel).toContain(note);
			expect(panel).toContain('SillyTavern');
		}
	});

	test('is for those who manage the server, and for everyone in their own direct messages', async () => {
		const { ellen, member } = await newGuild('managed');
		expect(await member.say('behavior show')).toContain('Manage Server');
		const channel = world.discord.build.openDm(ellen);
		expect(await new CommandUser(world, ellen, channel).say('behavior show')).toContain('General Behavior');
	});
});

describe('/behavior set', () => {
	test('the humanizer degree decides in how many messages a reply comes, channel before server', async () => {
		const { owner, aside } = await newGuild('degree');
		const reply = ' One here.\n\nTwo here.';
		await owner.say('behavior set', { name: 'humanizer_degree', value: '0', scope: 'server' });
		const saved = await aside.say('behavior set', { name: 'humanizer_degree', value: '1', scope: 'channel' });
		expect(saved).toContain('`humanizer_degree` is 1 (This channel)');
		world.novelai.scripts.queue({ text: reply });
		expect((await owner.talk()).answers.map(textOf)).toEqual(['One here.\n\nTwo here.']);
		world.novelai.scripts.queue({ text: reply });
		expect((await aside.talk()).answers.map(textOf)).toEqual(['One here.', 'Two here.']);
		await aside.say('behavior set', { name: 'humanizer_degree', value: 'default', scope: 'channel' });
		world.novelai.scripts.queue({ text: reply });
		expect((await aside.talk()).answers.map(textOf)).toEqual(['One here.\n\nTwo here.']);
	});

	test('the message fetch limit decides how much is read', async () => {
		const { owner, ellen, channel } = await newGuild('fetch');
		for (let number = 1; number <= 30; number += 1) {
			world.discord.as(ellen).send(channel, { content: `line ${number}x`, silent: true });
		}
		await owner.say('behavior set', { name: 'message_fetch_limit', value: '20' });
		const { generations } = await owner.talk();
		expect(generations[0]?.prompt).toContain('ine 30x');
		expect(generations[0]?.prompt).not.toContain('ine 9x');
		expect(await owner.say('behavior show')).toContain('`message_fetch_limit`\n20');
	});

	test("a personal language answers in it, and the server's zone is kept as its fixed offset", async () => {
		const { owner, member } = await newGuild('language');
		expect(await member.say('behavior set', { name: 'language', value: 'ja' })).toContain('`language`');
		expect(await member.say('behavior show')).toContain('サーバー管理');
		await owner.say('behavior set', { name: 'zone', value: '5.5', scope: 'server' });
		expect(await owner.say('behavior show')).toContain('`zone`\n+05:30');
	});

	test('the thinking level is saved with the model choice it belongs to', async () => {
		const { owner } = await newGuild('thinking');
		await owner.say('behavior set', { name: 'thinking_level', value: 'low', scope: 'server' });
		expect(await owner.say('behavior show')).toContain('`thinking_level`\nlow');
		expect(await owner.say('model show')).toContain('low');
		const tables = (await stored()).filter((row) => /\blow\b/.test(row)).map((row) => row.split(' ')[0]);
		if (world.databaseUrl !== null) expect(tables).toEqual(['saved_provider_configs', 'server_settings']);
	});

	test.each([
		['a value that the setting does not take', { name: 'message_fetch_limit', value: '101' }, '20–100'],
		['a zone that is none', { name: 'zone', value: 'Mars/Olympus' }, 'Europe/Berlin'],
		['a scope that the setting does not have', { name: 'language', value: 'ja', scope: 'channel' }, 'This server'],
	])('%s is one sentence and changes nothing', async (what, options, phrase) => {
		const { owner } = await newGuild(`refused-${what.length}`);
		const before = await stored();
		const said = await owner.say('behavior set', options);
		expect(said).toContain(phrase);
		expect(said.toLowerCase()).toContain('nothing was changed');
		expect(await stored()).toEqual(before);
	});

	test('a member sets nothing of the server, but what is theirs', async () => {
		const { member } = await newGuild('member');
		const before = await stored();
		const scopes = ['server', 'channel', 'persona'];
		for (const scope of scopes) {
			const said = await member.say('behavior set', { name: 'humanizer_degree', value: '0', scope });
			expect(said).toContain('Manage Server');
		}
		expect(await stored()).toEqual(before);
		expect(await member.say('behavior set', { name: 'personal_server_fallback', value: 'no' })).toContain('Only me');
	});
});

describe('what NovelAI never reads', () => {
	/** A conversation of two, plain or with everything around it that other models would be told of. */
	async function conversed(name: string, isDecorated: boolean) {
		const place = await newGuild(name);
		const { ellen, channel, bo } = place;
		const say = (user: APIUser, content: string, more: UserMessage = {}) => {
			return world.discord.as(user).send(channel, { content, silent: true, ...(isDecorated ? more : {}) });
		};
		const first = say(bo, 'I saw the lighthouse');
		const words = { title: 'MARKED preview', description: 'MARKED words' };
		const embeds = [{ type: EmbedType.Link, url: 'https://example.org/', ...words }];
		say(ellen, 'was it red? https://example.org/', { replyTo: first, embeds });
		const picture = { filename: 'MARKED.png', bytes: new Uint8Array([137, 80, 78, 71]), width: 1, height: 1 };
		const last = say(bo, 'very', { attachments: [picture], replyTo: first });
		if (isDecorated) {
			world.discord.as(ellen).react(first, '🔥');
			world.discord.as(ellen).pin(last);
		}
		return place;
	}

	async function sentBy(user: CommandUser): Promise<string> {
		const { outcome, generations } = await user.talk('and you?');
		expect(outcome).toBe('replied');
		return generations.at(-1)?.prompt ?? '';
	}

	const WAYS = COUNTED_MODELS.length > 1 ? (['primary', 'fallback', 'personal'] as const) : (['primary'] as const);

	test.each(WAYS)('notes, previews, pictures, replies and reactions leave the %s prompt byte-equal', async (way) => {
		const prompts: string[] = [];
		for (const isDecorated of [false, true]) {
			const { owner } = await conversed(`${way}-${isDecorated}`, isDecorated);
			const [model = '', other = ''] = ['kayra-v1', COUNTED_MODELS[0]];
			await owner.say('model set', { model: way === 'fallback' ? other : model, scope: 'server' });
			if (way === 'fallback') {
				await owner.say('model fallback', { first: model, scope: 'server' });
				const body = '{"statusCode":400,"message":"no"}';
				world.novelai.scripts.queue({ response: { status: 400, body, contentType: 'application/json' } });
			}
			if (way === 'personal') {
				await owner.key('key set', OTHER_KEY, { scope: 'personal' });
				await owner.say('model set', { model: other, scope: 'personal' });
			}
			prompts.push(await sentBy(owner));
		}
		expect(prompts[1]).toBe(prompts[0] ?? '');
		expect(prompts[0]).toContain('I saw the lighthouse');
		expect(prompts.join()).not.toContain('MARKED');
	});
});
