/** Two bots with one token on one database, as they are for a while whenever a new version takes over. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ChannelRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import type { RunningBot } from '../../src/main.ts';
import { answerText } from '../support/bot-commands.ts';
import { BotWorld, isNotice, textOf } from '../support/bot-world.ts';
import { countRows, untilRows } from '../support/count-rows.ts';

/** Only a real server is shared. */
const needsPostgres = inject('store').socketDir === null;

const messages = Bun.env['TOMORI_NIGHTLY'] === '1' ? 500 : 60;
const channelsMax = 20;

/** Messages without an answer at most: enough for both bots to have something to do in every channel. */
const openMax = 40;

let world: BotWorld;
let other: RunningBot;

beforeAll(async () => {
	if (needsPostgres) return;
	// Whoever asks while so many others do is not turned away here.
	world = await BotWorld.start({ MAX_SERVER_ACTIVE_MESSAGES: String(messages) });
	other = await world.startAnother();
}, 60_000);

afterEach(() => {
	if (needsPostgres) return;
	world.novelai.scripts.clear();
	expect(world.violations()).toEqual([]);
});

afterAll(async () => {
	if (needsPostgres) return;
	await other.close();
	await world.stop();
});

const said = (channel: ChannelRecord) => world.saidIn(channel).filter((record) => record.message.content !== '');

/** Resolves when both bots have dealt with a trigger: one of them answered it, and the other one found that out. */
async function bothEnds(triggerId: string): Promise<readonly string[]> {
	const ends = () => world.turnEnds().filter((end) => end.triggerId === triggerId);
	await world.discord.until(() => ends().length >= 2, 30_000);
	return ends().map(({ outcome }) => outcome);
}

