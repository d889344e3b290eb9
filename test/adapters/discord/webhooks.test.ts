import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DiscordConnection } from '#adapters/discord/connection';
import { buildSimplifiedHistory } from '#core/history/build-simplified-history';
import { plainHistoryFacts } from '#core/history/history-facts';
import type { LineageId, PersonaId, Snowflake } from '#domain/ids';
import type { OutgoingMessage } from '#domain/reply';
import { Secret } from '#domain/secret';
import type { ManagedWebhook, WebhookStore } from '#ports/webhook-store';
import { collect, connectTo, requestComplaints, startWorld, unhurried, WatchedClock } from './loopback.ts';

type World = Awaited<ReturnType<typeof startWorld>>;
let world: World;
let connection: DiscordConnection;
let stored: Map<Snowflake, ManagedWebhook>;

const store: WebhookStore = {
	findWebhook: async (channelId) => stored.get(channelId) ?? null,
	saveWebhook: async ({ channelId, id, token }) => void stored.set(channelId, { id, token }),
	forgetWebhook: async (channelId) => void stored.delete(channelId),
};

beforeEach(async () => {
	stored = new Map();
	world = await startWorld();
	connection = await connectTo(world.server, { webhooks: store });
});

afterEach(async () => {
	await connection.close();
	expect(requestComplaints(world.server)).toEqual([]);
	expect(world.server.unknownRoutes).toEqual([]);
	await world.server.stop();
});

function line(change: Partial<OutgoingMessage> = {}): OutgoingMessage {
	return {
		channelId: world.channel.id,
		text: 'Hello.',
		replyToId: null,
		nonce: 'n',
		notifiableUserIds: [],
		identity: { name: 'Mio', avatarUrl: null },
		...change,
	};
}

async function posted(change: Partial<OutgoingMessage> = {}) {
	const result = await connection.surface.post(line(change), unhurried);
	if (!result.ok) throw new Error(result.error.code);
	return result.value;
}

const texts = (channelId: Snowflake): string[] =>
	world.server.world.messageLog
		.filter((record) => record.message.channel_id === channelId && !record.deleted)
		.map((record) => record.message.content);
const requests = (method: string, path: RegExp) =>
	world.server.requests.filter((request) => request.method === method && path.test(request.path));

