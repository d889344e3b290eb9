/** Forwards of forwards, targets of replies, reactions and media, read from a loopback Discord. */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DiscordConnection } from '#adapters/discord/connection';
import type { FetchMessage } from '#adapters/discord/fetch-message';
import { resolveForwardChain } from '#adapters/discord/forward-chain';
import { nameReactions } from '#app/chat/name-reactions';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import { plainHistoryFacts } from '#core/history/history-facts';
import type { LineageId, PersonaId } from '#domain/ids';
import type { Forward } from '#domain/message';
import type { ChannelRecord } from '#playground/discord-server/records';
import type { UserMessage } from '#playground/discord-server/user-actor';
import { chatMessage } from '../../support/chat-message.ts';
import { connectTo, requestComplaints, startWorld, unhurried } from './loopback.ts';

let world: Awaited<ReturnType<typeof startWorld>>;
let connection: DiscordConnection;

beforeAll(async () => {
	world = await startWorld();
	connection = await connectTo(world.server);
});

afterAll(async () => {
	await connection.close();
	expect(world.server.unknownRoutes).toEqual([]);
	expect(requestComplaints(world.server)).toEqual([]);
	await world.server.stop();
});

const say = (channel: ChannelRecord, message: UserMessage, user: APIUser = world.bo): APIMessage =>
	world.server.as(user).send(channel, { silent: true, ...message });

const newChannel = (name: string): ChannelRecord => world.build.addChannel(world.guild, name);

const cat = { filename: 'cat.png', bytes: 'not really a cat' };

/** A message in a channel of its own, forwarded `times` times, each time into another channel; the last one is `into`. */
function forwarded(origin: APIMessage, into: ChannelRecord, times: number): APIMessage {
	let last = origin;
	for (let time = 1; time < times; time += 1) last = say(newChannel(`between-${time}`), { forward: last });
	return say(into, { forward: last });
}

async function readIn(channel: ChannelRecord, through: DiscordConnection = connection) {
	const read = await through.surface.readMessages({ channelId: channel.id, limit: 20 }, unhurried);
	if (!read.ok) throw new Error(read.error.code);
	return read.value;
}

const fetchesOf = (run: { from: number }) =>
	world.server.requests.slice(run.from).filter(({ path }) => /^\/channels\/\d+\/messages\/\d+$/.test(path)).length;

describe('forwards', () => {
	test.each([
		[1, 0],
		[2, 1],
		[3, 2],
		[4, 3],
	])('S032 of %i levels are followed with %i fetches', async (levels, fetches) => {
		const channel = newChannel(`levels-${levels}`);
		forwarded(say(world.channel, { content: 'the origin', attachments: [cat] }), channel, levels);
		const from = world.server.requests.length;
		const [message] = await readIn(channel);
		expect(message?.forward).toMatchObject({
			hops: fetches,
			body: { content: 'the origin', attachments: [{ fileName: 'cat.png' }] },
		});
		expect(fetchesOf({ from })).toBe(fetches);
	});

	test('S032 of more levels than may be followed have no body, after the allowed fetches', async () => {
		const channel = newChannel('levels-5');
		forwarded(say(world.channel, { content: 'too far' }), channel, 5);
		const from = world.server.requests.length;
		expect((await readIn(channel))[0]?.forward).toMatchObject({ hops: 0, body: null });
		expect(fetchesOf({ from })).toBe(3);
	});

	test('S032 are never fetched with a depth of 0', async () => {
		const other = await connectTo(world.server, { forwardDepthMax: 0 });
		const channel = newChannel('no-depth');
		forwarded(say(world.channel, { content: 'near' }), channel, 2);
		const from = world.server.requests.length;
		expect((await readIn(channel, other))[0]?.forward?.body).toBeNull();
		expect(fetchesOf({ from })).toBe(0);
		await other.close();
	});

	test('S032 whose middle is deleted or closed to the bot have no body', async () => {
		const [gone, closed, channel] = [newChannel('gone'), newChannel('closed'), newChannel('blind')];
		const origin = say(world.channel, { content: 'once' });
		const [deleted, hidden] = [say(gone, { forward: origin }), say(closed, { forward: origin })];
		say(channel, { forward: deleted });
		say(channel, { forward: hidden });
		world.server.as(world.bo).delete(deleted);
		world.build.deny(closed, ['ViewChannel']);
		expect((await readIn(channel)).map((message) => message.forward?.body)).toEqual([null, null]);
	});

	test('of the same message ask for it once, and all forwards together ask a limited number of times', async () => {
		const [middle, channel] = [newChannel('middle'), newChannel('many')];
		const between = say(middle, { forward: say(world.channel, { content: 'shared' }) });
		for (let time = 0; time < 10; time += 1) say(channel, { forward: between });
		let from = world.server.requests.length;
		const read = await readIn(channel);
		expect(read.map((message) => message.forward?.body?.content)).toEqual(Array(10).fill('shared'));
		expect(fetchesOf({ from })).toBe(1);
		const crowd = newChannel('crowd');
		for (let time = 0; time < 20; time += 1) forwarded(say(world.channel, { content: 'c' }), crowd, 3);
		from = world.server.requests.length;
		const last = (await readIn(crowd)).at(-1);
		expect(last?.forward?.body?.content).toBe('c');
		expect(fetchesOf({ from })).toBe(20);
	});

	test('that lead in a circle, or to no forward at all, end', async () => {
		const circle: Forward = {
			messageId: '1',
			channelId: '2',
			channelName: null,
			body: null,
			hops: 0,
			createdAtMs: null,
		};
		const asked: string[] = [];
		const fetchCircle: FetchMessage = async (_, id) => {
			asked.push(id);
			return chatMessage({ id, forward: circle });
		};
		expect((await resolveForwardChain(circle, { fetchMessage: fetchCircle, forwardDepthMax: 5 })).body).toBeNull();
		expect(asked).toHaveLength(5);
		const fetchPlain: FetchMessage = async (_, id) => chatMessage({ id, content: 'secret of another channel' });
		expect((await resolveForwardChain(circle, { fetchMessage: fetchPlain, forwardDepthMax: 5 })).body).toBeNull();
	});
});