describe.skipIf(needsPostgres)('two processes with one token', () => {
	test('one of them answers, and the other neither types nor says anything', async () => {
		const { channel, ellen } = await world.addGuild('one-answer');
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' Once.', waitFor: gate.opened });
		const typings = () => world.discord.typings.filter(({ channelId }) => channelId === channel.id).length;
		const trigger = world.discord.as(ellen).send(channel, `${world.mention} hello`);
		await world.discord.until(() => typings() > 0, 15_000);
		gate.open();
		expect([...(await bothEnds(trigger.id))].sort()).toEqual(['duplicate', 'replied']);
		expect([typings(), said(channel).map(textOf)]).toEqual([1, ['Once.']]);
	});

	test('what two people say while a reply is written is answered in order, by whoever writes it', async () => {
		const { guild, channel, ellen } = await world.addGuild('in-order');
		const bo = world.discord.build.addUser('bo.in-order', { globalName: 'Bo' });
		world.discord.build.addMember(guild, bo);
		const gate = newGate();
		world.novelai.scripts.queue({ text: ' First.', waitFor: gate.opened });
		world.novelai.scripts.queue({ text: ' Second.' });
		const generations = world.novelai.requests.length;
		const first = world.discord.as(ellen).send(channel, `${world.mention} one`);
		await world.discord.until(() => world.novelai.requests.length > generations, 15_000);
		const second = world.discord.as(bo).send(channel, `${world.mention} two`);
		// Something else in between: the other process would have read the channel by now.
		await world.discord
			.as(ellen)
			.slash(world.discord.build.addChannel(guild, 'aside'), 'persona list')
			.response(10_000);
		gate.open();
		for (const { id } of [first, second]) expect(await bothEnds(id)).toContain('replied');
		expect(said(channel).map(textOf)).toEqual(['First.', 'Second.']);
		expect(world.novelai.requests.at(-1)?.prompt).toContain('First.');
	});

	test.each(['command', 'word'] as const)('a %s stops the reply, whichever process writes it', async (way) => {
		const { channel, ellen } = await world.addGuild(`stops-${way}`);
		const gate = newGate();
		const text = `${'Words that were said. '.repeat(30)}\n\nAnd never these, which are many more than before.`;
		world.novelai.scripts.queue({ text: ` ${text}`, pauseAfterTokens: { tokens: 170, until: gate.opened } });
		const trigger = world.discord.as(ellen).send(channel, `${world.mention} go on`);
		await world.discord.until(() => said(channel).length > 0, 15_000);
		if (way === 'word') world.discord.as(ellen).send(channel, `${world.mention} stop`);
		else expect(answerText(await world.discord.as(ellen).slash(channel, 'stop').response())).toBe('Stopped.');
		expect([...(await bothEnds(trigger.id))].sort()).toEqual(['duplicate', 'replied']);
		gate.open();
		expect(said(channel).map(textOf).join(' ')).not.toContain('never');
	});

	test('who asks to be forgotten while a reply is written is answered no further, by neither', async () => {
		const { guild, channel, ellen } = await world.addGuild('forgets');
		const aside = world.discord.build.addChannel(guild, 'aside');
		const gate = newGate();
		const first = 'Words that were said. '.repeat(30).trim();
		const text = ` ${first}\n\n${'And words that come later, on and on. '.repeat(20)}\n\nWho could it be?`;
		world.novelai.scripts.queue({ text, pauseAfterTokens: { tokens: 190, until: gate.opened } });
		world.novelai.scripts.queue({ text: ' And once more.' });
		const trigger = world.discord.as(ellen).send(channel, `${world.mention} go on`);
		await world.discord.until(() => said(channel).length > 0, 15_000);
		const asked = await world.discord.as(ellen).slash(aside, 'forget me').response();
		const pressed = world.discord.as(ellen).button(asked, 'forget-me:yes');
		expect(answerText(await pressed.response(15_000))).toContain('forgotten');
		gate.open();
		const ends = () => world.turnEnds().filter(({ triggerId }) => triggerId === trigger.id);
		await world.discord.until(() => ends().length > 0, 30_000);
		// A channel is answered in order: behind this reply nothing is left of the first line, in either process.
		const bo = world.discord.build.addUser('bo.forgets', { globalName: 'Bo' });
		world.discord.build.addMember(guild, bo);
		const later = world.discord.as(bo).send(channel, `${world.mention} and me?`);
		expect([...(await bothEnds(later.id))].sort()).toEqual(['duplicate', 'replied']);
		expect(said(channel).map(textOf).join(' ')).toBe(`${first} And once more.`);
		// Whoever was asked to forget drops what waits; the other one finds that there is nothing to answer.
		expect(
			ends()
				.filter(({ outcome }) => outcome !== 'ignored')
				.map(({ outcome }) => outcome),
		).toEqual(['replied']);
		expect(await countRows(world.databaseUrl, `users where discord_id = '${ellen.id}'`)).toBe(0);
	});

	test('a command is run once, whichever process Discord hears first', async () => {
		const { channel, ellen } = await world.addGuild('commands-once');
		for (let time = 0; time < 5; time += 1) {
			const text = `The lamp is broken ${time}.`;
			const handle = world.discord.as(ellen).slash(channel, 'scene', { options: { text } });
			await handle.response(10_000);
		}
		const count = (time: number) =>
			world.saidIn(channel).filter((record) => textOf(record).includes(`broken ${time}.`)).length;
		await world.discord.until(() => [0, 1, 2, 3, 4].every((time) => count(time) > 0), 10_000);
		expect([0, 1, 2, 3, 4].map(count)).toEqual([1, 1, 1, 1, 1]);
	});

	test('messages are counted once where every second one is answered unasked', async () => {
		const { channel, ellen } = await world.addGuild('counted-once');
		const set = { name: 'auto_reply', value: '2', scope: 'channel' };
		const answer = await world.discord.as(ellen).slash(channel, 'behavior set', { options: set }).response(10_000);
		expect(answerText(answer)).toContain('2');
		world.novelai.scripts.queue({ text: ' Unasked.' });
		world.discord.as(ellen).send(channel, 'nobody in particular');
		const second = world.discord.as(ellen).send(channel, 'and again nobody');
		expect(await world.outcomeOf(second.id)).toBe('replied');
		const third = world.discord.as(ellen).send(channel, 'a third one');
		await untilRows(world.databaseUrl, `auto_reply_counters where last_message_id = '${third.id}' and messages = 1`, 1);
		expect(world.turnEnds().filter(({ triggerId }) => triggerId === third.id)).toEqual([]);
	});
});

