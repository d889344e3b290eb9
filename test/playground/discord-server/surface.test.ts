/** The rest of the REST surface, walked by the real client; that each answer fits Discord's contract is checked at the end. */
import { GatewayIntentBits, Routes } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { drawPng } from '#playground/discord-server/serve-cdn';
import { closeScenes, connect, errorCode, openScene, textChannel } from './connect.ts';

afterEach(closeScenes);

test('guild, channels, roles and members are read, and the bot renames itself', async () => {
	const { server, guild, alice } = await openScene();
	const client = await connect(server);
	const house = await client.guilds.fetch({ guild: guild.id, force: true });
	expect((await house.channels.fetch()).size).toBe(1);
	expect((await house.roles.fetch()).size).toBe(2);
	expect((await house.members.fetch({ user: alice.id, force: true })).nickname).toBe('Al');
	expect((await house.members.search({ query: 'ali' })).size).toBe(1);
	expect((await house.members.list({ limit: 10 })).size).toBe(4);
	await house.members.editMe({ nick: 'Nova' });
	expect(server.world.member(guild.id, client.user.id).nick).toBe('Nova');
	expect(await errorCode(house.members.fetch('111111111111111111'))).toBe(10007);
	expect(await errorCode(client.guilds.fetch('111111111111111111'))).toBe(10004);
});

test('the member list is closed without the portal’s switch', async () => {
	const { server, guild } = await openScene({ allowedPrivilegedIntents: GatewayIntentBits.MessageContent });
	const client = await connect(server);
	expect(await errorCode(client.rest.get(Routes.guildMembers(guild.id)))).toBe(50001);
});

test('users, the application and the bot itself are read and changed', async () => {
	const { server, alice } = await openScene();
	const client = await connect(server);
	expect((await client.users.fetch(alice.id, { force: true })).globalName).toBe('Alice');
	expect((await client.application.fetch()).owner?.id).toBe(server.world.application.owner.id);
	await client.user.setUsername('Nova');
	expect(server.world.application.bot.username).toBe('Nova');
	expect(await errorCode(client.users.fetch('111111111111111111'))).toBe(10013);
	expect((await client.application.emojis.fetch()).size).toBe(0);
});

test('commands are listed, posted, patched and deleted, global and of a guild', async () => {
	const { server, guild } = await openScene();
	const client = await connect(server);
	const { commands } = client.application;
	const global = await commands.create({ name: 'ping', description: 'Pings' });
	const local = await commands.create({ name: 'ping', description: 'Pings here' }, guild.id);
	expect((await commands.fetch()).size).toBe(1);
	expect((await commands.fetch({ guildId: guild.id })).first()?.id).toBe(local.id);
	expect((await commands.edit(global.id, { description: 'Pings far' })).description).toBe('Pings far');
	await commands.delete(global.id);
	await commands.set([], guild.id);
	expect(server.world.commands.size).toBe(0);
	expect(await errorCode(commands.delete(global.id))).toBe(10063);
});

test('channels are changed and deleted by those who may', async () => {
	const { server, general } = await openScene();
	const channel = textChannel(await connect(server), general);
	expect(await errorCode(channel.setTopic('no'))).toBe(50013);
	server.build.allow(general, ['ManageChannels']);
	await channel.setTopic('yes');
	expect(general.topic).toBe('yes');
	await channel.delete();
	expect(await errorCode(channel.client.channels.fetch(general.id, { force: true }))).toBe(10003);
});

test('threads are listed, joined and archived', async () => {
	const { server, general, alice } = await openScene();
	const channel = textChannel(await connect(server), general);
	const own = await channel.threads.create({ name: 'mine' });
	server.build.addThread(general, 'old', { owner: alice, archived: true });
	const side = server.build.addThread(general, 'side', { owner: alice });
	expect((await channel.threads.fetchActive()).threads.size).toBe(2);
	expect((await channel.threads.fetchArchived()).threads.size).toBe(1);
	const joined = await channel.threads.fetch(side.id);
	await joined?.join();
	expect((await joined?.members.fetch())?.size).toBe(2);
	await joined?.leave();
	await own.setArchived(true);
	expect(server.world.channel(own.id).thread?.archived).toBe(true);
});

