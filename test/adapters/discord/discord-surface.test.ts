import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DiscordConnection } from '#adapters/discord/connection';
import { blipPausesMs } from '#adapters/discord/through-blips';
import type { OutgoingMessage } from '#domain/reply';
import { collect, connectTo, recordedLog, requestComplaints, startWorld, unhurried, WatchedClock } from './loopback.ts';

let world: Awaited<ReturnType<typeof startWorld>>;
let connection: DiscordConnection;
let clock: WatchedClock;
let nonce = 0;

beforeAll(async () => {
	world = await startWorld();
	clock = new WatchedClock();
	connection = await connectTo(world.server, { clock });
});

afterAll(async () => {
	await Promise.all([connection.close(), clock.advance(60_000)]);
	expect(world.server.unknownRoutes).toEqual([]);
	expect(requestComplaints(world.server)).toEqual([]);
	await world.server.stop();
});

beforeEach(() => world.server.faults.clear());

function outgoing(change: Partial<OutgoingMessage> = {}): OutgoingMessage {
	nonce += 1;
	return {
		channelId: world.channel.id,
		text: 'hello',
		replyToId: null,
		nonce: `nonce-${nonce}`,
		notifiableUserIds: [],
		...change,
	};
}

/** What Discord stored under the last message that the bot posted. */
const lastPosted = () => world.server.botMessages().at(-1);
const post = (change: Partial<OutgoingMessage> = {}) => connection.surface.post(outgoing(change), unhurried);
const requestsFor = (asked: string, channelId: string) =>
	world.server.requests.filter(({ method, path }) => method === asked && path === `/channels/${channelId}/messages`);
const postsTo = (channelId: string) =>
	world.server.requests.filter(({ method, path }) => method === 'POST' && path === `/channels/${channelId}/messages`);

