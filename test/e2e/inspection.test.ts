/** `/context` and `/prompt export`: what is shown is what would be sent, and looking changes nothing. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import type { NovelaiRequest } from '#playground/novelai-server/request-log';
import { COUNTED_MODELS, CommandUser, type Options } from '../support/bot-commands.ts';
import { BotWorld, OPERATOR_KEY, OTHER_KEY, type TestGuild } from '../support/bot-world.ts';
import { dumpWithoutLeases, untilCounted } from '../support/database-dump.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	world.discord.world.closedDms.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

async function newGuild(name: string) {
	const place = await world.addGuild(name);
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(place.guild, bo);
	return { ...place, bo, owner: new CommandUser(world, place.ellen, place.channel) };
}

interface Exported {
	/** What the command itself answered. */
	readonly said: string;
	readonly fileName: string;
	readonly text: string;
	/** Whether the file went by direct message. */
	readonly isDirect: boolean;
}

/** Exports and reads the file wherever it went. */
async function exportPrompt(user: APIUser, channel: ChannelRecord, options: Options = {}): Promise<Exported> {
	const before = world.discord.requests.length;
	const handle = world.discord.as(user).slash(channel, 'prompt export', { options });
	const said = (await handle.response(10_000)).content;
	expect(handle.ephemeral).toBe(true);
	const taken = world.discord.requests.slice(before).filter((request) => (request.status ?? 0) < 400);
	const upload = taken.find((request) => request.files.length > 0);
	const file = upload?.files[0];
	return {
		said,
		fileName: file?.filename ?? '',
		text: new TextDecoder().decode(file?.bytes),
		isDirect: upload?.path.startsWith('/channels/') ?? false,
	};
}

function bodyOf(request: NovelaiRequest | undefined): Readonly<Record<string, unknown>> {
	return request?.body as Readonly<Record<string, unknown>>;
}

/** The prompt as it was sent. */
function sentPrompt(request: NovelaiRequest | undefined): string {
	const body = bodyOf(request);
	return String(body['prompt'] ?? body['input']);
}

async function rows(): Promise<string> {
	return world.databaseUrl === null ? '' : await dumpWithoutLeases(world.databaseUrl);
}

/** A conversation with two people, something remembered and an answer, and what was sent for it. */
async function conversation({ channel, ellen, owner, bo }: TestGuild & { owner: CommandUser; bo: APIUser }) {
	await owner.say('memory add', { text: 'The tea house closes at nine', scope: 'server' });
	await owner.fill('lore add', { keys: 'lighthouse', content: 'The lighthouse is painted red.' }, { scope: 'server' });
	await owner.fill('sample add', { user: 'Hi there', answer: 'Oh! Hello.' });
	world.discord.as(bo).send(channel, { content: 'I saw the lighthouse', silent: true });
	const asked = await world.askThrough(ellen, channel, `${world.mention} did you?`);
	expect(asked.outcome).toBe('replied');
	return world.novelai.requests.findLast((request) => request.method === 'POST');
}