describe('a persona that speaks through a webhook', () => {
	test('one webhook is made for a channel, and its name and picture are the persona’s', async () => {
		const first = await posted({ identity: { name: 'Mio', avatarUrl: 'https://example.com/mio.png' } });
		await posted({ text: 'Again.', identity: { name: 'Rin', avatarUrl: null } });
		const records = world.server.world.messageLog.filter((record) => record.message.webhook_id !== undefined);
		expect(records.map((record) => record.message.author.username)).toEqual(['Mio', 'Rin']);
		expect(first.webhookId).toBe(stored.get(world.channel.id)?.id);
		expect(requests('POST', /^\/channels\/\d+\/webhooks$/)).toHaveLength(1);
	});

	test('S045 in a thread it posts, changes and takes back through the webhook of the channel above', async () => {
		const thread = world.build.addThread(world.channel, 'side', { owner: world.bo });
		const message = await posted({ channelId: thread.id });
		expect(stored.has(world.channel.id)).toBe(true);
		expect(texts(thread.id)).toEqual(['Hello.']);
		const changed = await connection.surface.edit(message, { text: 'Bye.', notifiableUserIds: [] }, unhurried);
		expect(changed.ok).toBe(true);
		expect(texts(thread.id)).toEqual(['Bye.']);
		expect((await connection.surface.remove(message)).ok).toBe(true);
		expect(texts(thread.id)).toEqual([]);
		expect(
			requests('PATCH', /webhooks/)
				.concat(requests('DELETE', /webhooks/))
				.every((r) => r.query.includes(thread.id)),
		).toBe(true);
	});

	test('S046 a forum itself takes no message, and nothing is posted', async () => {
		const forum = world.build.addChannel(world.guild, 'ideas', { type: 15 });
		const result = await connection.surface.post(line({ channelId: forum.id }), unhurried);
		expect(result.ok).toBe(false);
		expect(requests('POST', /webhooks/)).toEqual([]);
	});

	test('S096 a webhook that was deleted is made anew once, and one of ours is used when the channel is full', async () => {
		const first = await posted();
		world.server.world.webhooks.delete(first.webhookId ?? '');
		const second = await posted({ text: 'Still here.' });
		expect(second.webhookId).not.toBe(first.webhookId);
		expect(requests('POST', /^\/webhooks\//)).toHaveLength(3);
		stored.clear();
		await connection.close();
		while (world.server.world.webhooks.size < 15)
			world.build.addWebhook(world.channel, 'other', { applicationId: null });
		connection = await connectTo(world.server, { webhooks: store });
		expect((await posted({ text: 'And again.' })).webhookId).toBe(second.webhookId);
	});

	test('S096 where the channel is full of others’ webhooks, or webhooks are forbidden, the bot posts in its place', async () => {
		for (let count = 0; count < 15; count += 1) world.build.addWebhook(world.channel, 'other', { applicationId: null });
		expect(await posted()).toMatchObject({ isStandIn: true });
		const closed = world.build.addChannel(world.guild, 'closed');
		world.build.deny(closed, ['ManageWebhooks']);
		expect(await posted({ channelId: closed.id })).toMatchObject({ isStandIn: true });
		expect(texts(closed.id)).toEqual(['Hello.']);
	});

	test('S057 a post whose answer was lost is found and not repeated; one that never arrived is repeated', async () => {
		await posted({ text: 'First.' });
		world.server.faults.add({ kind: 'dropped-answer', method: 'POST', path: /^\/webhooks\// });
		const found = await posted({ text: 'Second.' });
		expect(texts(world.channel.id)).toEqual(['First.', 'Second.']);
		world.server.faults.add({ kind: 'refuse', method: 'POST', path: /^\/webhooks\// });
		const again = await posted({ text: 'Second.' });
		expect(again.id).not.toBe(found.id);
		expect(texts(world.channel.id)).toEqual(['First.', 'Second.', 'Second.']);
	});

	test('S098 the answered message is quoted with a link to it, since webhooks cannot reply', async () => {
		const asked = world.server.as(world.bo).send(world.channel, 'what [do] you think?');
		await posted({ replyToId: asked.id, quote: { label: 'Bobby', text: asked.content } });
		const embed = world.server.world.messageLog.at(-1)?.message.embeds[0];
		expect(embed?.description).toContain(`/channels/${world.guild.id}/${world.channel.id}/${asked.id}`);
		expect(embed?.description).toContain('Bobby');
		expect(embed?.description).toContain('what do you think?');
	});

	test('S098 the quote is read back as the reply that it stands for, and not as a card', async () => {
		const asked = world.server.as(world.bo).send(world.channel, 'what [do] you think?');
		const quote = { label: 'Bobby', text: asked.content };
		await posted({ replyToId: asked.id, quote });
		await posted({ text: 'And you?', replyToId: '1', quote });
		const read = await connection.surface.readMessages({ channelId: world.channel.id, limit: 10 }, unhurried);
		const messages = read.ok ? read.value : [];
		const [, answer, lost] = messages;
		expect(answer).toMatchObject({ embeds: [], reply: { messageId: asked.id, channelId: world.channel.id } });
		expect(answer?.reply).toMatchObject({ state: 'known', target: { body: { content: 'what [do] you think?' } } });
		expect(lost).toMatchObject({ embeds: [], reply: { state: 'unreadable', target: null } });
		const persona = { id: 1 as PersonaId, lineageId: 1 as LineageId, name: 'Mio', isAlter: false };
		const selfId = world.bot.id;
		const facts = plainHistoryFacts({ selfId, persona, turnLines: [], nowMs: answer?.createdAtMs ?? 0 });
		const notes = buildSimplifiedHistory(messages, facts).entries.flatMap((entry) => entry.systemNotes);
		expect(notes.map(({ text }) => text)).toEqual([
			'This message by Mio is referring to a previous message by Bobby saying: what (do) you think?',
			'This message by Mio is a reply to a message that cannot be read.',
		]);
	});

	test('what looks like a quote stays a card where it is not ours', async () => {
		const description = `↩ **[Bobby](https://discord.com/channels/${world.guild.id}/${world.channel.id}/1)** hi`;
		const embeds = [{ type: 'rich' as never, description }];
		world.server.as(world.bo).send(world.channel, { content: 'look', embeds });
		const other = world.build.addWebhook(world.channel, 'other', { applicationId: null });
		const record = world.server.sendAsWebhook(other, { content: 'look' });
		Object.assign(world.server.world.message(world.channel.id, record.id).message, { embeds });
		const read = await connection.surface.readMessages({ channelId: world.channel.id, limit: 10 }, unhurried);
		expect((read.ok ? read.value : []).map(({ reply, embeds: read }) => [reply, read.length])).toEqual([
			[null, 1],
			[null, 1],
		]);
	});

	test('S018 edits through a webhook and by the bot carry mentions that parse nothing', async () => {
		const own = await connection.surface.post({ ...line(), text: 'Hi.', nonce: 'own' }, unhurried);
		const plain = await connection.surface.post(
			{ channelId: world.channel.id, text: 'Hi.', replyToId: null, nonce: 'plain', notifiableUserIds: [] },
			unhurried,
		);
		if (!own.ok || !plain.ok) throw new Error('not posted');
		const text = `@everyone <@${world.bo.id}> <@${world.ellen.id}>`;
		for (const message of [own.value, plain.value]) {
			await connection.surface.edit(message, { text, notifiableUserIds: [world.bo.id] }, unhurried);
		}
		const bodies = world.server.requests.filter((r) => r.method === 'PATCH').map((r) => r.body);
		const allowed = { parse: [], users: [world.bo.id] };
		expect(bodies).toEqual([
			{ content: text, allowed_mentions: allowed },
			{ content: text, allowed_mentions: allowed },
		]);
	});

	test('a name that Discord refuses is posted in a form it takes, and read back as it was meant', async () => {
		const seen = collect(connection);
		await posted({ identity: { name: 'Clyde of Discord', avatarUrl: null } });
		await world.server.until(() => seen.length > 0);
		expect(seen[0]?.author.displayName).toBe('Clyde of Discord');
	});
});

describe('many posts at once', () => {
	test('S097 twelve short lines keep their order and stay below five in two seconds', async () => {
		await connection.close();
		const clock = new WatchedClock();
		connection = await connectTo(world.server, { webhooks: store, clock });
		const lines = Array.from({ length: 12 }, (_, index) => `Line ${index + 1}.`);
		const all = Promise.all(lines.map((text) => posted({ text })));
		for (const upTo of [5, 10]) {
			await world.server.until(() => texts(world.channel.id).length === upTo && clock.delays().includes(2_000));
			expect(texts(world.channel.id)).toEqual(lines.slice(0, upTo));
			clock.advance(2_000);
		}
		await all;
		expect(texts(world.channel.id)).toEqual(lines);
	});

	test('a token that is kept stays a secret to whoever prints it', async () => {
		await posted();
		expect(JSON.stringify([...stored])).not.toContain('webhook-token');
		expect(stored.get(world.channel.id)?.token).toBeInstanceOf(Secret);
	});
});
