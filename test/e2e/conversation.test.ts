/** The whole road: a message on the loopback Discord, the real client, the loopback NovelAI, and the reply. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pingsOf } from '#playground/discord-server/mentions';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { BotWorld, isNotice, OPERATOR_KEY, OTHER_KEY, textOf } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

const outcomesIn = (channel: { readonly id: string }): readonly string[] =>
	world
		.turnEnds()
		.filter((end) => end.channelId === channel.id)
		.map((end) => end.outcome);

describe('who is answered', () => {
	test('a mention gets a reply in its channel, with a nonce and without pings', async () => {
		const { channel, ellen } = await world.addGuild('mention');
		world.novelai.scripts.queue({ text: ' Hello, Ellen!' });
		const reply = await world.ask(ellen, channel, `${world.mention} hi`);
		expect(reply.message.content).toBe('Hello, Ellen!');
		expect(reply.message.nonce).toMatch(/^[\w-]{25}$/);
		expect(reply.message.message_reference).toBeUndefined();
		expect(pingsOf(reply)).toMatchObject({ everyone: false, users: [], roles: [] });
		const [create] = world.discord.requests.filter(
			(r) => r.method === 'POST' && r.path.endsWith(`${channel.id}/messages`),
		);
		expect(create?.body).toMatchObject({ enforce_nonce: true, allowed_mentions: { parse: [] } });
	});

	test('a reply to the bot gets a reply that points at it', async () => {
		const { channel, ellen } = await world.addGuild('reply');
		world.novelai.scripts.queue({ text: ' Hi.' });
		world.novelai.scripts.queue({ text: ' Then we talk.' });
		const first = await world.ask(ellen, channel, `${world.mention} hi`);
		await world.discord.until(() => world.turnEnds().some((end) => end.channelId === channel.id));
		const said = { content: 'and then?', replyTo: first.message.id, replyPing: false };
		const second = await world.ask(ellen, channel, said);
		const asked = world.discord.world.messageLog.findLast((record) => record.message.author.id === ellen.id);
		const create = world.discord.requests.findLast(
			(r) => r.method === 'POST' && r.path.endsWith(`${channel.id}/messages`),
		);
		expect(create?.body).toMatchObject({ message_reference: { message_id: asked?.message.id } });
		expect(isNotice(second)).toBe(false);
	});

	test("the application owner's direct message gets a reply through the operator's key", async () => {
		const owner = world.discord.world.application.owner;
		const channel = world.discord.build.openDm(owner);
		const reply = await world.ask(owner, channel, 'hello in private');
		expect(isNotice(reply) ? textOf(reply) : 'spoken').toMatch(/^spoken$|tokenizer/);
	});

	test("a stranger's direct message without a key gets one notice and no generation", async () => {
		const stranger = world.discord.build.addUser('stranger');
		const channel = world.discord.build.openDm(stranger);
		const generations = world.novelai.requests.length;
		const notice = await world.ask(stranger, channel, 'hello?');
		expect(isNotice(notice)).toBe(true);
		expect(textOf(notice)).toContain('/key set scope: personal');
		await world.discord.until(() => world.turnEnds().some((end) => end.channelId === channel.id));
		expect(world.saidIn(channel)).toHaveLength(1);
		expect(world.novelai.requests.length).toBe(generations);
	});

	test('a personal key set by command serves the stranger from then on, and the notice stays out of the prompt', async () => {
		const stranger = world.discord.build.addUser('keyholder', { globalName: 'Kim' });
		const channel = world.discord.build.openDm(stranger);
		await world.ask(stranger, channel, 'hello?');
		const answer = await world.setKey(stranger, channel, { key: OTHER_KEY, scope: 'personal' });
		expect(answer.content).toContain('Opus');
		await world.discord
			.as(stranger)
			.slash(channel, 'model set', { options: { model: 'kayra-v1' } })
			.response();
		const reply = await world.ask(stranger, channel, 'and now?');
		expect(isNotice(reply)).toBe(false);
		const prompt = world.novelai.requests.at(-1)?.prompt ?? '';
		expect(prompt).toContain('Kim: Hello?');
		expect(prompt).not.toContain('/key set');
	});

	test('S020 @everyone alone gets no reply, together with the bot it does', async () => {
		const { channel, ellen } = await world.addGuild('everyone');
		world.novelai.scripts.queue({ text: ' Hi.' });
		world.discord.as(ellen).send(channel, '@everyone meeting now');
		const reply = await world.ask(ellen, channel, `@everyone ${world.mention} hi`);
		expect(isNotice(reply)).toBe(false);
		await world.discord.until(() => world.turnEnds().some((end) => end.channelId === channel.id));
		expect(world.saidIn(channel)).toHaveLength(1);
	});
});

describe('order and waiting', () => {
	test('S064 two people in one channel are answered in order, and the second sees the first reply', async () => {
		const { guild, channel, ellen } = await world.addGuild('order');
		const bo = world.discord.build.addUser('bo', { globalName: 'Bo' });
		world.discord.build.addMember(guild, bo);
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' First answer.', waitFor: gate.opened });
		world.novelai.scripts.queue({ text: ' Second answer.' });
		world.discord.as(ellen).send(channel, `${world.mention} one`);
		const asked = world.novelai.requests.length;
		await world.novelai.until((server) => server.requests.length > asked);
		world.discord.as(bo).send(channel, `${world.mention} two`);
		gate.open();
		await world.discord.until(() => world.saidIn(channel).length === 2, 15_000);
		expect(world.saidIn(channel).map(textOf)).toEqual(['First answer.', 'Second answer.']);
		const prompt = world.novelai.requests.at(-1)?.prompt ?? '';
		expect(prompt.indexOf('First answer.')).toBeGreaterThan(0);
		expect(prompt.indexOf('First answer.')).toBeLessThan(prompt.lastIndexOf('Bo:'));
	});

	test('S065 a channel that waits for the provider does not hold up a channel with another key', async () => {
		const one = await world.addGuild('keys-one');
		const two = await world.addGuild('keys-two');
		await world.setKey(two.ellen, two.channel, { key: OTHER_KEY, scope: 'server' });
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' Late.', waitFor: gate.opened }, { token: OPERATOR_KEY });
		world.discord.as(one.ellen).send(one.channel, `${world.mention} hi`);
		const asked = world.novelai.requests.length;
		await world.novelai.until((server) => server.requests.length > asked);
		const reply = await world.ask(two.ellen, two.channel, `${world.mention} hi`);
		expect(isNotice(reply)).toBe(false);
		expect(world.saidIn(one.channel)).toHaveLength(0);
		gate.open();
		await world.discord.until(() => world.saidIn(one.channel).length === 1);
	});

	test('S076 two channels on one key are served in turn, and the one that waits shows it', {
		timeout: 30_000,
	}, async () => {
		const one = await world.addGuild('turn-one');
		const two = await world.addGuild('turn-two');
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' First.', waitFor: gate.opened });
		world.discord.as(one.ellen).send(one.channel, `${world.mention} hi`);
		const asked = world.novelai.requests.length;
		await world.novelai.until((server) => server.requests.length > asked);
		const waiting = world.discord.as(two.ellen).send(two.channel, `${world.mention} hi`);
		const reaction = (method: string) =>
			world.discord.requests.filter((r) => r.method === method && r.path.includes(`/${waiting.id}/reactions/`));
		await world.discord.until(() => reaction('PUT').length === 1, 10_000);
		expect(world.discord.typings.some((typing) => typing.channelId === two.channel.id)).toBe(true);
		expect(world.novelai.requests.length).toBe(asked + 1);
		gate.open();
		await world.discord.until(() => world.saidIn(two.channel).length > 0);
		await world.discord.until(() => reaction('DELETE').length === 1);
		expect(world.novelai.requests.filter((request) => request.status === 429)).toEqual([]);
	});

	test('who waits for a key reads the channel when its time comes, without what was taken back meanwhile', {
		timeout: 30_000,
	}, async () => {
		const one = await world.addGuild('reading-one');
		const two = await world.addGuild('reading-two');
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' First.', waitFor: gate.opened });
		world.discord.as(one.ellen).send(one.channel, `${world.mention} hi`);
		const asked = world.novelai.requests.length;
		await world.novelai.until((server) => server.requests.length > asked);
		const taken = world.discord.as(two.ellen).send(two.channel, 'I have an umbrella');
		world.discord.as(two.ellen).send(two.channel, 'It rains');
		const waiting = world.discord.as(two.ellen).send(two.channel, `${world.mention} hi`);
		const shown = `/${waiting.id}/reactions/`;
		await world.discord.until(() => world.discord.requests.some((r) => r.path.includes(shown)), 10_000);
		const reads = () =>
			world.discord.requests.filter((r) => r.method === 'GET' && r.path.endsWith(`/${two.channel.id}/messages`));
		expect(reads()).toEqual([]);
		world.discord.as(two.ellen).delete(taken);
		gate.open();
		await world.discord.until(() => world.saidIn(two.channel).length > 0);
		expect(reads()).toHaveLength(1);
		const prompt = world.novelai.requests.at(-1)?.prompt;
		expect(prompt).toContain('It rains');
		expect(prompt).not.toContain('umbrella');
	});

	test('S053 the same message delivered again, at once and later, is answered once', async () => {
		const { channel, ellen } = await world.addGuild('twice');
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' Once.', waitFor: gate.opened });
		const sent = world.discord.as(ellen).send(channel, `${world.mention} hi`);
		const deliverAgain = (): boolean => world.discord.gateway.redeliver(sent.id);
		deliverAgain();
		gate.open();
		await world.outcomeOf(sent.id);
		deliverAgain();
		world.novelai.scripts.queue({ text: ' Then this.' });
		const next = await world.askThrough(ellen, channel, `${world.mention} and then?`);
		expect(next.outcome).toBe('replied');
		expect(outcomesIn(channel)).toEqual(['replied', 'replied']);
		expect(world.saidIn(channel).map(textOf)).toEqual(['Once.', 'Then this.']);
	});

	test('S053 an answered message that comes again while the next one is read does not end that one', async () => {
		const { channel, ellen } = await world.addGuild('again-running');
		const first = await world.askThrough(ellen, channel, `${world.mention} one`);
		const path = new RegExp(`^/channels/${channel.id}/messages$`);
		const slow = world.discord.faults.add({ kind: 'delay', method: 'GET', path, delayMs: 300 });
		const second = world.discord.as(ellen).send(channel, `${world.mention} two`);
		await world.discord.until(() => slow.hits === 1);
		world.discord.gateway.redeliver(first.triggerId);
		expect(await world.outcomeOf(second.id)).toBe('replied');
		expect(outcomesIn(channel)).toEqual(['replied', 'replied']);
	});

	test('S053 an answered message that comes again while the next one waits does not join it', async () => {
		const { guild, channel, ellen } = await world.addGuild('again-waiting');
		const first = await world.askThrough(ellen, channel, `${world.mention} one`);
		const bo = world.discord.build.addUser('bo-waits', { globalName: 'Bo' });
		world.discord.build.addMember(guild, bo);
		const gate = newGate();
		const asked = world.novelai.requests.length;
		world.novelai.scripts.queue({ text: ' For Bo.', waitFor: gate.opened });
		world.discord.as(bo).send(channel, `${world.mention} from Bo`);
		await world.novelai.until((server) => server.requests.length > asked);
		const second = world.discord.as(ellen).send(channel, `${world.mention} two`);
		world.discord.gateway.redeliver(first.triggerId);
		gate.open();
		expect(await world.outcomeOf(second.id)).toBe('replied');
		expect(outcomesIn(channel)).toEqual(['replied', 'replied', 'replied']);
	});

	test('S053 what was answered under another persona is not answered again, and its words are its own', async () => {
		const { channel, ellen } = await world.addGuild('another-persona');
		world.novelai.scripts.queue({ text: ' I am Tomori and I love maps.' });
		const first = await world.askThrough(ellen, channel, `${world.mention} who are you?`);
		const opened = world.discord.as(ellen).slash(channel, 'persona create', { options: { main: 'yes' } });
		await opened.callback();
		const form = { name: 'Grump', personality: 'Grump hates maps.' };
		await world.discord.as(ellen).submitModal(opened, form).response();
		await world.stopBot();
		await world.startBot();
		world.logLines.length = 0;
		world.discord.gateway.redeliver(first.triggerId);
		expect(await world.outcomeOf(first.triggerId)).toBe('duplicate');
		expect((await world.askThrough(ellen, channel, `${world.mention} and now?`)).outcome).toBe('replied');
		const prompt = world.novelai.requests.at(-1)?.prompt;
		expect(prompt).toContain('Tomori: I am Tomori and I love maps.');
		expect(prompt).not.toMatch(/Grump: I am Tomori/);
	});
});

describe('lines in one go', () => {
	test('S053 a line that was answered before a restart leaves the turn that it comes into', async () => {
		const gathering = await BotWorld.start({ COALESCE_MS: '400' });
		try {
			const { channel, ellen } = await gathering.addGuild('window');
			for (const text of [' First.', ' Second.']) gathering.novelai.scripts.queue({ text });
			const first = await gathering.askThrough(ellen, channel, `${gathering.mention} one`);
			await gathering.stopBot();
			await gathering.startBot();
			gathering.discord.gateway.redeliver(first.triggerId);
			const second = gathering.discord.as(ellen).send(channel, `${gathering.mention} two`);
			expect(await gathering.outcomeOf(second.id)).toBe('replied');
			expect(gathering.saidIn(channel).map(textOf)).toEqual(['First.', 'Second.']);
			expect(gathering.violations()).toEqual([]);
		} finally {
			await gathering.stop();
		}
	});
});
