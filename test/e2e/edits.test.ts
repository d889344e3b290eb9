/** What happens to a trigger between its writing and its answer: edits, deletions, proxies, lines in one go. */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { BotWorld, type TestGuild, textOf } from '../support/bot-world.ts';
import { readProxiedUser, readTurnRows } from '../support/turn-rows.ts';

/** Without a Postgres server the bot's own connection is the only one. */
const NEEDS_SECOND_CONNECTION = 'needs a second connection to the database';

let world: BotWorld;

const startWorld = (variables: Readonly<Record<string, string>>) => async () => {
	world = await BotWorld.start(variables);
};

const settleWorld = (): void => {
	expect(world.novelai.scripts.pending).toBe(0);
	world.novelai.scripts.clear();
	expect(world.discord.failures).toEqual([]);
	expect(world.violations()).toEqual([]);
};

const outcomesOf = (triggerId: string): readonly string[] =>
	world
		.turnEnds()
		.filter((end) => end.triggerId === triggerId)
		.map((end) => end.outcome);

const endOf = (triggerId: string, ends = 1): Promise<boolean> =>
	world.discord.until(() => outcomesOf(triggerId).length >= ends, 15_000);

const repliesIn = (channel: ChannelRecord): readonly string[] => world.saidIn(channel).map(textOf);

/** Generations that were asked of the model; questions about the account are none. */
const generations = () => world.novelai.requests.filter((request) => request.method === 'POST');
const requestsSince = (from: number) => generations().slice(from);

/** Says something whose answer waits at a gate, and resolves when the model was asked. */
async function heldTurn({ channel, ellen }: TestGuild, content: string, answer = ' Held.') {
	const gate = newGate();
	const from = generations().length;
	world.novelai.scripts.queue({ text: answer, waitFor: gate.opened });
	const trigger = world.discord.as(ellen).send(channel, content);
	await world.novelai.until(() => generations().length > from);
	return { gate, from, trigger };
}

function newMember({ guild }: TestGuild, name: string): APIUser {
	const user = world.discord.build.addUser(name.toLowerCase(), { globalName: name });
	world.discord.build.addMember(guild, user);
	return user;
}