describe('/prompt export', () => {
	test.each(COUNTED_MODELS)('is byte-equal to what generation sent to %s', async (model) => {
		const place = await newGuild(`export-${model}`);
		await place.owner.say('model set', { model, scope: 'server' });
		const sent = await conversation(place);
		const json = await exportPrompt(place.ellen, place.channel, { format: 'json' });
		expect(json.fileName).toBe('prompt.json');
		const exported = JSON.parse(json.text) as { request: unknown; report: Record<string, unknown> };
		expect(exported).toMatchObject({ model, request: bodyOf(sent) });
		expect(JSON.stringify(exported.request)).toBe(JSON.stringify(bodyOf(sent)));
		expect(exported.report['inputTokens']).toBe(sent?.inputTokens);
		expect(exported.report['windowTokens']).toBe(sent?.windowTokens);
		const text = await exportPrompt(place.ellen, place.channel, { format: 'text' });
		expect(text.fileName).toBe('prompt.txt');
		expect(text.text.startsWith(`${sentPrompt(sent)}\n\n=====`)).toBe(true);
	});

	test('both forms name every piece that is in, left out or cut, the window and the length of the reply', async () => {
		const place = await newGuild('accounts');
		await conversation(place);
		const json = JSON.parse((await exportPrompt(place.ellen, place.channel, { format: 'json' })).text);
		const { included, excluded, trimmed, inputTokens, windowTokens, outputTokensMax } = json.report;
		expect(included).toEqual(expect.arrayContaining(['personality', 'sample:0']));
		expect(included.filter((identity: string) => identity.startsWith('memory:server:'))).toHaveLength(1);
		expect(included.filter((identity: string) => identity.startsWith('lorebook:'))).toHaveLength(1);
		expect(included.filter((identity: string) => identity.startsWith('history:'))).toHaveLength(2);
		const { text } = await exportPrompt(place.ellen, place.channel);
		for (const identity of [...included, ...trimmed]) expect(text).toContain(`\n  ${identity}\n`);
		for (const { identity, reason } of excluded) expect(text).toContain(`\n  ${identity} (${reason})\n`);
		for (const count of [inputTokens, windowTokens, outputTokensMax]) expect(text).toContain(`: ${count}\n`);
	});

	test('is made anew and kept nowhere: what was changed since the reply shows', async () => {
		const place = await newGuild('anew');
		const sent = await conversation(place);
		await place.owner.say('model parameters', { scope: 'server', temperature: '0.77', max_output_tokens: '99' });
		await place.owner.say('memory add', { text: 'The ferry is late', scope: 'server' });
		const { text } = await exportPrompt(place.ellen, place.channel, { format: 'json' });
		const { request, report } = JSON.parse(text);
		expect(JSON.stringify(request)).toContain('0.77');
		expect(report.outputTokensMax).toBe(99);
		const prompt = String(request.prompt ?? request.input);
		expect(prompt).toContain('The ferry is late.');
		expect(sentPrompt(sent)).not.toContain('The ferry is late.');
	});

	test('with a key of their own it is the request that their choices make', async () => {
		const place = await newGuild('personal-key');
		const member = new CommandUser(world, place.bo, place.channel);
		await place.owner.say('model set', { model: COUNTED_MODELS[0] ?? '', scope: 'server' });
		await member.key('key set', OTHER_KEY, { scope: 'personal' });
		await member.say('model set', { model: 'kayra-v1', scope: 'personal' });
		const { generations } = await member.talk('only mine');
		const { text } = await exportPrompt(place.bo, place.channel, { format: 'json' });
		expect(JSON.parse(text)).toMatchObject({ model: 'kayra-v1', request: bodyOf(generations[0]) });
	});

	test('where the chosen model cannot be asked it is the request that the next one gets', async () => {
		const place = await newGuild('next-model');
		await place.owner.say('model set', { model: 'llama-3-erato-v1', scope: 'server' });
		await place.owner.say('model fallback', { first: 'kayra-v1', scope: 'server' });
		const { generations } = await place.owner.talk('are you there?');
		const { text } = await exportPrompt(place.ellen, place.channel, { format: 'json' });
		const { model, request } = JSON.parse(text);
		expect(JSON.stringify(request)).toBe(JSON.stringify(bodyOf(generations[0])));
		if (!COUNTED_MODELS.includes('llama-3-erato-v1')) expect(model).toBe('kayra-v1');
	});

	test('nothing is written, no key takes its turn, and nothing is sent to NovelAI', async () => {
		const place = await newGuild('untouched');
		await place.owner.key('key set', OPERATOR_KEY, { scope: 'server' });
		await place.owner.key('key add', OTHER_KEY, { scope: 'server' });
		await untilCounted(world.databaseUrl, () => conversation(place));
		const before = await rows();
		const requests = world.novelai.requests.length;
		await exportPrompt(place.ellen, place.channel, { format: 'json' });
		await place.owner.say('context');
		expect(await rows()).toBe(before);
		expect(world.novelai.requests.slice(requests).map((request) => request.method)).toEqual([]);
	});

	test('after a restart all that is sent is the question for the plan', async () => {
		const place = await newGuild('restart');
		await conversation(place);
		await world.stopBot();
		await world.startBot();
		const requests = world.novelai.requests.length;
		expect(await place.owner.say('context')).toContain('tokens');
		const sent = world.novelai.requests.slice(requests).map(({ method, path }) => `${method} ${path}`);
		expect(sent).toEqual(['GET /user/subscription']);
	});

	test('where the bot was never spoken to it looks for nothing and creates nothing', async () => {
		const ellen = world.discord.build.addUser('ellen.silent', { globalName: 'Ellen' });
		const guild = world.discord.build.addGuild('silent', { owner: ellen });
		const channel = world.discord.build.addChannel(guild, 'general');
		const before = await rows();
		expect((await exportPrompt(ellen, channel)).said).toContain('Nobody has said anything here');
		expect(await rows()).toBe(before);
	});

	test('no key, no digest of one and nothing about whose it is leaves the bot', async () => {
		const place = await newGuild('secrets');
		await place.owner.key('key set', OTHER_KEY, { scope: 'server' });
		await conversation(place);
		for (const format of ['text', 'json']) {
			const { text } = await exportPrompt(place.ellen, place.channel, { format });
			expect(text).not.toContain(OTHER_KEY);
			const digest = new Bun.CryptoHasher('sha256').update(OTHER_KEY).digest('hex');
			expect(text).not.toContain(digest.slice(0, 8));
			expect(text.toLowerCase()).not.toContain('authorization');
		}
	});

	test('goes by direct message, and into the answer where those are closed', async () => {
		const place = await newGuild('delivery');
		await conversation(place);
		const direct = await exportPrompt(place.ellen, place.channel);
		expect(direct).toMatchObject({ isDirect: true, said: 'I have sent you the prompt by direct message.' });
		const sent = world.discord.requests.findLast((request) => request.files.length > 0)?.body;
		expect(sent).toMatchObject({ enforce_nonce: true, allowed_mentions: { parse: [] } });
		expect(JSON.stringify(sent)).toContain('tomori · diagnostic');
		world.discord.world.closedDms.add(place.ellen.id);
		const answered = await exportPrompt(place.ellen, place.channel);
		expect(answered.isDirect).toBe(false);
		expect(answered.said).toContain('tokens');
		expect(answered.text).toBe(direct.text);
	});

	test('in a direct conversation the answer brings it, and the file that went there is no part of the next prompt', async () => {
		const place = await newGuild('private');
		await conversation(place);
		await exportPrompt(place.ellen, place.channel);
		const channel = world.discord.build.openDm(place.ellen);
		await new CommandUser(world, place.ellen, channel).key('key set', OTHER_KEY, { scope: 'personal' });
		const model = COUNTED_MODELS[0] ?? '';
		await new CommandUser(world, place.ellen, channel).say('model set', { model, scope: 'personal' });
		const asked = await world.askThrough(place.ellen, channel, 'only between us');
		expect(asked.outcome).toBe('replied');
		const sent = sentPrompt(world.novelai.requests.at(-1));
		expect(sent).toContain('nly between us');
		expect(sent).not.toContain('=====');
		expect(sent).not.toContain('lighthouse');
		const exported = await exportPrompt(place.ellen, channel);
		expect(exported.isDirect).toBe(false);
		expect(exported.text.startsWith(sent)).toBe(true);
	});

	test('shows another persona as it would be asked', async () => {
		const place = await newGuild('other');
		await place.owner.fill('persona create', { name: 'Anon', personality: 'Anon counts stars.' }, { main: 'yes' });
		await place.owner.fill('persona create', { name: 'Mira', personality: 'Mira bakes bread.' }, { main: 'yes' });
		await conversation(place);
		const { text } = await exportPrompt(place.ellen, place.channel, { persona: 'anon' });
		expect(text).toContain('Anon counts stars.');
		expect(text).not.toContain('Mira bakes bread.');
		expect((await exportPrompt(place.ellen, place.channel, { persona: 'Nobody' })).said).toContain('no persona called');
	});
});

