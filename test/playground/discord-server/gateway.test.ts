/** The gateway of the loopback Discord, seen by the real client: identify, events, blanking, resumes, close codes. */
import { Events, GatewayIntentBits } from 'discord.js';
import { afterEach, describe, expect, test } from 'vitest';
import { closeScenes, connect, heard, makeClient, openScene, usualIntents } from './connect.ts';

afterEach(closeScenes);

describe('identify', () => {
	test('the client gets ready with its user, its application and the guild with its channels', async () => {
		const { server, guild, general } = await openScene({ botName: 'Tomori' });
		const client = await connect(server);
		expect(client.user.username).toBe('Tomori');
		expect(client.application.id).toBe(server.world.application.id);
		expect(client.guilds.cache.get(guild.id)?.name).toBe('House');
		expect(client.guilds.cache.get(guild.id)?.members.me?.id).toBe(client.user.id);
		expect(client.channels.cache.has(general.id)).toBe(true);
	});

	test('a bad token is refused before the gateway is reached', async () => {
		const { server } = await openScene();
		const client = makeClient(server);
		await expect(client.login('not.the.token')).rejects.toMatchObject({ code: 'TokenInvalid' });
	});

	test('a bad token at the gateway closes with 4004', async () => {
		const { server } = await openScene();
		const socket = new WebSocket(`ws://127.0.0.1:${server.port}/gateway?v=10&encoding=json`);
		const code = new Promise<number>((resolve) => socket.addEventListener('close', (event) => resolve(event.code)));
		socket.addEventListener('open', () => socket.send(JSON.stringify({ op: 2, d: { token: 'no', intents: 1 } })));
		expect(await code).toBe(4004);
	});

	test('an intent that the portal has switched off closes with 4014, and login rejects', async () => {
		const { server } = await openScene({ allowedPrivilegedIntents: 0 });
		const client = makeClient(server);
		await expect(client.login(server.token)).rejects.toThrow('disallowed intents');
		expect(server.gateway.counts.identifies).toBe(0);
	});
});

