/** What a chat endpoint may call, and what comes of it. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, textOf } from '../support/bot-world.ts';

let world: BotWorld;
let server: OpenaiServer;

beforeAll(async () => {
	server = startOpenaiServer();
	world = await BotWorld.start();
});

afterEach(() => {
	server.scripts.clear();
	expect([server.violations, server.unknownRoutes, world.violations()]).toEqual([[], [], []]);
});

afterAll(async () => {
	await world.stop();
	await server.stop();
});

/** A guild whose endpoint has tools, and Bo in it, who manages nothing. */
async function newPlace(name: string, tools = 'yes') {
	const owner = world.discord.world.application.owner;
	const guild = world.discord.build.addGuild(name, { owner });
	const channel = world.discord.build.addChannel(guild, 'general');
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(guild, bo);
	const user = new CommandUser(world, owner, channel);
	const endpoint = { name: 'Home', model: 'stand-in', scope: 'server', base_url: server.url, tools };
	await user.fill('provider add', { key: '' }, endpoint);
	await user.say('model set', { model: 'custom:home', scope: 'server' });
	return { channel, guild, bo, owner, user, boSays: new CommandUser(world, bo, channel) };
}

interface SentBody {
	readonly messages: readonly {
		readonly role: string;
		readonly content: string | null;
		readonly tool_calls?: readonly { readonly function: { readonly name: string } }[];
	}[];
	readonly tools?: readonly { readonly function: { readonly name: string } }[];
	readonly tool_choice?: string;
}

/** Mentions the bot; what the endpoint was sent and what the channel reads. */
async function talk(user: APIUser, channel: ChannelRecord, text: string) {
	const from = server.requests.length;
	const asked = await world.askThrough(user, channel, `${world.mention} ${text}`);
	expect(asked.outcome).toBe('replied');
	const bodies = server.requests.slice(from).flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
	return { bodies: bodies as readonly SentBody[], said: asked.answers.map(textOf).join('\n') };
}

const resultsIn = ({ messages }: SentBody) =>
	messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));