describe('replies', () => {
	test('S034 whose target the payload leaves out ask for it once', async () => {
		const channel = newChannel('unknown-target');
		const target = say(newChannel('elsewhere'), { content: 'remember me', attachments: [cat] }, world.ellen);
		const message_reference = { type: 0, channel_id: target.channel_id, message_id: target.id };
		say(channel, { content: 'yes', omitsTarget: true, extra: { type: 19, message_reference } });
		const from = world.server.requests.length;
		expect((await readIn(channel))[0]?.reply).toMatchObject({
			state: 'known',
			target: { id: target.id, author: { displayName: 'Ellen' }, body: { content: 'remember me' } },
		});
		expect(fetchesOf({ from })).toBe(1);
	});

	test('S034 whose target cannot be read are unreadable, those whose target is deleted say so without a fetch', async () => {
		const channel = newChannel('no-target');
		const message_reference = { type: 0, channel_id: channel.id, message_id: '5' };
		say(channel, { content: 'to nothing', omitsTarget: true, extra: { type: 19, message_reference } });
		say(channel, { content: 'to a deleted one', replyTo: '6' });
		const from = world.server.requests.length;
		expect((await readIn(channel)).map((message) => message.reply?.state)).toEqual(['unreadable', 'deleted']);
		expect(fetchesOf({ from })).toBe(1);
	});

	test('to a message of the same page need no fetch', async () => {
		const channel = newChannel('same-page');
		const target = say(channel, { content: 'here' });
		say(channel, { content: 'yes', replyTo: target, omitsTarget: true });
		const from = world.server.requests.length;
		expect((await readIn(channel))[1]?.reply?.target?.body.content).toBe('here');
		expect(fetchesOf({ from })).toBe(0);
	});
});

test('lines that the page lacks are appended, with what they point at', async () => {
	const channel = newChannel('short-page');
	const origin = say(world.channel, { content: 'deep' });
	const between = say(newChannel('between'), { forward: origin });
	for (let line = 0; line < 3; line += 1) say(channel, { content: `line ${line}` });
	const forward = { messageId: between.id, channelId: between.channel_id };
	const missing = chatMessage({
		id: '7',
		channelId: channel.id,
		content: '',
		forward: { ...forward, channelName: null, body: null, hops: 0, createdAtMs: null },
	});
	const read = await connection.surface.readMessages(
		{ channelId: channel.id, limit: 2, include: [missing] },
		unhurried,
	);
	const shown = read.ok ? read.value.map((message) => message.forward?.body?.content ?? message.content) : [];
	expect(shown).toEqual(['line 1', 'line 2', 'deep']);
});