describe('posting', () => {
	test('gives the id of what Discord stored', async () => {
		const posted = await post({ text: 'hello there' });
		const record = lastPosted();
		expect(record?.message.content).toBe('hello there');
		expect(posted).toEqual({ ok: true, value: { id: record?.message.id, channelId: world.channel.id } });
		expect(postsTo(world.channel.id).at(-1)?.body).toMatchObject({ enforce_nonce: true });
	});

	test('S017 @everyone, @here and role mentions go out unchanged and notify nobody', async () => {
		const role = world.build.addRole(world.guild, 'tea drinkers');
		const text = `@everyone @here <@&${role.id}> tea!`;
		const posted = await post({ text, notifiableUserIds: [world.bo.id] });
		expect(posted.ok).toBe(true);
		const record = lastPosted();
		expect(record?.message.content).toBe(text);
		expect(record?.allowedMentions).toMatchObject({ parse: [], users: [] });
		expect(record?.message.mention_everyone).toBe(false);
		expect(record?.message.mention_roles).toEqual([]);
	});

	test('notifies the people it may notify, and only them', async () => {
		const text = `<@${world.bo.id}> <@${world.ellen.id}>`;
		await post({ text, notifiableUserIds: [world.bo.id] });
		expect(lastPosted()?.allowedMentions).toMatchObject({ parse: [], users: [world.bo.id] });
	});

	test('replies to its trigger', async () => {
		const trigger = world.server.as(world.bo).send(world.channel, 'hi');
		await post({ replyToId: trigger.id, notifiableUserIds: [world.bo.id] });
		expect(lastPosted()?.message.message_reference?.message_id).toBe(trigger.id);
		expect(lastPosted()?.allowedMentions?.replied_user).toBe(true);
	});

	test('S033 a trigger that was deleted gets a plain message', async () => {
		const trigger = world.server.as(world.bo).send(world.channel, 'never mind');
		world.server.as(world.bo).delete(trigger);
		const posted = await post({ text: 'anyway', replyToId: trigger.id });
		expect(posted.ok).toBe(true);
		expect(lastPosted()?.message.content).toBe('anyway');
		expect(lastPosted()?.message.referenced_message ?? null).toBeNull();
	});

	test.each([10_008, 160_002])(
		'S033 a refusal of the reference (%i) is answered with a plain message',
		async (code) => {
			const trigger = world.server.as(world.bo).send(world.channel, 'hm');
			world.server.faults.add({ method: 'POST', path: /\/messages$/, kind: 'error', status: 400, code });
			const posted = await post({ text: `plain ${code}`, replyToId: trigger.id, notifiableUserIds: [world.bo.id] });
			expect(posted.ok).toBe(true);
			expect(lastPosted()?.message).toMatchObject({ content: `plain ${code}`, type: 0 });
		},
	);

	test.each([
		['a plain message', {}],
		['a reply', { replyToId: '' }],
	])('S056 a nonce whose message was deleted is known as sent, and not posted again: %s', async (_name, change) => {
		const trigger = world.server.as(world.ellen).send(world.channel, 'hi');
		const sent = outgoing({
			...change,
			text: 'only once, and gone',
			...('replyToId' in change ? { replyToId: trigger.id } : {}),
		});
		const first = await connection.surface.post(sent, unhurried);
		world.server.as(world.ellen).delete({ id: first.ok ? first.value.id : expect.fail() });
		expect(await connection.surface.post(sent, unhurried)).toEqual({ ok: false, error: { code: 'discord-removed' } });
		const copies = world.server.world.messageLog.filter(({ message }) => message.content === sent.text);
		expect(copies.filter(({ message }) => message.nonce === sent.nonce)).toHaveLength(1);
	});

	test('a message whose answer was lost is stored once', async () => {
		world.server.faults.add({ method: 'POST', path: /\/messages$/, kind: 'dropped-answer' });
		const posted = await post({ text: 'only once' });
		const copies = world.server.botMessages().filter(({ message }) => message.content === 'only once');
		expect(copies.length).toBe(1);
		expect(posted).toEqual({ ok: true, value: { id: copies[0]?.message.id, channelId: world.channel.id } });
	});

	test('waits out a rate limit and a server error', async () => {
		world.server.faults.add({ method: 'POST', path: /\/messages$/, kind: '429', retryAfterSeconds: 0.05 });
		world.server.faults.add({ method: 'POST', path: /\/messages$/, kind: '5xx' });
		expect((await post()).ok).toBe(true);
	});

	test('S014 outlasts a blip that is longer than the repetitions of the client', async () => {
		const blip = world.server.faults.add({ method: 'POST', path: /\/messages$/, kind: '5xx', status: 503, times: 4 });
		const posted = post({ text: 'after the blip' });
		await expect.poll(clock.delays, { timeout: 5000 }).toEqual([500]);
		expect(blip.hits).toBe(4);
		clock.advance(500);
		expect((await posted).ok).toBe(true);
		expect(world.server.botMessages().filter(({ message }) => message.content === 'after the blip')).toHaveLength(1);
	});

	test('a rate limit that outlasts whoever waits is not waited for, in posting and in reading', async () => {
		const { id: channelId } = world.build.addChannel(world.guild, 'limited');
		const path = new RegExp(`^/channels/${channelId}/messages$`);
		for (const method of ['POST', 'GET']) {
			world.server.faults.add({ method, path, kind: '429', retryAfterSeconds: 2 });
			const waiting = new AbortController();
			const { surface } = connection;
			const done: Promise<{ readonly ok: boolean }> =
				method === 'POST'
					? surface.post(outgoing({ channelId }), waiting.signal)
					: surface.readMessages({ channelId, limit: 5 }, waiting.signal);
			await world.server.until(() => requestsFor(method, channelId).length === 1);
			waiting.abort('turn-timeout');
			expect(await done).toEqual({ ok: false, error: { code: 'discord-rejected', detail: 'cancelled' } });
		}
	});

	test('a notice is an embed that is read back as our notice', async () => {
		await post({ text: 'There is no key.', noticeKind: 'notice' });
		const read = await connection.surface.readMessages({ channelId: world.channel.id, limit: 1 }, unhurried);
		expect(read.ok && read.value[0]).toMatchObject({ content: '', noticeKind: 'notice', embeds: [{ kind: 'card' }] });
		expect(read.ok && read.value[0]?.author.kind).toBe('self');
	});
});

