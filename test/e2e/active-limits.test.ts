/** What the operator's limits do to people who write a lot, and to models that take long. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, textOf } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start({
		MAX_USER_ACTIVE_MESSAGES: '2',
		MAX_SERVER_ACTIVE_MESSAGES: '4',
		MAX_FOLLOW_UP_INTERRUPTS: '0',
		BOT_MAX_STOP_STRINGS_PER_SERVER: '1',
		BOT_MAX_STOP_STRING_LENGTH: '5',
	});
});

afterEach(() => {
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

const hasSign = (triggerId: string): boolean =>
	world.discord.world.messageLog.find(({ message }) => message.id === triggerId)?.reactions.has('⚠️') ?? false;

describe('messages that are answered or wait', () => {
	test('have a limit for each person and each server: one too many gets a sign, and what needs not wait is answered', async () => {
		const { guild, channel: rooms, ellen } = await world.addGuild('crowded');
		const [bo, cleo, dora] = ['bo', 'cleo', 'dora'].map((name) => {
			const user = world.discord.build.addUser(`${name}.crowded`, { globalName: name });
			world.discord.build.addMember(guild, user);
			return user;
		}) as [APIUser, APIUser, APIUser];
		const [boRoom, cleoRoom, quiet] = ['bo', 'cleo', 'quiet'].map((name) =>
			world.discord.build.addChannel(guild, name),
		) as [ChannelRecord, ChannelRecord, ChannelRecord];
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' First.', waitFor: gate.opened });
		const ask = (user: APIUser, channel: ChannelRecord) =>
			world.discord.as(user).send(channel, `${world.mention} hi`).id;
		const typingIn = (channel: ChannelRecord) =>
			world.discord.until(() => world.discord.typings.some(({ channelId }) => channelId === channel.id), 30_000);
		const answered = [ask(ellen, rooms), ask(bo, boRoom), ask(cleo, cleoRoom)];
		for (const channel of [rooms, boRoom, cleoRoom]) await typingIn(channel);
		// Channels are read side by side, so either of the two may be the one too many.
		const further = [ask(ellen, boRoom), ask(ellen, cleoRoom)];
		const ofPerson = await world.discord.until(() => further.find(hasSign), 30_000);
		answered.push(...further.filter((id) => id !== ofPerson));
		const ofServer = ask(dora, rooms);
		await world.discord.until(() => hasSign(ofServer), 30_000);
		answered.push(ask(dora, quiet));
		gate.open();
		for (const id of answered) expect(await world.outcomeOf(id)).toBe('replied');
		const ended = world.turnEnds().map(({ triggerId }) => triggerId);
		expect(ended.filter((id) => id === ofPerson || id === ofServer)).toEqual([]);
		expect((await world.askThrough(dora, rooms, `${world.mention} now?`)).outcome).toBe('replied');
	});
});

test('with MAX_FOLLOW_UP_INTERRUPTS=0 a further line waits for a reply of its own', async () => {
	const { channel, ellen } = await world.addGuild('patient');
	const path = new RegExp(`^/channels/${channel.id}/messages$`);
	const slow = world.discord.faults.add({ kind: 'delay', method: 'GET', path, delayMs: 500 });
	for (const text of [' One.', ' Two.']) world.novelai.scripts.queue({ text });
	const first = world.discord.as(ellen).send(channel, `${world.mention} one`);
	await world.discord.until(() => slow.hits === 1, 30_000);
	const second = world.discord.as(ellen).send(channel, `${world.mention} two`);
	for (const { id } of [first, second]) expect(await world.outcomeOf(id)).toBe('replied');
	expect(world.saidIn(channel).map(textOf)).toEqual(['One.', 'Two.']);
});

test('an attempt beyond STREAM_SDK_CALL_TIMEOUT_MS is let go in the middle of its words, and who asked is told', async () => {
	const hurried = await BotWorld.start({ STREAM_SDK_CALL_TIMEOUT_MS: '1500' });
	try {
		const { channel, ellen } = await hurried.addGuild('slow-model');
		const gate = newGate();
		const pauseAfterTokens = { tokens: 20, until: gate.opened };
		hurried.novelai.scripts.queue({ text: ` ${'One more word of it. '.repeat(40)}`, pauseAfterTokens });
		const { outcome, answers } = await hurried.askThrough(ellen, channel, `${hurried.mention} hi`);
		expect([outcome, hurried.turnEnds().at(-1)?.failure?.code]).toEqual(['failed', 'provider-timeout']);
		expect(textOf(answers.at(-1) ?? expect.fail())).toContain('took too long to answer');
		gate.open();
		expect(hurried.violations()).toEqual([]);
	} finally {
		await hurried.stop();
	}
});

test('stop strings are taken up to BOT_MAX_STOP_STRINGS_PER_SERVER and BOT_MAX_STOP_STRING_LENGTH', async () => {
	const { channel, ellen } = await world.addGuild('stops');
	const owner = new CommandUser(world, ellen, channel);
	expect(await owner.say('model parameters', { stop: 'longer', scope: 'server' })).toContain('5');
	expect(await owner.say('model parameters', { stop: 'one', scope: 'server' })).toContain('one');
	expect(await owner.say('model parameters', { stop: 'two', scope: 'server' })).toContain(
		'There are 1 stop strings already',
	);
	const refused = await owner.say('behavior set', { name: 'llm_stop_strings', value: 'longer', scope: 'channel' });
	expect(refused).toContain('(1 × 5)');
});