describe('media found again by id', () => {
	const persona = { id: 1 as PersonaId, lineageId: 1 as LineageId, name: 'Tomori', isAlter: false };
	const urlsOf = (media: readonly { readonly url: string }[]) => media.map(({ url }) => url).sort();

	test('are those that history shows for the id: of a message, of forwards of any depth, of a reply', async () => {
		const channel = newChannel('media');
		const origin = say(newChannel('media-origin'), {
			content: 'see',
			attachments: [cat, { filename: 'clip.mp4', bytes: 'x' }],
		});
		const own = say(channel, { content: 'mine', attachments: [cat] });
		const wrappers = [1, 2, 3].map((levels) => forwarded(origin, channel, levels));
		const reply = say(channel, { content: 'nice', replyTo: own });
		const sticker = { id: '1111111111111111111', name: 'wave', format_type: 1 };
		const stuck = say(channel, { stickers: [sticker] });
		const messages = await readIn(channel);
		const facts = plainHistoryFacts({ selfId: connection.selfId, persona, turnLines: [], nowMs: 0 });
		const { entries } = buildSimplifiedHistory(messages, facts);
		const registered = entries.flatMap((entry) => [...entry.imageAttachments, ...entry.videoAttachments]);
		const owners = new Set(registered.map((media) => media.sourceMessageId));
		expect(owners).toEqual(new Set([own.id, ...wrappers.map(({ id }) => id), stuck.id]));
		for (const messageId of [...owners]) {
			const found = await connection.media.extractMedia({ channelId: channel.id, messageId }, unhurried);
			const shown = new Set(registered.filter((media) => media.sourceMessageId === messageId).map(({ url }) => url));
			expect(found.ok && urlsOf([...found.value.images, ...found.value.videos])).toEqual([...shown].sort());
		}
		const ofReply = await connection.media.extractMedia({ channelId: channel.id, messageId: reply.id }, unhurried);
		expect(ofReply.ok && urlsOf(ofReply.value.images)).toEqual(urlsOf(own.attachments));
	});

	test('are none for a forward that cannot be followed, and a failure for a message that is gone', async () => {
		const channel = newChannel('no-media');
		const far = forwarded(say(world.channel, { attachments: [cat] }), channel, 6);
		const extract = (messageId: string) =>
			connection.media.extractMedia({ channelId: channel.id, messageId }, unhurried);
		expect(await extract(far.id)).toEqual({ ok: true, value: { images: [], videos: [], documents: [] } });
		expect(await extract('5')).toEqual({ ok: false, error: { code: 'discord-gone' } });
	});
});

describe('reactions', () => {
	const settings = { isEnabled: true, callsMax: 20, reactionsMax: 4, usersMax: 5 };
	const privateAmong = async () => new Set<string>();
	const requestsFor = (from: number) =>
		world.server.requests.slice(from).filter(({ path }) => path.includes('/reactions/')).length;

	test('get the names of the people who gave them, custom emoji included', async () => {
		const channel = newChannel('reactions');
		const message = say(channel, { content: 'look' });
		world.server.as(world.bo).react(message, '🔥');
		world.server.as(world.ellen).react(message, '🔥');
		world.server.as(world.ellen).react(message, 'blob:1234567890123456789');
		const naming = { surface: connection.surface, settings, privateAmong, signal: unhurried };
		const [named] = await nameReactions(await readIn(channel), naming);
		expect(named?.reactions).toEqual([
			{ emoji: '🔥', count: 2, isMine: false, userNames: ['Bobby', 'Ellen'] },
			{ emoji: ':blob:', emojiId: '1234567890123456789', count: 1, isMine: false, userNames: ['Ellen'] },
		]);
	});

	test('of the newest messages come first when requests are few', async () => {
		const channel = newChannel('few-requests');
		for (let line = 0; line < 5; line += 1) {
			const message = say(channel, { content: `line ${line}` });
			for (const emoji of ['🔥', '🎉', '👀']) world.server.as(world.bo).react(message, emoji);
		}
		const messages = await readIn(channel);
		const from = world.server.requests.length;
		const few = { ...settings, callsMax: 5, reactionsMax: 2 };
		const naming = { surface: connection.surface, settings: few, privateAmong, signal: unhurried };
		const named = await nameReactions(messages, naming);
		const counts = named.map(({ reactions }) => reactions.filter(({ userNames }) => userNames.length > 0).length);
		expect(counts).toEqual([0, 0, 1, 2, 2]);
		expect(requestsFor(from)).toBe(5);
	});

	test('cost nothing where they are switched off, and a refusal leaves the numbers', async () => {
		const channel = newChannel('no-names');
		world.server.as(world.bo).react(say(channel, { content: 'look' }), '🔥');
		const messages = await readIn(channel);
		const from = world.server.requests.length;
		const naming = { surface: connection.surface, settings, privateAmong, signal: unhurried };
		const off = { ...naming, settings: { ...settings, isEnabled: false } };
		expect(await nameReactions(messages, off)).toEqual(messages);
		expect(requestsFor(from)).toBe(0);
		world.build.deny(channel, ['ViewChannel']);
		expect(await nameReactions(messages, naming)).toEqual(messages);
	});
});
