/** What was written while the bot was away: answered once, a few in each channel, and nothing that is old. */
import type { APIUser } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelRecord, GuildRecord } from '#playground/discord-server/records';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld, GLM_AVAILABLE, textOf } from '../support/bot-world.ts';

let world: BotWorld;

beforeAll(async () => {
	world = await BotWorld.start();
});

afterEach(() => {
	expect(world.novelai.scripts.pending).toBe(0);
	world.discord.gateway.refuseResumes = false;
	expect(world.violations()).toEqual([]);
});

afterAll(() => world.stop());

function member(guild: GuildRecord, name: string): APIUser {
	const user = world.discord.build.addUser(name, { globalName: name });
	world.discord.build.addMember(guild, user);
	return user;
}

/** A direct conversation of a person who can be answered. */
async function directPlace(name: string): Promise<{ readonly user: APIUser; readonly dm: ChannelRecord }> {
	const user = world.discord.build.addUser(name, { globalName: name });
	const dm = world.discord.build.openDm(user);
	const owner = new CommandUser(world, user, dm);
	await owner.fill('key set', { key: 'pst-another-key-for-tests' }, { scope: 'personal' });
	if (!GLM_AVAILABLE) await owner.say('model set', { model: 'kayra-v1', scope: 'personal' });
	return { user, dm };
}

/** Starts the bot again and resolves when it has looked for everything it missed. */
async function comeBack(): Promise<void> {
	world.logLines.length = 0;
	await world.startBot();
}

/** The next replies of the model, each of one message. */
function scriptReplies(count: number): void {
	for (let index = 0; index < count; index += 1) world.novelai.scripts.queue({ text: ' Here.' });
}

const answeredTo = (channel: ChannelRecord): readonly (string | undefined)[] =>
	world.saidIn(channel).map(({ message }) => message.message_reference?.message_id);