test('reactions are read and removed one by one', async () => {
	const { server, general, alice } = await openScene();
	const channel = textChannel(await connect(server), general);
	const { id } = server.as(alice).send(general, 'nice');
	server.as(alice).react(id, '👍');
	server.as(alice).react(id, 'tomo:123456789012345678');
	const message = await channel.messages.fetch({ message: id, force: true });
	const thumb = message.reactions.cache.get('👍');
	expect((await thumb?.users.fetch())?.has(alice.id)).toBe(true);
	await thumb?.users.remove(alice.id);
	await message.reactions.cache.get('123456789012345678')?.remove();
	expect(server.world.message(general.id, id).reactions.size).toBe(0);
	expect(await errorCode(message.react('not an emoji'))).not.toBeNull();
});

test('webhooks are read, renamed and listed for the guild', async () => {
	const { server, guild, general } = await openScene();
	const client = await connect(server);
	const webhook = await textChannel(client, general).createWebhook({ name: 'Persona' });
	expect((await client.fetchWebhook(webhook.id)).name).toBe('Persona');
	expect((await client.fetchWebhook(webhook.id, webhook.token ?? '')).name).toBe('Persona');
	await webhook.edit({ name: 'Nova' });
	expect((await client.guilds.cache.get(guild.id)?.fetchWebhooks())?.first()?.name).toBe('Nova');
	await webhook.delete();
	expect(await errorCode(client.fetchWebhook(webhook.id))).toBe(10015);
});

test('pictures and files are served, and their addresses can be refreshed', async () => {
	const { server, general, alice } = await openScene();
	const client = await connect(server);
	const { attachments } = server.as(alice).send(general, { attachments: [{ filename: 'a.txt', bytes: 'abc' }] });
	const url = attachments[0]?.url ?? '';
	const answer = await client.rest.post('/attachments/refresh-urls', { body: { attachment_urls: [url] } });
	const refreshed = (answer as { refreshed_urls: { refreshed: string }[] }).refreshed_urls[0]?.refreshed ?? '';
	expect(await (await fetch(refreshed)).text()).toBe('abc');
	const picture = await fetch(client.user.displayAvatarURL({ extension: 'png' }));
	expect(picture.headers.get('content-type')).toBe('image/png');
	expect((await fetch(url.replace(attachments[0]?.id ?? '', '1'))).status).toBe(404);
});

test('the application’s emoji keep to Discord’s limits of names, pictures and number', async () => {
	const { server } = await openScene();
	const client = await connect(server);
	const { emojis } = client.application;
	const attachment = Buffer.from(drawPng('a'));
	const rin = await emojis.create({ attachment, name: 'rin_1' });
	expect((await fetch(`${server.world.origin}/cdn/emojis/${rin.id}.png`)).headers.get('content-type')).toBe(
		'image/png',
	);
	expect((await emojis.fetch()).map((emoji) => emoji.name)).toEqual(['rin_1']);
	expect((await rin.edit({ name: 'mio' })).name).toBe('mio');
	for (const name of ['a', 'x'.repeat(33), 'with space', 'mio']) {
		expect(await errorCode(emojis.create({ attachment, name }))).toBe(50035);
	}
	for (const picture of [Buffer.from('no picture'), Buffer.concat([attachment, Buffer.alloc(262_144)])]) {
		const image = `data:image/png;base64,${picture.toString('base64')}`;
		const body = { name: 'other', image };
		expect(await errorCode(client.rest.post(Routes.applicationEmojis(client.application.id), { body }))).toBe(50035);
	}
	const stored = { name: 'n', bytes: new Uint8Array(), contentType: 'image/png' };
	for (let index = 0; index < 1_999; index += 1) server.world.emojis.set(`${index}`, { ...stored, id: `${index}` });
	expect(await errorCode(emojis.create({ attachment, name: 'one_more' }))).toBe(30008);
	await rin.delete();
	expect(await errorCode(emojis.fetch(rin.id, { force: true }))).toBe(10014);
});