describe.skipIf(needsPostgres)('both are started anew', () => {
	test('and a limit that one of them has told of is not told of again by any', async () => {
		const { channel, ellen } = await world.addGuild('told-once');
		const set = { name: 'server_replies_per_day', value: '1', scope: 'server' };
		await world.discord.as(ellen).slash(channel, 'behavior set', { options: set }).response(10_000);
		world.novelai.scripts.queue({ text: ' Only once.' });
		const ask = async (text: string) => {
			const trigger = world.discord.as(ellen).send(channel, `${world.mention} ${text}`);
			return [...(await bothEnds(trigger.id))].sort();
		};
		expect(await ask('one')).toEqual(['duplicate', 'replied']);
		expect(await ask('two')).toEqual(['duplicate', 'refused']);
		const told = world.saidIn(channel).filter(isNotice).length;
		await world.stopBot();
		await other.close();
		await world.startBot();
		other = await world.startAnother();
		expect(await ask('three')).toEqual(['duplicate', 'refused']);
		expect(told).toBeGreaterThan(0);
		expect(world.saidIn(channel).filter(isNotice)).toHaveLength(told);
	});
});

interface Asker {
	readonly channel: ChannelRecord;
	readonly guildUsers: readonly APIUser[];
}

/** Channels of four servers; nobody says two things that are open at the same time, or they would be one turn. */
async function askers(): Promise<readonly Asker[]> {
	const found: Asker[] = [];
	for (let server = 0; server < 4; server += 1) {
		const place = await world.addGuild(`busy-${server}`);
		const guildUsers = Array.from({ length: Math.ceil(messages / channelsMax) }, (_, index) => {
			const user = world.discord.build.addUser(`user.${server}.${index}`, { globalName: `User ${index}` });
			world.discord.build.addMember(place.guild, user);
			return user;
		});
		for (let index = 0; index < channelsMax / 4; index += 1) {
			found.push({ channel: world.discord.build.addChannel(place.guild, `room-${index}`), guildUsers });
		}
	}
	return found;
}

describe.skipIf(needsPostgres)('both are started anew while people talk', () => {
	test(`${messages} messages have ${messages} replies`, { timeout: 600_000 }, async () => {
		world.novelai.scripts.always({ text: ' Heard.' });
		const rooms = await askers();
		const replies = () => rooms.reduce((sum, { channel }) => sum + said(channel).length, 0);
		let restarts = Promise.resolve();
		const restart: Readonly<Record<number, () => Promise<void>>> = {
			[Math.floor(messages / 3)]: async () => {
				await world.stopBot();
				await world.startBot();
			},
			[Math.floor((messages * 2) / 3)]: async () => {
				await other.close();
				other = await world.startAnother();
			},
		};
		for (let sent = 0; sent < messages; sent += 1) {
			await world.discord.until(() => replies() > sent - openMax, 120_000);
			const room = rooms[sent % channelsMax];
			const user = room?.guildUsers[Math.floor(sent / channelsMax)];
			if (!room || !user) throw new Error('there are too few people');
			world.discord.as(user).send(room.channel, `${world.mention} message ${sent}`);
			const next = restart[sent];
			if (next) restarts = restarts.then(next);
		}
		await restarts;
		await world.discord.until(() => replies() >= messages, 300_000);
		expect(rooms.map(({ channel }) => said(channel).length)).toEqual(rooms.map(() => messages / channelsMax));
		expect(rooms.flatMap(({ channel }) => said(channel).filter(isNotice))).toEqual([]);
		const inRooms = `channel_id in (${rooms.map(({ channel }) => `'${channel.id}'`).join(', ')})`;
		await untilRows(world.databaseUrl, `turns where ${inRooms} and state = 'done'`, messages);
		expect(await countRows(world.databaseUrl, `turns where ${inRooms}`)).toBe(messages);
		// A key serves one generation at a time, over both: any further one is refused.
		expect(world.novelai.requests.filter(({ status }) => status === 429)).toEqual([]);
	});
});