describe('who may look', () => {
	test('a member at their own turn, which stays the same whatever others wrote since', async () => {
		const place = await newGuild('own-turn');
		const { bo, channel } = place;
		const asked = await world.askThrough(bo, channel, `${world.mention} my secret is a pear`);
		expect(asked.outcome).toBe('replied');
		const sent = sentPrompt(world.novelai.requests.at(-1));
		world.discord.as(place.ellen).send(channel, { content: 'Bo said pear', silent: true });
		expect((await exportPrompt(bo, channel)).text.startsWith(`${sent}\n`)).toBe(true);
		expect((await exportPrompt(place.ellen, channel)).text).toContain('Bo said pear');
	});

	test('a member at their own turn that waited for another one, with what the persona said meanwhile', async () => {
		const { bo, ellen, channel } = await newGuild('waited');
		const gate = newGate();
		const from = world.novelai.requests.length;
		world.novelai.scripts.queue({ text: ' First answer.', waitFor: gate.opened });
		world.discord.as(ellen).send(channel, `${world.mention} one`);
		await world.novelai.until(() => world.novelai.requests.slice(from).some((request) => request.method === 'POST'));
		const second = world.discord.as(bo).send(channel, `${world.mention} two`);
		gate.open();
		expect(await world.outcomeOf(second.id)).toBe('replied');
		const sent = sentPrompt(world.novelai.requests.at(-1));
		expect(sent).toContain('Tomori: First answer.');
		world.discord.as(ellen).send(channel, { content: 'said since', silent: true });
		expect((await exportPrompt(bo, channel)).text.startsWith(`${sent}\n`)).toBe(true);
	});

	test('nobody at the turns of others without managing the server', async () => {
		const place = await newGuild('not-own');
		const { bo, channel } = place;
		await conversation(place);
		const member = new CommandUser(world, bo, channel);
		expect(await member.say('context')).toContain('your own turns only');
		expect((await exportPrompt(bo, channel)).said).toContain('your own turns only');
		expect(await member.say('context', {}, 'ja')).toContain('サーバー管理');
		expect(await member.say('context', {}, 'pt-BR')).toContain('Gerenciar Servidor');
	});
});

describe('/context', () => {
	test('shows the exact total, a picture of the window and a bar for each part', async () => {
		const place = await newGuild('panel');
		const sent = await conversation(place);
		const panel = await place.owner.say('context');
		const [tokens, windowTokens] = [sent?.inputTokens ?? 0, sent?.windowTokens ?? 0];
		expect(panel).toContain(`**${tokens.toLocaleString('en')}** of ${windowTokens.toLocaleString('en')} tokens`);
		expect(panel).toMatch(/```\n(?:[◆█▓▒▞■□·]{25}\n){4}```/);
		for (const part of ['Personality', 'Memories', 'Lore', 'Examples', 'Conversation', 'Room for the reply', 'Free']) {
			expect(panel).toContain(part);
		}
		expect(panel).toMatch(/▓ Memories\n`█+░+` [\d.]+% · about \d+/);
	});

	test('tells why there is no prompt, in the words of a reply that fails', async () => {
		const place = await newGuild('failing');
		await conversation(place);
		world.discord.as(place.ellen).send(place.channel, { content: 'x'.repeat(1_500), silent: true });
		expect(await place.owner.say('context')).toContain('a run of characters without a single space');
	});
});