describe('events', () => {
	test('a message arrives with author, member, mentions and reply', async () => {
		const { server, general, alice, bob } = await openScene();
		const client = await connect(server);
		const messages = heard(client);
		const first = server.as(bob).send(general, 'one');
		server.as(alice).send(general, { content: `two <@${bob.id}> <@${client.user.id}>`, replyTo: first });
		const second = await server.until(() => messages[1]);
		expect(second.author.id).toBe(alice.id);
		expect(second.member?.displayName).toBe('Al');
		expect([...second.mentions.users.keys()].sort()).toEqual([bob.id, client.user.id].sort());
		expect(second.reference?.messageId).toBe(first.id);
		expect(second.mentions.repliedUser?.id).toBe(bob.id);
	});

	test('without the content intent content is blank except in direct messages and where the bot is mentioned', async () => {
		const { server, general, alice } = await openScene();
		const intents = usualIntents.filter((intent) => intent !== GatewayIntentBits.MessageContent);
		const client = await connect(server, { intents });
		const messages = heard(client);
		const person = server.as(alice);
		person.send(general, { content: 'plain', attachments: [{ filename: 'a.png', bytes: 'x' }] });
		person.send(general, `for you <@${client.user.id}>`);
		person.send(server.build.openDm(alice), 'between us');
		await server.until(() => messages.length === 3);
		expect(messages.map((message) => message.content)).toEqual(['', `for you <@${client.user.id}>`, 'between us']);
		expect(messages[0]?.attachments.size).toBe(0);
	});

	test('a guild message does not reach a session without the guild messages intent', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server, { intents: [GatewayIntentBits.Guilds, GatewayIntentBits.DirectMessages] });
		const messages = heard(client);
		server.as(alice).send(general, 'not for you');
		server.as(alice).send(server.build.openDm(alice), 'for you');
		await server.until(() => messages.length === 1);
		expect(messages[0]?.content).toBe('for you');
	});

	test('a channel the bot cannot see is silent', async () => {
		const { server, guild, general, alice } = await openScene();
		const hidden = server.build.addChannel(guild, 'hidden');
		server.build.deny(hidden, ['ViewChannel']);
		const client = await connect(server);
		const messages = heard(client);
		server.as(alice).send(hidden, 'secret');
		server.as(alice).send(general, 'open');
		await server.until(() => messages.length === 1);
		expect(messages[0]?.content).toBe('open');
	});

	test('edits, deletions, reactions and typing arrive', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const seen: string[] = [];
		client.on(Events.MessageUpdate, (_old, now) => seen.push(`edit ${now.content}`));
		client.on(Events.MessageDelete, (message) => seen.push(`delete ${message.id}`));
		client.on(Events.MessageReactionAdd, (reaction) => seen.push(`react ${reaction.emoji.name}`));
		client.on(Events.TypingStart, (typing) => seen.push(`type ${typing.user.id}`));
		const person = server.as(alice);
		const message = person.send(general, 'one');
		person.type(general);
		person.edit(message, 'two');
		person.react(message, '👍');
		person.delete(message);
		await server.until(() => seen.length === 4);
		expect(seen).toEqual([`type ${alice.id}`, 'edit two', 'react 👍', `delete ${message.id}`]);
	});

	test('a link preview and a pin are updates that are no edits', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const edits: (string | null)[] = [];
		client.on(Events.Raw, (packet: { t: string; d: { edited_timestamp: string | null } }) => {
			if (packet.t === 'MESSAGE_UPDATE') edits.push(packet.d.edited_timestamp);
		});
		const person = server.as(alice);
		const message = person.send(general, 'https://example.com');
		person.preview(message, [{ title: 'Example' }]);
		person.pin(message);
		person.edit(message, 'changed');
		await server.until(() => edits.length === 3);
		expect(edits).toEqual([null, null, expect.any(String)]);
	});

	test('a guild joined while connected arrives, and one left is silent', async () => {
		const { server, alice, guild, general } = await openScene();
		const client = await connect(server);
		const messages = heard(client);
		const second = server.build.addGuild('Second');
		const lounge = server.build.addChannel(second, 'lounge');
		server.build.removeMember(guild, client.user);
		server.as(alice).send(general, 'into the void');
		server.build.addMember(second, alice);
		server.as(alice).send(lounge, 'welcome');
		await server.until(() => messages.length === 1);
		expect(messages[0]?.content).toBe('welcome');
		expect([...client.guilds.cache.keys()]).toEqual([second.id]);
	});

	test('an event can be delivered a second time', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const raw: unknown[] = [];
		client.on(Events.Raw, (packet: { t: string }) => packet.t === 'MESSAGE_CREATE' && raw.push(packet));
		const message = server.as(alice).send(general, 'again');
		expect(server.gateway.redeliver(message.id)).toBe(true);
		await server.until(() => raw.length === 2);
		expect(server.gateway.redeliver('1')).toBe(false);
	});

	test('members are sent on request, with the nonce', async () => {
		const { server, guild, alice } = await openScene();
		const client = await connect(server);
		const found = await client.guilds.cache.get(guild.id)?.members.fetch({ user: [alice.id] });
		expect(found?.get(alice.id)?.nickname).toBe('Al');
	});
});

describe('reconnecting', () => {
	test.each([
		['a request to reconnect', 'op7'],
		['close code 4000', '4000'],
		['a connection cut without a handshake', 'cut'],
		['op 9 that allows resuming', 'op9'],
	])('after %s the client resumes and gets what it missed once', async (_name, how) => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const messages = heard(client);
		server.as(alice).send(general, 'before');
		await server.until(() => messages.length === 1);
		if (how === 'op7') server.gateway.requestReconnect();
		else if (how === '4000') server.gateway.closeAll(4000);
		else if (how === 'cut') server.gateway.cutAll();
		else server.gateway.invalidateSessions(true);
		await server.until(() => server.gateway.connected.length === 0);
		server.as(alice).send(general, 'meanwhile');
		await server.until(() => messages.length === 2, 10_000);
		expect(server.gateway.counts).toMatchObject({ identifies: 1, resumes: 1 });
		expect(messages.map((message) => message.content)).toEqual(['before', 'meanwhile']);
	});

	test('op 9 that forbids resuming makes the client identify anew', async () => {
		const { server, general, alice } = await openScene();
		const client = await connect(server);
		const messages = heard(client);
		server.gateway.invalidateSessions(false);
		await server.until(() => server.gateway.counts.identifies === 2, 10_000);
		server.as(alice).send(general, 'after');
		await server.until(() => messages.length === 1);
		expect(server.gateway.counts.resumes).toBe(0);
	});

	test('without acknowledgements the client takes the connection for dead and resumes', async () => {
		const { server } = await openScene();
		server.gateway.heartbeatMs = 200;
		await connect(server);
		server.gateway.dropAcks = true;
		await server.until(() => server.gateway.connected.length === 0, 10_000);
		server.gateway.dropAcks = false;
		await server.until(() => server.gateway.counts.resumes === 1, 10_000);
	});
});