describe('tools of a chat endpoint', () => {
	test('are named only where the endpoint has them', async () => {
		const blind = await newPlace('no-tools', 'no');
		expect((await talk(blind.bo, blind.channel, 'hi')).bodies[0]).not.toHaveProperty('tools');
		const { channel, bo } = await newPlace('named-tools');
		const [body] = (await talk(bo, channel, 'hi')).bodies;
		const names = body?.tools?.map((tool) => tool.function.name);
		expect(names).toEqual(['reveal_message_metadata', 'remember', 'recall', 'update_short_term_memory']);
	});

	test('what was said before a call stays, and the results are read', async () => {
		const { channel, bo } = await newPlace('metadata');
		server.scripts.queue({
			text: 'Let me look.',
			reasoning: 'Secret thoughts.',
			toolCalls: [
				{ id: 'one', name: 'reveal_message_metadata', arguments: { latest: 1 } },
				{ id: 'two', name: 'fly', arguments: {} },
				{ id: 'three', name: 'reveal_message_metadata', arguments: '{"latest":' },
			],
		});
		server.scripts.queue({ text: 'There it is.' });
		const { bodies, said } = await talk(bo, channel, 'when did I write?');
		expect(said).toBe('Let me look.\nThere it is.');
		expect(bodies).toHaveLength(2);
		const [written, unknown, broken] = bodies[1] === undefined ? [] : resultsIn(bodies[1]);
		expect(written).toMatch(/^Bo, sent on \w+, \w+ \d+, \d{4}, \d\d:\d\d:\d\d \(UTC\): ".*when did I write\?"$/);
		expect([unknown, broken]).toEqual(['Error: There is no such tool.', 'Error: The arguments are not valid JSON.']);
		expect(bodies[1]?.messages.find(({ tool_calls }) => tool_calls !== undefined)?.content).toBe('Let me look.');
	});

	test('remember what is personal in the name of the person, and find it again', async () => {
		const { channel, bo, boSays } = await newPlace('remember');
		const call = { name: 'remember', arguments: { text: 'Bo likes green tea.' } };
		server.scripts.queue({ toolCalls: [call, call] });
		server.scripts.queue({ text: 'Noted.' });
		const { bodies } = await talk(bo, channel, 'I like green tea');
		expect(bodies[1] && resultsIn(bodies[1])).toEqual(['Remembered.', 'This was remembered already.']);
		expect(await boSays.say('memory list', { scope: 'personal' })).toContain('Bo likes green tea.');
		server.scripts.queue({ toolCalls: [{ name: 'recall', arguments: { words: 'TEA green' } }] });
		server.scripts.queue({ text: 'Tea.' });
		const found = await talk(bo, channel, 'what do I like?');
		expect(found.bodies[1] && resultsIn(found.bodies[1])).toEqual(['About the person who speaks: Bo likes green tea.']);
	});

	test('one person’s memories are nothing that another one’s call finds', async () => {
		const { channel, bo, owner, boSays } = await newPlace('recall');
		await boSays.say('memory add', { text: 'Bo hides a key.', scope: 'personal' });
		server.scripts.queue({ toolCalls: [{ name: 'recall', arguments: { words: 'key' } }] });
		server.scripts.queue({ text: 'No.' });
		const { bodies } = await talk(owner, channel, 'what does Bo hide?');
		expect(bodies[1] && resultsIn(bodies[1])).toEqual(['Nothing was found.']);
		expect(bo.id).not.toBe(owner.id);
	});

	test('remember of the server only what the person may teach it', async () => {
		const { channel, bo, owner, user } = await newPlace('rights');
		const call = { name: 'remember', arguments: { text: 'Game night is Friday.', about: 'server' } };
		for (const [person, result] of [
			[bo, 'Error: The person who speaks may not add memories about this server.'],
			[owner, 'Remembered.'],
		] as const) {
			server.scripts.queue({ toolCalls: [call] });
			server.scripts.queue({ text: 'Well.' });
			const { bodies } = await talk(person, channel, 'game night is Friday');
			expect(bodies[1] && resultsIn(bodies[1])).toEqual([result]);
		}
		expect(await user.say('memory list', { scope: 'server' })).toContain('Game night is Friday.');
	});

	test('remember of the server, where few read along, for that channel alone', async () => {
		const { channel, guild, owner, user } = await newPlace('few');
		const few = world.discord.build.addChannel(guild, 'few', { nsfw: true });
		const call = { name: 'remember', arguments: { text: 'The vault opens at nine.', about: 'server' } };
		const search = { name: 'recall', arguments: { words: 'vault' } };
		server.scripts.queue({ toolCalls: [call, call, search] });
		server.scripts.queue({ text: 'Noted.' });
		const told = (await talk(owner, few, 'the vault opens at nine')).bodies[1];
		expect(told && resultsIn(told)).toEqual([
			'Remembered for this channel.',
			'This was remembered already.',
			'About this server: The vault opens at nine.',
		]);
		server.scripts.queue({ toolCalls: [search] });
		server.scripts.queue({ text: 'No.' });
		const elsewhere = await talk(owner, channel, 'what of it?');
		expect(elsewhere.bodies[1] && resultsIn(elsewhere.bodies[1])).toEqual(['Nothing was found.']);
		expect(JSON.stringify(elsewhere.bodies[0])).not.toContain('vault opens');
		expect(await user.say('memory list', { scope: 'server' })).toContain(`<#${few.id}>`);
		server.scripts.queue({ toolCalls: [call] });
		server.scripts.queue({ text: 'Noted.' });
		const all = await talk(owner, channel, 'the vault opens at nine, everybody');
		expect(all.bodies[1] && resultsIn(all.bodies[1])).toEqual(['Remembered.']);
	});

	test('are called four times over, and then no more', async () => {
		const { channel, bo } = await newPlace('rounds');
		for (let round = 0; round < 4; round += 1) {
			server.scripts.queue({ toolCalls: [{ name: 'reveal_message_metadata', arguments: {} }] });
		}
		server.scripts.queue({ text: 'Enough.' });
		const { bodies, said } = await talk(bo, channel, 'go on');
		expect(bodies.map(({ tool_choice }) => tool_choice ?? null)).toEqual([null, null, null, null, 'none']);
		expect(said).toBe('Enough.');
	});

	test('are called in the words of the reply where that is set, and nobody sees it', async () => {
		const { channel, bo, user } = await newPlace('verbatim');
		await user.say('behavior set', { name: 'verbatim_tool_calling_enabled', value: 'on', scope: 'server' });
		await user.say('behavior set', {
			name: 'system_prompt',
			value: 'Use {recall_tool} or {fly_tool}.{{if tool:fly}} Fly!{{/if}}',
			scope: 'server',
		});
		server.scripts.queue({ text: 'A moment.\n`remember({"text": "Bo is tall."})` It worked!' });
		server.scripts.queue({ text: '```tool\nrecall({"words": "tall"})\n```' });
		server.scripts.queue({ text: 'You are tall.' });
		const { bodies, said } = await talk(bo, channel, 'I am tall');
		expect(said).toBe('A moment.\nYou are tall.');
		expect(bodies[0]).not.toHaveProperty('tools');
		expect(bodies[0]?.messages.map(({ content }) => content).join('\n')).toContain('- `remember`: Keeps');
		expect(bodies[0]?.messages[0]?.content).toContain('Use recall or {fly_tool}.');
		expect(bodies[0]?.messages[0]?.content).not.toContain('Fly!');
		expect(bodies[1]?.messages.at(-1)?.content).toBe('[System: Result of remember: Remembered.]');
		expect(bodies[2]?.messages.at(-1)?.content).toContain('Bo is tall.');
	});

	test('are called in plain text by a person’s endpoint where the person says so, and as before by the server’s', async () => {
		const { channel, bo, owner, user } = await newPlace('own-verbatim');
		const mine = { name: 'mine', model: 'stand-in', scope: 'personal', base_url: server.url, tools: 'yes' };
		const added = await user.fill('provider add', { key: '' }, { ...mine, verbatim: 'yes' });
		expect(added).toMatch(/mine\*\* is stored.*\nSaved: `verbatim_tool_calling_enabled` is yes/s);
		await user.say('model set', { model: 'custom:mine', scope: 'personal' });
		const [own] = (await talk(owner, channel, 'hi')).bodies;
		expect(own).not.toHaveProperty('tools');
		expect(own?.messages.map(({ content }) => content).join('\n')).toContain('- `remember`: Keeps');
		expect((await talk(bo, channel, 'hi')).bodies[0]).toHaveProperty('tools');
		const listed = await user.say('provider list');
		expect(listed).toMatch(/custom:mine\n[^\n]+\n[^\n]+tools, called in plain text/);
		expect(listed).toMatch(/custom:home\n[^\n]+\n[^\n]+tools$/m);
		const edited = await user.say('provider edit', { name: 'mine', verbatim: 'no', scope: 'personal' });
		expect(edited).toContain('Saved: `verbatim_tool_calling_enabled` is no');
		expect((await talk(owner, channel, 'hi')).bodies[0]).toHaveProperty('tools');
		await user.say('provider remove', { name: 'mine', scope: 'personal' });
		await user.say('model set', { model: 'custom:home', scope: 'server' });
	});
});