describe('a post that cannot be made is a failure', () => {
	const failing = { method: 'POST', path: /\/messages$/, kind: 'error' } as const;
	test.each([
		[50_013, 403, { code: 'discord-forbidden' }],
		[50_001, 403, { code: 'discord-forbidden' }],
		[50_007, 403, { code: 'discord-forbidden' }],
		[10_003, 404, { code: 'discord-gone' }],
	])('%i', async (code, status, failure) => {
		world.server.faults.add({ ...failing, status, code });
		expect(await post()).toEqual({ ok: false, error: failure });
	});

	test('when the permission is missing', async () => {
		const secret = world.build.addChannel(world.guild, 'secret');
		world.build.deny(secret, ['SendMessages']);
		expect(await post({ channelId: secret.id })).toEqual({ ok: false, error: { code: 'discord-forbidden' } });
	});

	test('with Discord’s own short words when the text is too long', async () => {
		const posted = await post({ text: 'x'.repeat(2001) });
		expect(posted.ok || posted.error).toMatchObject({
			code: 'discord-rejected',
			detail: expect.stringMatching(/^50035 .*2000/),
		});
	});

	test('when Discord is down for longer than the client tries', async () => {
		world.server.faults.add({ method: 'POST', path: /\/messages$/, kind: '5xx', times: 40 });
		const posted = post();
		for (const pauseMs of blipPausesMs) {
			await expect.poll(clock.delays, { timeout: 5000 }).toContain(pauseMs);
			clock.advance(pauseMs);
		}
		expect(await posted).toEqual({ ok: false, error: { code: 'discord-unreachable' } });
	});

	test('when it is called off', async () => {
		const calledOff = new AbortController();
		calledOff.abort();
		const before = world.server.botMessages().length;
		expect(await connection.surface.post(outgoing(), calledOff.signal)).toEqual({
			ok: false,
			error: { code: 'discord-rejected', detail: 'cancelled' },
		});
		expect(world.server.botMessages().length).toBe(before);
	});
});

describe('reading', () => {
	test('gives the newest messages, oldest first, under the names that members see', async () => {
		const { server, build, guild, bo, ellen } = world;
		const channel = build.addChannel(guild, 'reading');
		for (const text of ['one', 'two', 'three']) server.as(bo).send(channel, { content: text, silent: true });
		server.as(ellen).send(channel, { content: 'four', silent: true });
		const read = await connection.surface.readMessages({ channelId: channel.id, limit: 3 }, unhurried);
		const lines = read.ok ? read.value.map(({ author, content }) => `${author.displayName}: ${content}`) : [];
		expect(lines).toEqual(['Bobby: two', 'Bobby: three', 'Ellen: four']);
		expect(read.ok && read.value.every(({ guildId }) => guildId === guild.id)).toBe(true);
		const older = await connection.surface.readMessages(
			{ channelId: channel.id, limit: 500, beforeId: (read.ok && read.value[0]?.id) || '' },
			unhurried,
		);
		expect(older.ok && older.value.map(({ content }) => content)).toEqual(['one']);
	});

	test('asks the gateway for the nicknames of people it has not heard yet, once', async () => {
		const { server, build, guild } = world;
		const channel = build.addChannel(guild, 'strangers');
		const mina = build.addUser('mina', { globalName: 'Mina' });
		build.addMember(guild, mina, { nick: 'Min' });
		server.as(mina).send(channel, { content: 'hi', silent: true });
		server.as(build.addUser('gone')).send(channel, { content: 'bye', silent: true });
		const asked = () => server.gateway.received.filter(({ op }) => op === 8).length;
		const before = asked();
		for (const times of [1, 2]) {
			const read = await connection.surface.readMessages({ channelId: channel.id, limit: 5 }, unhurried);
			const names = read.ok ? read.value.map(({ author }) => author.displayName) : [];
			expect([times, ...names]).toEqual([times, 'Min', 'gone']);
		}
		expect(asked()).toBe(before + 1);
	});

	test('outlasts a blip of Discord', async () => {
		const { id: channelId } = world.build.addChannel(world.guild, 'reading-blip');
		const path = new RegExp(`^/channels/${channelId}/messages$`);
		world.server.faults.add({ method: 'GET', path, kind: '5xx', status: 503, times: 4 });
		const read = connection.surface.readMessages({ channelId, limit: 5 }, unhurried);
		await expect.poll(clock.delays, { timeout: 5000 }).toEqual([500]);
		clock.advance(500);
		expect(await read).toEqual({ ok: true, value: [] });
	});

	test('direct messages have no guild', async () => {
		const direct = world.build.openDm(world.bo);
		world.server.as(world.bo).send(direct, { content: 'psst', silent: true });
		const read = await connection.surface.readMessages({ channelId: direct.id, limit: 5 }, unhurried);
		expect(read.ok && read.value[0]).toMatchObject({ guildId: null, content: 'psst', author: { displayName: 'Bo' } });
	});

	test('a channel that is gone or closed to the bot is a failure', async () => {
		const hidden = world.build.addChannel(world.guild, 'hidden');
		world.build.deny(hidden, ['ViewChannel']);
		const readIn = (channelId: string) => connection.surface.readMessages({ channelId, limit: 5 }, unhurried);
		expect(await readIn('1')).toEqual({ ok: false, error: { code: 'discord-gone' } });
		expect(await readIn(hidden.id)).toEqual({ ok: false, error: { code: 'discord-forbidden' } });
	});
});

