/** The handles of media in a prompt lead back to the same files, read from a loopback Discord. */
import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DiscordConnection } from '#adapters/discord/connection';
import { type EntryMedia, planMedia } from '#core/context/dialogue-history/media-budget';
import { MessageIdMap } from '#core/context/message-id-map';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import { plainHistoryFacts } from '#core/history/history-facts';
import type { LineageId, PersonaId } from '#domain/ids';
import type { ChannelRecord } from '#playground/discord-server/records';
import type { UserMessage } from '#playground/discord-server/user-actor';
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

const persona = { id: 1 as PersonaId, lineageId: 1 as LineageId, name: 'Tomori', isAlter: false };
const files = [
	{ filename: 'cat $&{{user}}.png', bytes: 'not really a cat' },
	{ filename: 'clip.mp4', bytes: 'x' },
] as const;
const newChannel = (name: string): ChannelRecord => world.build.addChannel(world.guild, name);
const say = (channel: ChannelRecord, message: UserMessage): APIMessage =>
	world.server.as(world.bo).send(channel, { silent: true, ...message });

/** What a prompt of this channel shows, and its handles. */
async function planOf(channel: ChannelRecord, windowEntries: number) {
	const read = await connection.surface.readMessages({ channelId: channel.id, limit: 50 }, unhurried);
	if (!read.ok) throw new Error(read.error.code);
	const messageIds = new MessageIdMap();
	const facts = plainHistoryFacts({ selfId: connection.selfId, persona, turnLines: [], nowMs: 0 });
	const { entries } = buildSimplifiedHistory(read.value, { ...facts, messageIdMap: messageIds });
	const policy = { windowEntries, fetchLimit: 50, imageMessagesMax: 50 };
	const plan = planMedia(entries, { policy, messageIds, labelOf: (entry) => entry.authorName });
	return { plan, messageIds };
}

/** The addresses behind a handle, as a tool would find them. */
async function foundBy(messageId: string, channel: ChannelRecord): Promise<readonly string[]> {
	const found = await connection.media.extractMedia({ channelId: channel.id, messageId }, unhurried);
	if (!found.ok) throw new Error(found.error.code);
	return [...found.value.images, ...found.value.videos].map(({ proxyUrl }) => proxyUrl);
}

describe('every handle of a prompt', () => {
	test.each([
		['inside the window', 50],
		['outside of it', 0],
	])('%s leads to the files that the prompt shows: own, answered, forwarded, forwarded again', async (_, entries) => {
		const [channel, far, between] = [newChannel('here'), newChannel('far'), newChannel('between')];
		const origin = say(far, { content: 'see', attachments: files });
		say(channel, { attachments: files });
		const answered = say(channel, { content: 'mine', attachments: files });
		say(channel, { content: 'words only', replyTo: answered });
		say(channel, { content: 'with a picture', replyTo: answered, attachments: files });
		say(channel, { forward: origin });
		const wrapper = say(channel, { forward: say(between, { forward: origin }) });
		say(channel, { content: 'and this?', replyTo: wrapper });
		const { plan, messageIds } = await planOf(channel, entries);
		const shown = plan.flatMap(({ descriptors }) => descriptors);
		expect(new Set(shown.map(({ mediaId }) => mediaId)).size).toBe(5);
		expect(shown.every(({ withinWindow }) => withinWindow === entries > 0)).toBe(true);
		for (const { uri, mediaId } of shown) {
			expect(await foundBy(messageIds.resolve(mediaId), channel)).toContain(uri);
		}
	});

	test('is a message whose contents can be seen: a forward that cannot be followed has none', async () => {
		const channel = newChannel('too-far');
		let last = say(newChannel('start'), { attachments: files });
		for (let level = 0; level < 5; level += 1) last = say(newChannel(`level-${level}`), { forward: last });
		say(channel, { forward: last });
		const { plan, messageIds } = await planOf(channel, 50);
		expect(plan.flatMap(({ descriptors }: EntryMedia) => descriptors)).toEqual([]);
		expect([...messageIds.entries()]).toEqual([]);
	});
});