describe('lines answered one by one', () => {
	beforeAll(startWorld({}));
	afterEach(settleWorld);
	afterAll(() => world.stop());

	test('S037 a link preview and a pin during and after the answer bring no second one', async () => {
		const place = await world.addGuild('preview');
		const { gate, from, trigger } = await heldTurn(place, `${world.mention} look https://example.org`);
		const ellen = world.discord.as(place.ellen);
		const preview = { type: 'link' as never, title: 'Example', url: 'https://example.org' };
		ellen.preview(trigger, [preview]);
		ellen.pin(trigger);
		gate.open();
		await endOf(trigger.id);
		ellen.preview(trigger, [preview, preview]);
		const next = await world.askThrough(place.ellen, place.channel, `${world.mention} next`);
		expect(next.outcome).toBe('replied');
		expect(outcomesOf(trigger.id)).toEqual(['replied']);
		expect(requestsSince(from).map((request) => request.outcome)).toEqual(['answered', 'answered']);
	});

	async function editedTurn(name: string) {
		const place = await world.addGuild(name);
		const { gate, from, trigger } = await heldTurn(place, `${world.mention} what is a lion?`);
		world.novelai.scripts.queue({ text: ' A striped cat.' });
		world.discord.as(place.ellen).edit(trigger, `${world.mention} what is a tiger?`);
		await endOf(trigger.id, 2);
		gate.open();
		return { place, from, trigger };
	}

	test('S038 an edit before the first message ends the run, and the new text is answered once', async () => {
		const { place, from, trigger } = await editedTurn('edited');
		expect(outcomesOf(trigger.id)).toEqual(['cancelled', 'replied']);
		const [first, second] = requestsSince(from);
		expect(first?.prompt).toContain('what is a lion?');
		expect(second?.prompt).toContain('what is a tiger?');
		expect(second?.prompt).not.toContain('lion');
		expect(repliesIn(place.channel)).toEqual(['A striped cat.']);
	});

	test('S038 an edited line is stored as one turn, done, with the messages of its one answer', async ({ skip }) => {
		if (world.databaseUrl === null) return skip(NEEDS_SECOND_CONNECTION);
		const { place, trigger } = await editedTurn('edited-and-stored');
		const parts = world.saidIn(place.channel).map((record, part) => ({ part, messageId: record.message.id }));
		expect(parts).toHaveLength(1);
		expect(await readTurnRows(world.databaseUrl, trigger.id)).toEqual([{ state: 'done', parts }]);
	});

	test('S038 several edits leave one answer, to the last text', async () => {
		const place = await world.addGuild('edited-often');
		const { trigger } = await heldTurn(place, `${world.mention} one`);
		const gate = newGate();
		for (const text of ['two', 'three']) {
			const from = generations().length;
			world.novelai.scripts.queue({ text: ` Answer to ${text}.`, waitFor: gate.opened });
			world.discord.as(place.ellen).edit(trigger, `${world.mention} ${text}`);
			await world.novelai.until(() => generations().length > from);
		}
		gate.open();
		await endOf(trigger.id, 3);
		expect(outcomesOf(trigger.id)).toEqual(['cancelled', 'cancelled', 'replied']);
		expect(repliesIn(place.channel)).toEqual(['Answer to three.']);
	});

	test('S038 an edit after the first message comes too late', async () => {
		const place = await world.addGuild('edited-late');
		const gate = newGate();
		const first = 'The first paragraph stands in the channel already.';
		const text = `${first}\n\nThe second one is still to be written, slowly.`;
		world.novelai.scripts.queue({ text: ` ${text}`, pauseAfterTokens: { tokens: 14, until: gate.opened } });
		const from = generations().length;
		const trigger = world.discord.as(place.ellen).send(place.channel, `${world.mention} tell me`);
		await world.discord.until(() => repliesIn(place.channel).length > 0, 15_000);
		world.discord.as(place.ellen).edit(trigger, `${world.mention} tell me something else`);
		gate.open();
		await endOf(trigger.id);
		expect(outcomesOf(trigger.id)).toEqual(['replied']);
		expect(repliesIn(place.channel).join('\n\n')).toBe(text);
		expect(requestsSince(from)).toHaveLength(1);
	});

	test('S038 a waiting line is answered in its new wording; a deleted one is not, and the next one is', async () => {
		const place = await world.addGuild('waiting');
		const [bo, mina, kim] = ['Bo', 'Mina', 'Kim'].map((name) => newMember(place, name));
		if (!bo || !mina || !kim) throw new Error('three people were to be made');
		const { gate, from } = await heldTurn(place, `${world.mention} hold on`);
		const say = (user: APIUser, text: string): APIMessage =>
			world.discord.as(user).send(place.channel, `${world.mention} ${text}`);
		const [edited, deleted, later] = [say(bo, 'cats?'), say(mina, 'forget it'), say(kim, 'and birds?')];
		world.discord.as(bo).edit(edited, `${world.mention} dogs?`);
		world.discord.as(mina).delete(deleted);
		world.novelai.scripts.queue({ text: ' To Bo.' });
		world.novelai.scripts.queue({ text: ' To Kim.' });
		gate.open();
		await endOf(later.id);
		expect(repliesIn(place.channel)).toEqual(['Held.', 'To Bo.', 'To Kim.']);
		const prompts = requestsSince(from).map((request) => request.prompt ?? '');
		expect(prompts[1]).toContain('Bo: Tomori dogs?');
		expect(prompts[1]).not.toContain('cats?');
		expect(prompts.join('\n')).not.toContain('forget it');
		expect([outcomesOf(edited.id), outcomesOf(deleted.id), outcomesOf(later.id)]).toEqual([
			['replied'],
			[],
			['replied'],
		]);
	});

	test('S021 the role that stands for the bot names it, another one does not', async () => {
		const place = await world.addGuild('roles');
		const own = [...place.guild.roles.values()].find((role) => role.tags?.bot_id !== undefined);
		const crew = world.discord.build.addRole(place.guild, 'crew');
		world.novelai.scripts.queue({ text: ' Here.' });
		const other = world.discord.as(place.ellen).send(place.channel, `<@&${crew.id}> gather`);
		const { outcome } = await world.askThrough(place.ellen, place.channel, `<@&${own?.id}> are you there?`);
		expect(outcome).toBe('replied');
		expect(outcomesOf(other.id)).toEqual([]);
		expect(repliesIn(place.channel)).toEqual(['Here.']);
	});

	test('S022 replies to the bot and to a webhook of its own are answered without any ping', async () => {
		const place = await world.addGuild('replies');
		const applicationId = world.discord.world.application.id;
		const ours = world.discord.build.addWebhook(place.channel, 'ours', { applicationId });
		const foreign = world.discord.build.addWebhook(place.channel, 'foreign', { applicationId: '123456789012345678' });
		const [mira, news] = [ours, foreign].map((webhook) =>
			world.discord.sendAsWebhook(webhook, { username: 'Mira', content: 'Good evening.' }),
		);
		if (!mira || !news) throw new Error('both webhooks were to post');
		const replyTo = (target: APIMessage, content: string) => ({ content, replyTo: target.id, replyPing: false });
		for (const text of [' First.', ' Second.']) world.novelai.scripts.queue({ text });
		const first = await world.askThrough(place.ellen, place.channel, replyTo(mira, 'good evening'));
		expect(first.outcome).toBe('replied');
		const own = first.answers[0]?.message;
		if (!own) throw new Error('the bot was to answer');
		const ignored = world.discord.as(place.ellen).send(place.channel, replyTo(news, 'thanks'));
		const second = await world.askThrough(place.ellen, place.channel, replyTo(own, 'and you?'));
		expect(second.answers.map(textOf)).toEqual(['Second.']);
		expect(outcomesOf(ignored.id)).toEqual([]);
	});
});

