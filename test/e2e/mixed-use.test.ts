/** NovelAI and endpoints of people's own in one channel, and in one turn. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sha256Hex } from '#lib/sha256';
import type { ChannelRecord } from '#playground/discord-server/records';
import { drawPng } from '#playground/discord-server/serve-cdn';
import type { NovelaiRequest } from '#playground/novelai-server/request-log';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { answerText, CommandUser, type Options } from '../support/bot-commands.ts';
import { BotWorld, OTHER_KEY, textOf } from '../support/bot-world.ts';

let world: BotWorld;
let server: OpenaiServer;

beforeAll(async () => {
	server = startOpenaiServer({ models: { 'stand-in': 32_768, reader: 32_768 }, seeing: { 'stand-in': 'images' } });
	world = await BotWorld.start();
});

afterEach(() => {
	expect([server.scripts.pending, server.violations, server.unknownRoutes]).toEqual([0, [], []]);
	expect(world.violations()).toEqual([]);
});

afterAll(async () => {
	await world.stop();
	await server.stop();
});

/** What only chat models read, and a picture that only those who see do. */
const NOTE = 'MARKED note';
const PICTURE = drawPng('mixed');
const TOLD_TO_CHATS = [NOTE, '[System:', 'Media ID', 'reveal_message_metadata', 'How to behave'];

/** A guild of the application's owner, who may name addresses of this machine, with Bo, notes and a picture in it. */
async function newPlace(name: string) {
	const owner = world.discord.world.application.owner;
	const guild = world.discord.build.addGuild(name, { owner });
	const channel = world.discord.build.addChannel(guild, 'general');
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(guild, bo);
	const user = new CommandUser(world, owner, channel);
	await user.say('behavior set', { name: 'context_note', value: NOTE, scope: 'server' });
	await user.say('behavior set', { name: 'system_prompt', value: 'How to behave.', scope: 'server' });
	const attachments = [{ filename: 'mixed.png', bytes: PICTURE }];
	world.discord.as(bo).send(channel, { content: 'the harbour', attachments, silent: true });
	return { channel, owner, bo, user, boUser: new CommandUser(world, bo, channel) };
}

/** An endpoint that sees pictures and calls tools, unless it is said otherwise. */
async function addEndpoint(user: CommandUser, options: Options = {}): Promise<void> {
	const eyes = { name: 'eyes', model: 'stand-in', images: 'yes', tools: 'yes', window: '32768', base_url: server.url };
	expect(await user.fill('provider add', { key: '' }, { ...eyes, scope: 'server', ...options })).toContain('stored');
}

/** The same, of the person's own and chosen by them for the time of one test. */
async function chooseOwnEndpoint(user: CommandUser): Promise<void> {
	await addEndpoint(user, { scope: 'personal' });
	onTestFinished(async () => {
		await user.say('provider remove', { name: 'eyes', scope: 'personal' });
	});
	await user.say('model set', { model: 'custom:eyes', scope: 'personal' });
}

const posts = (requests: readonly NovelaiRequest[], from: number): readonly NovelaiRequest[] =>
	requests.slice(from).filter(({ method }) => method === 'POST');

/** Mentions the bot; what each side was sent for it. */
async function talk(user: APIUser, channel: ChannelRecord, text: string) {
	const from = [server.requests.length, world.novelai.requests.length] as const;
	const { outcome, answers } = await world.askThrough(user, channel, `${world.mention} ${text}`);
	return {
		outcome,
		said: answers.map(textOf),
		reply: answers.at(-1)?.message,
		chats: posts(server.requests, from[0]).map(readChat),
		stories: posts(world.novelai.requests, from[1]).map(({ body }) => JSON.stringify(body)),
	};
}

interface Part {
	readonly type: string;
	readonly text?: string;
	readonly image_url?: { readonly url: string };
}

function readChat({ body, model }: NovelaiRequest) {
	const { messages, tools = [] } = body as {
		readonly messages: readonly { readonly role: string; readonly content: string | readonly Part[] | null }[];
		readonly tools?: readonly { readonly function: { readonly name: string } }[];
	};
	const shown = messages.map(({ role, content }) => ({
		role,
		parts: typeof content === 'string' ? [{ type: 'text', text: content } as Part] : (content ?? []),
	}));
	const parts = shown.flatMap((message) => message.parts);
	return {
		model,
		body,
		words: parts.map(({ text = '' }) => text).join('\n'),
		/** As inspection shows it. */
		text: shown.map((message) => `<${message.role}>\n${message.parts.map(inspected).join('')}`).join('\n\n'),
		pictures: parts.flatMap(({ image_url }) => (image_url === undefined ? [] : [bytesOf(image_url.url)])),
		tools: tools.map((tool) => tool.function.name),
	};
}

