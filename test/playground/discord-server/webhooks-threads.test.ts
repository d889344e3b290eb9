/** Webhooks and threads: personas speak through the one, in the other. */
import { ChannelType, MessageType, type TextChannel, ThreadAutoArchiveDuration, WebhookClient } from 'discord.js';
import { afterEach, describe, expect, test } from 'vitest';
import type { DiscordServer } from '#playground/discord-server/start-discord-server';
import { closeScenes, connect, errorCode, heard, openScene, textChannel } from './connect.ts';

afterEach(closeScenes);

/** A webhook of the bot and a client that knows only its token. */
async function webhookOf(server: DiscordServer, channel: TextChannel): Promise<WebhookClient> {
	const { id, token } = await channel.createWebhook({ name: 'Persona' });
	return new WebhookClient({ id, token: token ?? '' }, { rest: { api: server.apiUrl } });
}

describe('webhooks', () => {
	test('a webhook posts under a name and picture, edits and deletes its message', async () => {
		const { server, general } = await openScene();
		const client = await connect(server);
		const messages = heard(client);
		const webhook = await webhookOf(server, textChannel(client, general));
		const avatarURL = 'https://example.com/nova.png';
		const sent = await webhook.send({ content: 'hello', username: 'Nova', avatarURL, allowedMentions: { parse: [] } });
		const arrived = await server.until(() => messages[0]);
		expect(arrived).toMatchObject({ content: 'hello', webhookId: webhook.id });
		expect(arrived.author).toMatchObject({ username: 'Nova', bot: true });
		expect(server.botMessages(general)[0]).toMatchObject({ avatarUrl: avatarURL, allowedMentions: { parse: [] } });
		await webhook.editMessage(sent.id, 'hello again');
		expect(server.botMessages(general)[0]?.message.content).toBe('hello again');
		await webhook.deleteMessage(sent.id);
		expect(server.world.messagesIn(general.id)).toEqual([]);
	});

	test('the sixteenth webhook is refused with 30007, a name with "discord" with 50035, a deleted one with 10015', async () => {
		const { server, general } = await openScene();
		const channel = textChannel(await connect(server), general);
		const webhook = await webhookOf(server, channel);
		for (let count = 1; count < 15; count += 1) await channel.createWebhook({ name: `Persona ${count}` });
		expect((await channel.fetchWebhooks()).size).toBe(15);
		expect(await errorCode(channel.createWebhook({ name: 'One more' }))).toBe(30007);
		expect(await errorCode(webhook.send({ content: 'hi', username: 'My Discord' }))).toBe(50035);
		await webhook.delete();
		expect(await errorCode(webhook.send('hi'))).toBe(10015);
	});

	test('a webhook with another token is refused with 50027', async () => {
		const { server, general } = await openScene();
		const webhook = await webhookOf(server, textChannel(await connect(server), general));
		const other = new WebhookClient({ id: webhook.id, token: 'x' }, { rest: { api: server.apiUrl } });
		expect(await errorCode(other.send('hi'))).toBe(50027);
	});

	test('creating one without the permission is refused with 50013', async () => {
		const { server, general } = await openScene();
		server.build.deny(general, ['ManageWebhooks']);
		const channel = textChannel(await connect(server), general);
		expect(await errorCode(channel.createWebhook({ name: 'Persona' }))).toBe(50013);
	});
});

test('a webhook of somebody else posts under any name, and its token stays hidden', async () => {
	const { server, general } = await openScene();
	const client = await connect(server);
	const messages = heard(client);
	const proxy = server.build.addWebhook(general, 'Proxy', { applicationId: '111111111111111111' });
	server.sendAsWebhook(proxy, { content: 'we are many', username: 'Sam' });
	const message = await server.until(() => messages[0]);
	expect(message).toMatchObject({ content: 'we are many', webhookId: proxy.id, applicationId: '111111111111111111' });
	expect(message.author.username).toBe('Sam');
	expect((await textChannel(client, general).fetchWebhooks()).get(proxy.id)?.token).toBeNull();
	expect(server.botMessages()).toEqual([]);
});

describe('threads', () => {
	test('a thread started from a message has its id, and a second one is refused with 160004', async () => {
		const { server, general, alice } = await openScene();
		const channel = textChannel(await connect(server), general);
		const { id } = server.as(alice).send(general, 'topic');
		const message = await channel.messages.fetch(id);
		const thread = await message.startThread({ name: 'Topic', autoArchiveDuration: ThreadAutoArchiveDuration.OneHour });
		expect(thread.id).toBe(id);
		await thread.send('inside');
		const inside = await thread.messages.fetch();
		expect(inside.map((entry) => entry.content)).toEqual(['inside', '']);
		expect(inside.last()?.type).toBe(MessageType.ThreadStarterMessage);
		const again = channel.client.rest.post(`/channels/${general.id}/messages/${id}/threads`, { body: { name: 'x' } });
		expect(await errorCode(again)).toBe(160004);
	});

	test('a thread made while the client is connected appears and carries messages', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const messages = heard(client);
		const thread = server.build.addThread(general, 'side', { owner: alice });
		server.as(alice).send(thread, 'here');
		const message = await server.until(() => messages.find((candidate) => candidate.content === 'here'));
		expect(messages[0]?.type).toBe(MessageType.ThreadCreated);
		expect(message.channel.isThread()).toBe(true);
		expect(message.channel.isThread() && message.channel.parentId).toBe(general.id);
		expect((await textChannel(client, general).threads.fetchActive()).threads.size).toBe(1);
	});

	test('a webhook reaches a thread by thread_id for sending, editing and deleting, and not without it', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const webhook = await webhookOf(server, textChannel(client, general));
		const thread = server.build.addThread(general, 'side', { owner: alice });
		const sent = await webhook.send({ content: 'in thread', threadId: thread.id });
		expect(sent.channel_id).toBe(thread.id);
		expect(await errorCode(webhook.editMessage(sent.id, 'x'))).toBe(10008);
		await webhook.editMessage(sent.id, { content: 'y', threadId: thread.id });
		await webhook.deleteMessage(sent.id, thread.id);
		expect(server.world.messagesIn(thread.id)).toEqual([]);
	});

	test('a webhook in a forum needs a thread and makes a post when given a name', async () => {
		const { server, guild } = await openScene();
		const forum = server.build.addChannel(guild, 'forum', { type: ChannelType.GuildForum });
		const client = await connect(server);
		const webhook = await webhookOf(server, textChannel(client, forum));
		expect(await errorCode(webhook.send('hi'))).toBe(220001);
		const sent = await webhook.send({ content: 'hi', threadName: 'Post' });
		expect(server.world.channel(sent.channel_id)).toMatchObject({ name: 'Post', parentId: forum.id });
	});

	test('threads have a send permission of their own', async () => {
		const { server, general, alice } = await openScene();
		const thread = server.build.addThread(general, 'side', { owner: alice });
		server.build.deny(general, ['SendMessagesInThreads']);
		const client = await connect(server);
		expect(await errorCode(client.rest.post(`/channels/${thread.id}/messages`, { body: { content: 'x' } }))).toBe(
			50013,
		);
	});
});