describe('lines gathered as usual', () => {
	beforeAll(startWorld({ COALESCE_MS: '' }));
	afterEach(settleWorld);
	afterAll(() => world.stop());

	/** A proxy bot's webhook, and what it makes of a message. */
	function newProxy({ channel }: TestGuild) {
		const webhook = world.discord.build.addWebhook(channel, 'proxy', { applicationId: '466378653216014359' });
		return (content: string, username = 'Mira') => world.discord.sendAsWebhook(webhook, { username, content });
	}

	/** A message that a proxy posts anew before or after it deletes it, once that was answered. */
	async function proxiedTurn(name: string, order: string) {
		const place = await world.addGuild(name);
		const proxy = newProxy(place);
		const ellen = world.discord.as(place.ellen);
		world.novelai.scripts.queue({ text: ' Hello, Mira.' });
		const original = ellen.send(place.channel, `m: ${world.mention} hello there`);
		if (order === 'after') ellen.delete(original);
		const proxied = proxy(`${world.mention} hello there`);
		if (order === 'before') ellen.delete(original);
		await endOf(proxied.id);
		return { place, original, proxied };
	}

	test.each(['before', 'after'])(
		'S040 a message that a proxy posts anew %s deleting it is answered once, as the proxied one',
		async (order) => {
			const from = generations().length;
			const { place, original, proxied } = await proxiedTurn(`proxy-${order}`, order);
			expect(outcomesOf(proxied.id)).toEqual(['replied']);
			expect(outcomesOf(original.id)).toEqual([]);
			expect(repliesIn(place.channel)).toEqual(['Hello, Mira.']);
			expect(requestsSince(from)).toHaveLength(1);
			const prompt = world.novelai.requests.at(-1)?.prompt ?? '';
			expect(prompt).toContain('Mira: Tomori hello there');
			expect(prompt).not.toMatch(/Ellen: (?!hey|I had)/);
		},
	);

	test('S040 whose words a proxied message holds is stored', async ({ skip }) => {
		if (world.databaseUrl === null) return skip(NEEDS_SECOND_CONNECTION);
		const { place, proxied } = await proxiedTurn('proxy-stored', 'after');
		expect(await readProxiedUser(world.databaseUrl, proxied.id)).toBe(place.ellen.id);
	});

	test('S040 a proxied message that comes while its original is being answered takes its place', async () => {
		const place = await world.addGuild('proxy-late');
		const proxy = newProxy(place);
		const { gate, trigger } = await heldTurn(place, `m: ${world.mention} hello there`);
		world.novelai.scripts.queue({ text: ' Hello, Mira.' });
		world.discord.as(place.ellen).delete(trigger);
		const proxied = proxy(`${world.mention} hello there`);
		await endOf(proxied.id);
		gate.open();
		expect([outcomesOf(trigger.id), outcomesOf(proxied.id)]).toEqual([['cancelled'], ['replied']]);
		expect(repliesIn(place.channel)).toEqual(['Hello, Mira.']);
	});

	test('S040 of two lines in one go the later one may be proxied while both are being answered', async () => {
		const place = await world.addGuild('proxy-later-line');
		const proxy = newProxy(place);
		const ellen = world.discord.as(place.ellen);
		const gate = newGate();
		const from = generations().length;
		world.novelai.scripts.queue({ text: ' Held.', waitFor: gate.opened });
		const first = ellen.send(place.channel, `${world.mention} one`);
		const second = ellen.send(place.channel, 'm: two');
		await world.novelai.until(() => generations().length > from);
		world.novelai.scripts.queue({ text: ' Hello, Mira.' });
		ellen.delete(second);
		const proxied = proxy('two');
		await endOf(proxied.id);
		gate.open();
		expect([outcomesOf(first.id), outcomesOf(second.id), outcomesOf(proxied.id)]).toEqual([
			[],
			['cancelled'],
			['replied'],
		]);
		expect(repliesIn(place.channel)).toEqual(['Hello, Mira.']);
		const [, prompt] = requestsSince(from).map((request) => request.prompt ?? '');
		expect(prompt).toContain('Ellen: Tomori one');
		expect(prompt).toContain('Mira: Two');
		expect(prompt).not.toContain('m: two');
	});

	test('S040 a webhook that repeats what nobody deleted is nobody, and is not answered', async () => {
		const place = await world.addGuild('echo');
		const proxy = newProxy(place);
		world.novelai.scripts.queue({ text: ' Hello, Ellen.' });
		const original = world.discord.as(place.ellen).send(place.channel, `${world.mention} hello there`);
		const echo = proxy(`${world.mention} hello there`);
		await endOf(original.id);
		expect([outcomesOf(original.id), outcomesOf(echo.id)]).toEqual([['replied'], []]);
		expect(repliesIn(place.channel)).toEqual(['Hello, Ellen.']);
	});

	/** Four lines with typing between and a command among them, once they were answered. */
	async function burst(name: string) {
		const place = await world.addGuild(name);
		const ellen = world.discord.as(place.ellen);
		const from = generations().length;
		world.novelai.scripts.queue({ text: ' All four.' });
		ellen.send(place.channel, `${world.mention} one`);
		ellen.type(place.channel);
		const shown = ellen.slash(place.channel, 'persona show');
		await shown.response();
		expect(requestsSince(from)).toHaveLength(0);
		for (const line of ['two', 'three']) {
			ellen.send(place.channel, line);
			ellen.type(place.channel);
		}
		const last = ellen.send(place.channel, 'four');
		await endOf(last.id);
		return { place, from, last };
	}

	test('S041 four lines with typing between are one turn with all of them, and a command does not wait', async () => {
		const { place, from } = await burst('burst');
		expect(repliesIn(place.channel)).toEqual(['All four.']);
		expect(requestsSince(from)).toHaveLength(1);
		const prompt = world.novelai.requests.at(-1)?.prompt ?? '';
		for (const line of ['one', 'two', 'three', 'four']) expect(prompt.toLowerCase()).toContain(line);
	});

	test('lines that are answered together are one in the prompt that is shown, whoever wrote between them', async () => {
		const place = await world.addGuild('burst-shown');
		const bo = newMember(place, 'Bo');
		const ellen = world.discord.as(place.ellen);
		ellen.send(place.channel, `${world.mention} one`);
		ellen.type(place.channel);
		world.discord.as(bo).send(place.channel, { content: 'in between', silent: true });
		const last = ellen.send(place.channel, 'two');
		await endOf(last.id);
		const sent = generations().at(-1)?.prompt ?? '';
		expect(sent).toMatch(/Bo: In between\.?\nEllen: [^\n]*one\nTwo/i);
		await ellen.slash(place.channel, 'prompt export').response(10_000);
		const upload = world.discord.requests.findLast((request) => request.files.length > 0);
		const shown = new TextDecoder().decode(upload?.files[0]?.bytes);
		expect(shown.slice(0, sent.length)).toBe(sent);
	});

	test('S041 lines that are answered together are stored as one turn', async ({ skip }) => {
		if (world.databaseUrl === null) return skip(NEEDS_SECOND_CONNECTION);
		const { last } = await burst('burst-stored');
		expect(await readTurnRows(world.databaseUrl, last.id)).toMatchObject([{ state: 'done' }]);
	});
});