describe('after a start', () => {
	test('S061 three mentions and a direct message are answered once, and so they stay', async () => {
		const { guild, channel } = await world.addGuild('missed');
		const { user, dm } = await directPlace('dora');
		const people = ['ada', 'bea', 'cleo'].map((name) => member(guild, name));
		scriptReplies(6);
		await world.askThrough(user, dm, 'hello');
		const before = world.saidIn(dm).length;
		await world.stopBot();
		const asked = people.map((each) => world.discord.as(each).send(channel, `${world.mention} are you there?`).id);
		const direct = world.discord.as(user).send(dm, 'and here?');
		await comeBack();
		await world.untilTurns(4);
		expect(answeredTo(channel)).toEqual(asked);
		expect(world.saidIn(dm).slice(before)).toHaveLength(1);
		expect(await world.outcomeOf(direct.id)).toBe('replied');
		await world.stopBot();
		await comeBack();
		for (const id of [...asked, direct.id]) world.discord.gateway.redeliver(id);
		expect((await world.askThrough(people[0] as APIUser, channel, `${world.mention} now?`)).outcome).toBe('replied');
		expect(world.saidIn(channel)).toHaveLength(4);
		expect(world.saidIn(dm).slice(before)).toHaveLength(1);
	});

	test('of many people in one channel those who wrote last are answered, oldest first', async () => {
		const { guild, channel } = await world.addGuild('many');
		const people = ['many-a', 'many-b', 'many-c', 'many-d', 'many-e'].map((name) => member(guild, name));
		scriptReplies(4);
		await world.stopBot();
		const asked = people.map((each) => world.discord.as(each).send(channel, `${world.mention} hi`).id);
		await comeBack();
		await world.untilTurns(3);
		const last = await world.askThrough(people[0] as APIUser, channel, `${world.mention} still there?`);
		expect(answeredTo(channel).slice(0, 3)).toEqual(asked.slice(2));
		expect(world.turnEnds().map((end) => end.triggerId)).toEqual([...asked.slice(2), last.triggerId]);
	});

	test('the lines of one person are one turn, and a line that goes on with them belongs to it', async () => {
		const { channel, ellen } = await world.addGuild('one-person');
		scriptReplies(1);
		await world.stopBot();
		for (const line of [`${world.mention} look`, `${world.mention} at this`, 'please']) {
			world.discord.as(ellen).send(channel, line);
		}
		await comeBack();
		await world.untilTurns(1);
		expect(world.turnEnds()).toHaveLength(1);
		expect(world.saidIn(channel)).toHaveLength(1);
		expect(world.novelai.requests.at(-1)?.prompt).toMatch(/look[\s\S]*at this[\s\S]*please/i);
	});

	test('a reply to the bot counts, but no word of a persona, no other bot, no stop word and nothing old', async () => {
		const { guild, channel, ellen } = await world.addGuild('no-reason');
		scriptReplies(3);
		const { answers } = await world.askThrough(ellen, channel, `${world.mention} hi`);
		const [first] = answers;
		const others = ['word', 'stopper', 'late'].map((name) => member(guild, `no-${name}`));
		const robot = world.discord.build.addUser('robot', { bot: true });
		world.discord.build.addMember(guild, robot);
		await world.stopBot();
		const [word, stopper, late] = others as [APIUser, APIUser, APIUser];
		const atMs = world.discord.world.clock.now() - 700_000;
		world.discord.as(late).send(channel, { content: `${world.mention} from long ago`, atMs });
		world.discord.as(word).send(channel, 'tomori, are you there?');
		world.discord.as(stopper).send(channel, `${world.mention} stop`);
		world.discord.as(robot).send(channel, `${world.mention} beep`);
		const reply = world.discord.as(ellen).send(channel, { content: 'and?', replyTo: first?.message ?? { id: '' } });
		await comeBack();
		expect(await world.outcomeOf(reply.id)).toBe('replied');
		const next = await world.askThrough(ellen, channel, `${world.mention} good`);
		expect(world.turnEnds().map((end) => end.triggerId)).toEqual([reply.id, next.triggerId]);
	});

	test('people whom the persona has blocked stay unanswered, and a channel that may not be read is not asked for', async () => {
		const { guild, channel, ellen } = await world.addGuild('kept-out');
		const foe = member(guild, 'foe');
		const closed = world.discord.build.addChannel(guild, 'closed');
		scriptReplies(2);
		await world.askThrough(ellen, channel, `${world.mention} hi`);
		await new CommandUser(world, ellen, channel).say('block user', { user: foe.id, kind: 'block' });
		await world.stopBot();
		world.discord.build.deny(closed, ['ReadMessageHistory']);
		const asked = world.discord.as(foe).send(channel, `${world.mention} hi`);
		world.discord.as(ellen).send(closed, `${world.mention} hi`);
		const read = world.discord.requests.length;
		await comeBack();
		expect(await world.outcomeOf(asked.id)).toBe('ignored');
		expect((await world.askThrough(ellen, channel, `${world.mention} now`)).outcome).toBe('replied');
		expect(world.saidIn(channel)).toHaveLength(2);
		const reads = world.discord.requests.slice(read).filter(({ path }) => path === `/channels/${closed.id}/messages`);
		expect(reads).toEqual([]);
	});

	test('a first direct message is found through the session that was left, and so it ends', async () => {
		const { gateway } = world.discord;
		await world.stopBot();
		const left = gateway.sessions.at(-1);
		expect(left?.invalidated).toBe(false);
		const user = world.discord.build.addUser('stranger', { globalName: 'Stranger' });
		const dm = world.discord.build.openDm(user);
		const first = world.discord.as(user).send(dm, 'hello?');
		await comeBack();
		await world.outcomeOf(first.id);
		expect(gateway.counts.resumes).toBeGreaterThan(0);
		await world.discord.until(() => left?.invalidated);
		expect(gateway.connected).toHaveLength(1);
	});

	test('a session that cannot be resumed leaves the channels that are known', async () => {
		const { channel, ellen } = await world.addGuild('refused');
		const { user, dm } = await directPlace('emil');
		scriptReplies(3);
		await world.askThrough(user, dm, 'hello');
		await world.stopBot();
		world.discord.gateway.refuseResumes = true;
		const refused = world.discord.gateway.counts.refusedResumes;
		const asked = world.discord.as(ellen).send(channel, `${world.mention} hi`);
		const direct = world.discord.as(user).send(dm, 'again');
		await comeBack();
		expect(await world.outcomeOf(asked.id)).toBe('replied');
		expect(await world.outcomeOf(direct.id)).toBe('replied');
		await world.discord.until(() => world.discord.gateway.counts.refusedResumes > refused);
	});
});