function bytesOf(url: string): Buffer {
	return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

function inspected({ text, image_url }: Part): string {
	if (image_url === undefined) return text ?? '';
	const bytes = bytesOf(image_url.url);
	return `[image/png, ${bytes.length} bytes, sha256 ${sha256Hex(bytes)}]\n`;
}

type Talked = Awaited<ReturnType<typeof talk>>;

/** The one request of a turn that went to an endpoint has everything that only such a model gets. */
function expectChat({ chats: [chat] }: Talked): void {
	expect(chat?.words).toContain(`[System: ${NOTE}]`);
	expect(chat?.words).toContain('How to behave.');
	expect(chat?.pictures.map((bytes) => sha256Hex(bytes))).toEqual([sha256Hex(PICTURE)]);
	expect(chat?.tools).toEqual(expect.arrayContaining(['remember', 'recall']));
}

/** The one that went to NovelAI has nothing of that. */
function expectStory({ stories: [story = ''] }: Talked): void {
	expect(story).toContain('he harbour');
	for (const words of TOLD_TO_CHATS) expect(story).not.toContain(words);
}

const refused = (status: number) => ({
	response: {
		status,
		body: JSON.stringify({ statusCode: status, message: 'no', error: { message: 'no' } }),
		contentType: 'application/json',
	},
});

describe('one channel', () => {
	test('of a server on NovelAI, where a person has an endpoint of their own', async () => {
		const { channel, owner, bo, user, boUser } = await newPlace('own-endpoint');
		await user.say('model set', { model: 'kayra-v1', scope: 'server' });
		await chooseOwnEndpoint(user);
		world.novelai.scripts.queue({ text: ' From the lighthouse.' });
		const theirs = await talk(bo, channel, 'where are you?');
		expect([theirs.outcome, theirs.chats.length, theirs.stories.length]).toEqual(['replied', 0, 1]);
		expectStory(theirs);
		server.scripts.queue({ text: 'I see it well.' });
		const own = await talk(owner, channel, 'do you see it?');
		expect([own.outcome, own.chats.length, own.stories.length]).toEqual(['replied', 1, 0]);
		expectChat(own);
		expect(own.chats[0]?.words).toContain('Tomori: From the lighthouse.');
		expect(await user.say('context')).toMatch(
			/· custom:eyes[\s\S]*Pictures and videos: 1\nTools: `reveal_message_metadata`/,
		);
		const next = await talk(bo, channel, 'and now?');
		expectStory(next);
		expect(next.stories[0]).toContain('I see it well.');
		expect(await boUser.say('context')).not.toMatch(/Tools|Pictures|custom/);
	});

	test('of a server on an endpoint, where a person has a key of their own for NovelAI', async () => {
		const { channel, owner, bo, user, boUser } = await newPlace('own-novelai');
		await addEndpoint(user);
		await user.say('model set', { model: 'custom:eyes', scope: 'server' });
		await boUser.key('key set', OTHER_KEY, { scope: 'personal' });
		await boUser.say('model set', { model: 'kayra-v1', scope: 'personal' });
		const theirs = await talk(bo, channel, 'where are you?');
		expect([theirs.outcome, theirs.chats.length, theirs.stories.length]).toEqual(['replied', 0, 1]);
		expectStory(theirs);
		const shared = await talk(owner, channel, 'do you see it?');
		expect([shared.outcome, shared.chats.length, shared.stories.length]).toEqual(['replied', 1, 0]);
		expectChat(shared);
		expect(await user.say('context')).toMatch(/· custom:eyes[\s\S]*Tools: /);
		expect(await boUser.say('context')).not.toMatch(/Tools|Pictures|custom/);
	});

	test('says whether the wished instruction is read by the model that will write, whatever else was chosen', async () => {
		const { channel, bo, user, boUser } = await newPlace('instructed');
		await addEndpoint(user);
		await user.say('model set', { model: 'custom:eyes', scope: 'server' });
		const respond = async (requests: { readonly requests: readonly NovelaiRequest[] }): Promise<string> => {
			const from = requests.requests.length;
			const ends = world.turnEnds().length;
			const use = { options: { instruction: 'be brief, {bot}' } };
			const answer = answerText(await world.discord.as(bo).slash(channel, 'respond', use).response());
			await world.untilTurns(ends + 1);
			expect(posts(requests.requests, from)).toHaveLength(1);
			const sent = JSON.stringify(posts(requests.requests, from).map(({ body }) => body));
			expect(sent.includes('be brief')).toBe(!answer.includes('is not sent'));
			return answer;
		};
		// A model of NovelAI's without a key to ask it is served by the server's endpoint.
		await boUser.say('model set', { model: 'kayra-v1', scope: 'personal' });
		expect(await respond(server)).not.toContain('is not sent');
		await boUser.key('key set', OTHER_KEY, { scope: 'personal' });
		expect(await respond(world.novelai)).toContain('is not sent');
		await boUser.say('key remove', { scope: 'personal' });
	});

	test('shows the prompt of each reply as its own model was sent it', async () => {
		const { channel, owner, bo, user } = await newPlace('shown');
		await user.say('model set', { model: 'kayra-v1', scope: 'server' });
		await chooseOwnEndpoint(user);
		const theirs = await talk(bo, channel, 'where are you?');
		const own = await talk(owner, channel, 'do you see it?');
		const [chat] = own.chats;
		const shown = await show(owner, own.reply);
		expect(shown).toContain(`${chat?.text}\n\n=====`);
		expect(shown).toMatch(/Model: custom:eyes\n/);
		expect(shown).toContain(`Tools: ${chat?.tools.join(', ')}\nPictures and videos: 1\n`);
		const story = await show(bo, theirs.reply);
		expect(story).toMatch(/Model: kayra-v1\n/);
		expect(story).not.toMatch(/Tools:|Pictures and videos:/);
	});
});

/** What `Show prompt` answers, its file included. */
async function show(user: APIUser, message: Talked['reply']): Promise<string> {
	if (message === undefined) throw new Error('There was no reply.');
	const before = world.discord.requests.length;
	const said = answerText(await world.discord.as(user).messageCommand(message, 'Show prompt').response(10_000));
	const files = world.discord.requests.slice(before).flatMap((request) => request.files);
	return [said, ...files.map(({ bytes }) => new TextDecoder().decode(bytes))].join('\n');
}

describe('one turn', () => {
	test.each([401, 500])('that NovelAI fails with %i is answered by an endpoint that sees and calls', async (status) => {
		const { channel, bo, user, boUser } = await newPlace(`to-endpoint-${status}`);
		await addEndpoint(user);
		await user.say('model set', { model: 'kayra-v1', scope: 'server' });
		await user.say('model fallback', { first: 'custom:eyes', scope: 'server' });
		const failures = status === 401 ? 1 : 4;
		for (let time = 0; time < failures; time += 1) world.novelai.scripts.queue(refused(status));
		server.scripts.queue({ toolCalls: [{ name: 'remember', arguments: { text: 'Bo lives at the harbour.' } }] });
		server.scripts.queue({ text: 'A fine harbour.' });
		const turn = await talk(bo, channel, 'is it mine?');
		world.novelai.scripts.clear();
		expect([turn.outcome, turn.said, turn.chats.length]).toEqual(['replied', ['A fine harbour.'], 2]);
		expect(turn.stories.length).toBeGreaterThan(0);
		expectStory(turn);
		expectChat(turn);
		expect(await boUser.say('memory list', { scope: 'personal' })).toContain('Bo lives at the harbour.');
	});

	test.each([401, 500])(
		'that an endpoint fails with %i behind its calls is answered by NovelAI, which reads none of them',
		async (status) => {
			const { channel, bo, user } = await newPlace(`to-novelai-${status}`);
			await addEndpoint(user);
			await user.say('model set', { model: 'custom:eyes', scope: 'server' });
			await user.say('model fallback', { first: 'kayra-v1', scope: 'server' });
			server.scripts.queue({
				text: 'Let me think about SEAWEED.',
				toolCalls: [{ name: 'remember', arguments: { text: 'Bo likes SEAWEED.' } }],
			});
			const failures = status === 401 ? 1 : 4;
			for (let time = 0; time < failures; time += 1) server.scripts.queue(refused(status));
			world.novelai.scripts.queue({ text: ' Back to me.' });
			const turn = await talk(bo, channel, 'what is it?');
			server.scripts.clear();
			expect([turn.outcome, turn.stories.length]).toEqual(['replied', 1]);
			expectChat(turn);
			expectStory(turn);
			expect(turn.stories[0]).not.toContain('Let me think');
			expect(
				world
					.saidIn(channel)
					.filter(({ deleted }) => !deleted)
					.map(textOf),
			).toEqual(['Back to me.']);
		},
	);

	test('in which a person’s own endpoint fails is answered by the server’s NovelAI', async () => {
		const { channel, owner, user } = await newPlace('own-fails');
		await user.say('model set', { model: 'kayra-v1', scope: 'server' });
		await chooseOwnEndpoint(user);
		server.scripts.queue(refused(401));
		world.novelai.scripts.queue({ text: ' I see nothing.' });
		const turn = await talk(owner, channel, 'what is it?');
		expect([turn.outcome, turn.said, turn.chats.length]).toEqual(['replied', ['I see nothing.'], 1]);
		expectChat(turn);
		expectStory(turn);
	});

	test('in which a person’s own key for NovelAI fails is answered by the server’s endpoint, in the person’s name', async () => {
		const { channel, bo, user, boUser } = await newPlace('own-key-fails');
		await addEndpoint(user);
		await user.say('model set', { model: 'custom:eyes', scope: 'server' });
		await boUser.key('key set', OTHER_KEY, { scope: 'personal' });
		await boUser.say('model set', { model: 'kayra-v1', scope: 'personal' });
		world.novelai.scripts.queue(refused(401));
		server.scripts.queue({ toolCalls: [{ name: 'remember', arguments: { text: 'Bo owns a boat.' } }] });
		server.scripts.queue({ text: 'Your harbour.' });
		const turn = await talk(bo, channel, 'what is it?');
		expect([turn.outcome, turn.said, turn.stories.length]).toEqual(['replied', ['Your harbour.'], 1]);
		expectStory(turn);
		expectChat(turn);
		expect(await boUser.say('memory list', { scope: 'personal' })).toContain('Bo owns a boat.');
	});

	test('that a blind endpoint without tools fails is answered by one that sees and calls', async () => {
		const { channel, bo, user } = await newPlace('blind-first');
		await addEndpoint(user);
		await addEndpoint(user, { name: 'blind', model: 'reader', images: 'no', tools: 'no' });
		await user.say('model set', { model: 'custom:blind', scope: 'server' });
		await user.say('model fallback', { first: 'custom:eyes', scope: 'server' });
		server.scripts.queue(refused(401));
		server.scripts.queue({ text: 'A harbour.' });
		const { chats, said } = await talk(bo, channel, 'what is it?');
		expect([said, chats.map(({ model }) => model)]).toEqual([['A harbour.'], ['reader', 'stand-in']]);
		const [blind, ...others] = chats;
		expect([blind?.pictures, blind?.tools]).toEqual([[], []]);
		expect(blind?.words).toContain('cannot see images');
		expectChat({ chats: others } as Talked);
		expect(others[0]?.words).not.toContain('cannot see images');
	});
});

describe('looking at a prompt', () => {
	test('shows tools and pictures as they were sent, byte for byte but for the bytes of the pictures', async () => {
		const { channel, owner, user } = await newPlace('looked-at');
		await addEndpoint(user);
		await user.say('model set', { model: 'custom:eyes', scope: 'server' });
		const { chats } = await talk(owner, channel, 'what is it?');
		const exported = JSON.parse(await exportedBy(owner, channel)) as { request: unknown; model: string };
		const described = JSON.stringify(chats[0]?.body).replace(/data:image\/png;base64,[A-Za-z0-9+/=]+/g, (url) =>
			inspected({ type: 'image_url', image_url: { url } }).trimEnd(),
		);
		expect(JSON.stringify(exported.request)).toBe(described);
		expect(described).toContain('"name":"remember"');
		expect(described).toContain('sha256');
	});

	test('shows calls in plain text, which are words of the prompt, and says which there are', async () => {
		const { channel, owner, user } = await newPlace('looked-at-words');
		await addEndpoint(user);
		await user.say('model set', { model: 'custom:eyes', scope: 'server' });
		await user.say('behavior set', { name: 'verbatim_tool_calling_enabled', value: 'on', scope: 'server' });
		const { chats, reply } = await talk(owner, channel, 'what is it?');
		expect([chats.length, chats[0]?.tools]).toEqual([1, []]);
		const shown = await show(owner, reply);
		expect(shown).toContain(`${chats[0]?.text}\n\n=====`);
		expect(shown).toMatch(/Tools: reveal_message_metadata, .*remember/);
	});
});

/** The file of `/prompt export`. */
async function exportedBy(owner: APIUser, channel: ChannelRecord): Promise<string> {
	const before = world.discord.requests.length;
	await world.discord
		.as(owner)
		.slash(channel, 'prompt export', { options: { format: 'json' } })
		.response(10_000);
	const file = world.discord.requests.slice(before).find(({ files }) => files.length > 0)?.files[0];
	return new TextDecoder().decode(file?.bytes);
}
