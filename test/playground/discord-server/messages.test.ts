/** Messages over REST, by the real client: replies, nonces, limits, pages, forwards, permissions, direct messages. */
import { DiscordAPIError, MessageReferenceType, Routes } from 'discord.js';
import { afterEach, describe, expect, test } from 'vitest';
import { pingsOf } from '#playground/discord-server/mentions';
import { closeScenes, connect, errorCode, heard, openScene, textChannel } from './connect.ts';

afterEach(closeScenes);

describe('posting', () => {
	test('a reply with a nonce is stored once, with its reference and its allowed mentions', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const messages = heard(client);
		server.as(alice).send(general, 'hello');
		const trigger = await server.until(() => messages[0]);
		const allowedMentions = { parse: [], repliedUser: false };
		await trigger.reply({ content: '@everyone hi', nonce: 'n1', enforceNonce: true, allowedMentions });
		await textChannel(client, general).send({ content: '@everyone hi', nonce: 'n1', enforceNonce: true });
		const [record, ...more] = server.botMessages(general);
		expect(more).toEqual([]);
		expect(record?.message.message_reference?.message_id).toBe(trigger.id);
		expect(record?.message.nonce).toBe('n1');
		expect(record?.message.mention_everyone).toBe(false);
		expect(record && pingsOf(record)).toEqual({ everyone: false, users: [], roles: [] });
	});

	test('an answer that is lost makes two copies without a nonce and one with an enforced nonce', async () => {
		const { server, general } = await openScene();
		const client = await connect(server);
		const channel = textChannel(client, general);
		server.faults.add({ method: 'POST', path: /\/messages$/, kind: 'dropped-answer' });
		await channel.send('careless');
		server.faults.add({ method: 'POST', path: /\/messages$/, kind: 'dropped-answer' });
		await channel.send({ content: 'careful', nonce: 'n2', enforceNonce: true });
		const contents = server.botMessages(general).map((record) => record.message.content);
		expect(contents).toEqual(['careless', 'careless', 'careful']);
	});

	test('a nonce whose first copy was deleted is answered with 10008', async () => {
		const { server, general } = await openScene();
		const channel = textChannel(await connect(server), general);
		const sent = await channel.send({ content: 'once', nonce: 'n3', enforceNonce: true });
		await sent.delete();
		expect(await errorCode(channel.send({ content: 'once', nonce: 'n3', enforceNonce: true }))).toBe(10008);
	});

	test('2000 units are accepted and 2001 are refused with the nested complaint', async () => {
		const { server, general } = await openScene();
		const channel = textChannel(await connect(server), general);
		await channel.send('a'.repeat(2000));
		const error = await channel.send('a'.repeat(2001)).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(DiscordAPIError);
		expect((error as DiscordAPIError).rawError).toEqual({
			code: 50035,
			message: 'Invalid Form Body',
			errors: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] } },
		});
	});

	test.each([[''], ['  \n '], ['\u200b']])('the empty content %j is refused with 50006', async (content) => {
		const { server, general } = await openScene();
		const client = await connect(server);
		expect(await errorCode(client.rest.post(Routes.channelMessages(general.id), { body: { content } }))).toBe(50006);
	});

	test('a reply to a message that is gone fails with 50035, or is a plain message when asked so', async () => {
		const { server, general, alice } = await openScene();
		const channel = textChannel(await connect(server), general);
		const gone = server.as(alice).send(general, 'gone soon');
		server.as(alice).delete(gone);
		const reply = { messageReference: gone.id, failIfNotExists: true };
		expect(await errorCode(channel.send({ content: 'hm', reply }))).toBe(50035);
		await channel.send({ content: 'fine', reply: { ...reply, failIfNotExists: false } });
		expect(server.botMessages(general)[0]?.message.message_reference).toBeUndefined();
	});

	test('files arrive as attachments that can be fetched', async () => {
		const { server, general } = await openScene();
		const channel = textChannel(await connect(server), general);
		const files = [{ attachment: Buffer.from('a story'), name: 'story.txt', description: 'A story' }];
		const sent = await channel.send({ content: 'here', files });
		const attachment = sent.attachments.first();
		expect(attachment?.description).toBe('A story');
		expect(await (await fetch(attachment?.url ?? '')).text()).toBe('a story');
	});
});