describe('while it runs', () => {
	test('S054 what was written while a session was lost and made anew is answered once', async () => {
		const { channel, ellen } = await world.addGuild('renewed');
		const { gateway } = world.discord;
		scriptReplies(3);
		const first = await world.askThrough(ellen, channel, `${world.mention} hi`);
		gateway.refuseResumes = true;
		const identified = gateway.counts.identifies;
		gateway.cutAll();
		const missed = world.discord.as(ellen).send(channel, `${world.mention} anybody?`);
		await world.discord.until(() => gateway.counts.identifies > identified, 10_000);
		expect(await world.outcomeOf(missed.id)).toBe('replied');
		gateway.redeliver(first.triggerId);
		gateway.redeliver(missed.id);
		expect((await world.askThrough(ellen, channel, `${world.mention} and now?`)).outcome).toBe('replied');
		expect(world.saidIn(channel)).toHaveLength(3);
	});

	test('S053 a session that resumes brings what was missed once, though it is also looked for', async () => {
		const { channel, ellen } = await world.addGuild('resumed');
		const { gateway } = world.discord;
		const resumes = gateway.counts.resumes;
		scriptReplies(2);
		gateway.cutAll();
		const missed = world.discord.as(ellen).send(channel, `${world.mention} anybody?`);
		await world.discord.until(() => gateway.counts.resumes > resumes, 10_000);
		expect(await world.outcomeOf(missed.id)).toBe('replied');
		gateway.refuseResumes = true;
		const identified = gateway.counts.identifies;
		gateway.cutAll();
		await world.discord.until(() => gateway.counts.identifies > identified, 10_000);
		expect((await world.askThrough(ellen, channel, `${world.mention} and now?`)).outcome).toBe('replied');
		expect(world.saidIn(channel)).toHaveLength(2);
	});
});

describe('at the end', () => {
	test('S062 who waits behind a running turn is answered after the next start, once, and commands are told', async () => {
		const { guild, channel, ellen } = await world.addGuild('drained');
		const bo = member(guild, 'drained-bo');
		const gate = newGate();
		const asked = world.novelai.requests.length;
		world.novelai.scripts.queue({ text: ' For Ellen.', waitFor: gate.opened });
		const first = world.discord.as(ellen).send(channel, `${world.mention} hi`);
		await world.novelai.until((server) => server.requests.length > asked);
		const waiting = world.discord.as(bo).send(channel, 'tomori, and me?');
		const also = world.discord.as(ellen).slash(channel, 'model show');
		await also.response();
		const stopped = world.stopBot();
		const late = world.discord.as(ellen).send(channel, `${world.mention} too late?`);
		const refused = world.discord.as(bo).slash(channel, 'model show', { locale: 'pt-BR' });
		expect((await refused.response()).content).toBe('Estou prestes a reiniciar. Tente de novo daqui a pouco.');
		gate.open();
		await stopped;
		expect(world.turnEnds().find((end) => end.triggerId === first.id)?.outcome).toBe('replied');
		expect(world.saidIn(channel).map(textOf)).toEqual(['For Ellen.']);
		for (const text of [' For Bo.', ' For Ellen again.']) world.novelai.scripts.queue({ text });
		await comeBack();
		expect(await world.outcomeOf(waiting.id)).toBe('replied');
		expect(await world.outcomeOf(late.id)).toBe('replied');
		expect(world.saidIn(channel)).toHaveLength(3);
	});
});

test('nothing is caught up with where that is switched off', async () => {
	const quiet = await BotWorld.start({ CATCH_UP_PER_CHANNEL_MAX: '0' });
	try {
		const { channel, ellen } = await quiet.addGuild('off');
		await quiet.askThrough(ellen, channel, `${quiet.mention} hi`);
		await quiet.stopBot();
		quiet.discord.as(ellen).send(channel, `${quiet.mention} missed`);
		await quiet.startBot();
		expect((await quiet.askThrough(ellen, channel, `${quiet.mention} there`)).outcome).toBe('replied');
		expect(quiet.turnEnds()).toHaveLength(2);
		expect(quiet.violations()).toEqual([]);
	} finally {
		await quiet.stop();
	}
});
