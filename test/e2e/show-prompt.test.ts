/** `Show prompt` in the menu of a reply: what it would be written from, for those who may know. */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import type { NovelaiRequest } from '#playground/novelai-server/request-log';
import { answerText, COUNTED_MODELS, CommandUser } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';
import { dumpWithoutLeases, untilCounted } from '../support/database-dump.ts';

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
	return { ...place, bo, owner: new CommandUser(world, place.ellen, place.channel) };
}

/** What was sent for a line, and the messages that answered it. */
async function ask(user: APIUser, channel: ChannelRecord, words: string) {
	const { outcome, answers, triggerId } = await world.askThrough(user, channel, `${world.mention} ${words}`);
	expect(outcome).toBe('replied');
	return {
		prompt: sentPrompt(world.novelai.requests.at(-1)),
		answers: answers.map(({ message }) => message),
		triggerId,
	};
}

/** The prompt as it was sent. */
function sentPrompt(request: NovelaiRequest | undefined): string {
	const body = request?.body as Readonly<Record<string, unknown>>;
	return String(body['prompt'] ?? body['input']);
}

interface Shown {
	readonly said: string;
	/** Empty when there was none. */
	readonly file: string;
}

async function show(user: APIUser, message: APIMessage, locale = 'en-US'): Promise<Shown> {
	const before = world.discord.requests.length;
	const handle = world.discord.as(user).messageCommand(message, 'Show prompt', { locale });
	const said = answerText(await handle.response(10_000));
	expect(handle.ephemeral).toBe(true);
	const files = world.discord.requests.slice(before).flatMap((request) => request.files);
	expect(files.length).toBeLessThanOrEqual(1);
	return { said, file: new TextDecoder().decode(files[0]?.bytes) };
}

describe('Show prompt', () => {
	test.each(COUNTED_MODELS)('is byte-equal to what %s was sent, whatever was said since', async (model) => {
		const place = await newGuild(`shown-${model}`);
		const { channel, ellen, owner, bo } = place;
		await owner.say('model set', { model, scope: 'server' });
		world.discord
			.as(bo)
			.send(channel, { content: `I saw the lighthouse. ${'It was red. '.repeat(150)}`, silent: true });
		world.novelai.scripts.queue({ text: ' One.\n\nTwo.' });
		const first = await ask(ellen, channel, 'did you?');
		await ask(bo, channel, 'and what of the ferry');
		expect(first.answers).toHaveLength(2);
		for (const message of first.answers) {
			const { said, file } = await show(ellen, message);
			expect(said).toMatch(/^The prompt of Tomori for .+ tokens\./);
			expect(file.startsWith(`${first.prompt}\n\n=====`)).toBe(true);
			expect(file).not.toContain('ferry');
		}
	});

	test('a short one stands in the answer itself, and one with a block of code of its own is a file', async () => {
		const { channel, ellen, owner } = await newGuild('short');
		await owner.say('model set', { model: 'kayra-v1', scope: 'server' });
		const short = await ask(ellen, channel, 'hi');
		const shown = await show(ellen, short.answers[0] as APIMessage);
		expect(shown.said).toContain(`\`\`\`\n${short.prompt}\n\n=====`);
		expect(shown.said.endsWith('\n```')).toBe(true);
		expect(shown.file).toBe('');
		const code = await ask(ellen, channel, 'look: ```js\n1\n```');
		expect((await show(ellen, code.answers[0] as APIMessage)).file.startsWith(`${code.prompt}\n`)).toBe(true);
	});

	test('it is the same that regenerating sends, with the lines as they read now and as the persona that answered', async () => {
		const { channel, ellen, owner } = await newGuild('again');
		await owner.fill('persona create', { name: 'Mira', personality: 'Mira bakes bread.' });
		await owner.say('persona switch', { name: 'Mira' });
		const asked = await ask(ellen, channel, 'what is on the table?');
		await owner.say('persona switch', { name: 'Tomori' });
		world.discord.as(ellen).edit({ id: asked.triggerId }, `${world.mention} what is in the oven?`);
		const reply = asked.answers[0] as APIMessage;
		const { said, file } = await show(ellen, reply);
		const prompt = file === '' ? said : file;
		expect(prompt).toContain('Mira bakes bread.');
		expect(prompt).toContain('in the oven?');
		const before = world.novelai.requests.length;
		world.novelai.scripts.queue({ text: ' Buns.' });
		world.discord.as(ellen).button(asked.answers.at(-1) as APIMessage, buttonId(channel, 'regenerate'));
		await world.discord.until(
			() => [...channel.messages.values()].some(({ message }) => message.content === 'Buns.'),
			15_000,
		);
		expect(prompt).toContain(sentPrompt(world.novelai.requests.slice(before).at(-1)));
	});

	test('only whoever was answered may see it, and whoever manages the server', async () => {
		const { channel, ellen, bo } = await newGuild('rights');
		const mine = await ask(bo, channel, 'my secret is a pear');
		const theirs = await ask(ellen, channel, 'hi');
		expect((await show(bo, mine.answers[0] as APIMessage)).said).toContain('The prompt of Tomori');
		expect((await show(ellen, mine.answers[0] as APIMessage)).said).toContain('The prompt of Tomori');
		const refused = await show(bo, theirs.answers[0] as APIMessage);
		expect(refused).toEqual({ said: expect.stringContaining('your own turns only'), file: '' });
		expect((await show(bo, theirs.answers[0] as APIMessage, 'ja')).said).toContain('サーバー管理');
		expect((await show(bo, theirs.answers[0] as APIMessage, 'pt-BR')).said).toContain('Gerenciar Servidor');
	});

	test('what is no reply has none, and looking writes nothing and asks NovelAI for nothing', async () => {
		const { channel, ellen } = await newGuild('nothing');
		const asked = await untilCounted(world.databaseUrl, () => ask(ellen, channel, 'hi'));
		const line = world.discord.as(ellen).send(channel, { content: 'just words', silent: true });
		const before = world.databaseUrl === null ? '' : await dumpWithoutLeases(world.databaseUrl);
		const requests = world.novelai.requests.length;
		expect((await show(ellen, line)).said).toBe('That reply is gone.');
		expect((await show(ellen, asked.answers[0] as APIMessage)).said).toContain('The prompt of Tomori');
		expect(world.databaseUrl === null ? '' : await dumpWithoutLeases(world.databaseUrl)).toBe(before);
		expect(world.novelai.requests.slice(requests)).toEqual([]);
	});
});

function buttonId(channel: ChannelRecord, action: string): string {
	const components = JSON.stringify(world.saidIn(channel).map(({ message }) => message.components));
	return new RegExp(`"custom_id":"([^"]*:${action})"`).exec(components)?.[1] ?? '';
}