describe('reading and changing', () => {
	test('pages go back and forth by before, after and around', async () => {
		const { server, general, alice } = await openScene();
		const channel = textChannel(await connect(server), general);
		const ids = Array.from(
			{ length: 130 },
			(_none, index) => server.as(alice).send(general, { content: `${index}`, silent: true }).id,
		);
		const newest = await channel.messages.fetch({ limit: 100 });
		expect([...newest.keys()]).toEqual(ids.slice(30).reverse());
		const older = await channel.messages.fetch({ limit: 100, before: ids[30] ?? '' });
		expect([...older.keys()]).toEqual(ids.slice(0, 30).reverse());
		const newer = await channel.messages.fetch({ limit: 2, after: ids[10] ?? '' });
		expect([...newer.keys()]).toEqual([ids[12], ids[11]]);
		const around = await channel.messages.fetch({ limit: 3, around: ids[10] ?? '' });
		expect([...around.keys()]).toEqual([ids[11], ids[10], ids[9]]);
		expect(await errorCode(channel.messages.fetch({ limit: 101 }))).toBe(50035);
	});

	test('the replied-to message is null in history when it was deleted', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const first = server.as(alice).send(general, 'first');
		server.as(alice).send(general, { content: 'second', replyTo: first });
		server.as(alice).delete(first);
		const page = (await client.rest.get(Routes.channelMessages(general.id))) as { referenced_message?: unknown }[];
		expect(page[0]?.referenced_message).toBeNull();
	});

	test('a forward carries a snapshot with arrays and without author', async () => {
		const { server, guild, general, alice } = await openScene();
		const other = server.build.addChannel(guild, 'other');
		const client = await connect(server);
		const messages = heard(client);
		const source = server
			.as(alice)
			.send(general, { content: 'look', attachments: [{ filename: 'a.txt', bytes: 'x' }] });
		await (await server.until(() => messages[0])).forward(textChannel(client, other));
		const forwarded = server.as(alice).send(other, { forward: source });
		const heardForward = await server.until(() => messages.find((message) => message.id === forwarded.id));
		expect(heardForward.reference?.type).toBe(MessageReferenceType.Forward);
		expect(heardForward.messageSnapshots.first()?.content).toBe('look');
		expect(heardForward.messageSnapshots.first()?.attachments.size).toBe(1);
		expect(server.botMessages(other)[0]?.message.message_snapshots?.[0]?.message.content).toBe('look');
	});

	test('own messages can be edited and deleted, those of others cannot be edited', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const messages = heard(client);
		const sent = await textChannel(client, general).send('draft');
		await sent.edit({ content: 'final', allowedMentions: { parse: [] } });
		expect(server.botMessages(general)[0]).toMatchObject({
			message: { content: 'final' },
			allowedMentions: { parse: [] },
		});
		await sent.delete();
		expect(await errorCode(sent.edit('late'))).toBe(10008);
		server.as(alice).send(general, 'mine');
		const foreign = await server.until(() => messages.find((message) => message.content === 'mine'));
		const edit = client.rest.patch(Routes.channelMessage(general.id, foreign.id), { body: { content: 'yours' } });
		expect(await errorCode(edit)).toBe(50005);
	});

	test('several messages are deleted at once', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const ids = ['a', 'b'].map((content) => server.as(alice).send(general, content).id);
		await textChannel(client, general).bulkDelete(ids);
		expect(server.world.messagesIn(general.id)).toEqual([]);
	});

	test('reactions and pins are kept', async () => {
		const { server, general, alice } = await openScene();
		const channel = textChannel(await connect(server), general);
		const { id } = server.as(alice).send(general, 'nice');
		const message = await channel.messages.fetch(id);
		await message.react('👍');
		await message.pin();
		const pins = await channel.messages.fetchPins();
		expect(pins.items.map((pin) => pin.message.id)).toEqual([id]);
		expect([...(server.world.message(general.id, id).reactions.get('👍')?.userIds ?? [])]).toEqual([
			server.world.application.bot.id,
		]);
		await message.unpin();
		await message.reactions.removeAll();
		expect(server.world.message(general.id, id).reactions.size).toBe(0);
	});
});

describe('permissions and direct messages', () => {
	test('a channel without the send permission answers 50013 to posts and typing, a hidden one 50001', async () => {
		const { server, guild, general } = await openScene();
		const hidden = server.build.addChannel(guild, 'hidden');
		const channel = textChannel(await connect(server), general);
		server.build.deny(general, ['SendMessages']);
		server.build.deny(hidden, ['ViewChannel']);
		expect(await errorCode(channel.send('hi'))).toBe(50013);
		expect(await errorCode(channel.sendTyping())).toBe(50013);
		expect(await errorCode(channel.client.rest.get(Routes.channelMessages(hidden.id)))).toBe(50001);
		server.build.allow(general, ['SendMessages']);
		await channel.send('hi');
	});

	test('slowmode binds a bot that manages nothing, as a limit with code 20016', async () => {
		const { server, general } = await openScene();
		const client = await connect(server, { rest: { rejectOnRateLimit: () => true } });
		general.slowmodeSeconds = 60;
		await textChannel(client, general).send('first');
		await textChannel(client, general).send('second');
		server.build.deny(general, ['ManageMessages']);
		await expect(textChannel(client, general).send('third')).rejects.toThrow();
		expect(server.requests.at(-1)).toMatchObject({
			status: 429,
			answer: { code: 20016, retry_after: expect.any(Number) },
		});
	});

	test('a direct-message channel is opened once and answers 50007 when the user has closed it', async () => {
		const { server, alice } = await openScene();
		const client = await connect(server);
		const user = await client.users.fetch(alice.id);
		await user.send('hello');
		await user.send('again');
		expect(server.botMessages(server.build.openDm(alice)).map((record) => record.message.content)).toEqual([
			'hello',
			'again',
		]);
		server.world.closedDms.add(alice.id);
		expect(await errorCode(user.send('still there?'))).toBe(50007);
	});

	test('typing calls are recorded with their time', async () => {
		const { server, general } = await openScene();
		const client = await connect(server);
		await textChannel(client, general).sendTyping();
		expect(server.typings).toEqual([{ channelId: general.id, userId: client.user.id, atMs: expect.any(Number) }]);
	});
});