describe('events', () => {
	test('bring messages, typing and deletions', async () => {
		const { server, channel, bo } = world;
		const messages = collect(connection);
		const typings: unknown[] = [];
		const deletions: unknown[] = [];
		connection.onTyping((typing) => void typings.push(typing));
		connection.onMessageDeleted((deleted) => void deletions.push(deleted));
		server.as(bo).type(channel);
		const message = server.as(bo).send(channel, { content: 'oops', replyTo: server.as(bo).send(channel, 'target') });
		server.as(bo).delete(message);
		await server.until(() => deletions.length > 0);
		expect(messages.map(({ content }) => content)).toEqual(expect.arrayContaining(['target', 'oops']));
		expect(messages.find(({ id }) => id === message.id)).toMatchObject({
			author: { displayName: 'Bobby' },
			reply: { state: 'known', target: { author: { id: bo.id, kind: 'user' }, body: { content: 'target' } } },
		});
		expect(typings).toEqual([{ channelId: channel.id, userId: bo.id }]);
		expect(deletions).toEqual([{ channelId: channel.id, messageIds: [message.id] }]);
	});
});

describe('typing and reactions', () => {
	const typingsIn = (channelId: string) =>
		world.server.typings.filter((typing) => typing.channelId === channelId).length;

	test('typing shows at once and again, until it is stopped', async () => {
		const { id } = world.build.addChannel(world.guild, 'typing');
		const stop = connection.surface.startTyping(id);
		await world.server.until(() => typingsIn(id) === 1);
		expect(clock.delays()).toEqual([8000]);
		await world.server.until(() => {
			clock.advance(8000);
			return typingsIn(id) >= 3;
		});
		stop();
		expect(clock.delays()).toEqual([]);
	});

	test('typing where it is forbidden is given up quietly', async () => {
		const forbidden = world.build.addChannel(world.guild, 'forbidden');
		world.build.deny(forbidden, ['ViewChannel']);
		const stop = connection.surface.startTyping(forbidden.id);
		await expect.poll(clock.delays, { timeout: 5000 }).toEqual([]);
		stop();
	});

	test('reactions come and go, and a refusal is of no consequence', async () => {
		const { server, channel, bo } = world;
		const message = server.as(bo).send(channel, 'slow?');
		const reaction = { channelId: channel.id, messageId: message.id, emoji: '⏳' };
		const record = server.world.message(channel.id, message.id);
		await connection.surface.react({ ...reaction, present: true });
		expect([...record.reactions.keys()]).toEqual(['⏳']);
		await connection.surface.react({ ...reaction, present: false });
		expect(record.reactions.get('⏳')?.userIds.size ?? 0).toBe(0);
		await connection.surface.react({ ...reaction, messageId: '1', present: true });
	});
});

test('S052 blank messages despite the intent are reported once', async () => {
	const log = recordedLog();
	const reports: string[] = [];
	const other = await connectTo(world.server, { log, onContentMissing: () => void reports.push('missing') });
	const messages = collect(other);
	const session = world.server.gateway.connected.at(-1);
	const blank = { channel_id: world.channel.id, guild_id: world.guild.id, type: 0, content: '', author: world.bo };
	for (let index = 0; index < 12; index += 1) session?.send('MESSAGE_CREATE', { ...blank, id: String(1000 + index) });
	await world.server.until(() => messages.length === 12);
	expect(reports.length).toBe(1);
	expect(log.lines.filter(({ message }) => message.includes('without content')).length).toBe(1);
	await other.close();
});
