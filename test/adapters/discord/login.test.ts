import { afterEach, describe, expect, test } from 'vitest';
import { openDiscord } from '#adapters/discord/client';
import type { DiscordConnection } from '#adapters/discord/connection';
import { Secret } from '#domain/secret';
import { type DiscordServer, startDiscordServer } from '#playground/discord-server/start-discord-server';
import { collect, connectTo, optionsFor, recordedLog, startWorld, WatchedClock } from './loopback.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close();
});

function closing<T extends DiscordServer | DiscordConnection>(thing: T): T {
	closers.push(async () => ('stop' in thing ? thing.stop() : thing.close()));
	return thing;
}

async function world(...given: Parameters<typeof startWorld>) {
	const made = await startWorld(...given);
	closing(made.server);
	return made;
}

const messageContentIntent = 1 << 15;

describe('connecting', () => {
	test('tells who the bot is, whose it is and where', async () => {
		const { server, guild, bot } = await world();
		const connection = closing(await connectTo(server));
		expect(connection.selfId).toBe(bot.id);
		expect(connection.selfName).toBe('Tomori');
		expect(connection.applicationId).toBe(server.world.application.id);
		expect([...connection.ownerIds]).toEqual([server.world.application.owner.id]);
		expect(connection.guildCount()).toBe(1);
		expect(connection.guildLocale(guild.id)).toBe('en');
		expect(server.unknownRoutes).toEqual([]);
	});

	test('S021 names the role that Discord made for the bot, and no other', async () => {
		const { server, build, guild } = await world();
		build.addRole(guild, 'Tomori');
		const connection = closing(await connectTo(server));
		const managed = [...guild.roles.values()].find((role) => role.managed);
		expect(connection.selfRoleIds(guild.id)).toEqual([managed?.id]);
		expect(connection.selfRoleIds('1')).toEqual([]);
	});

	test('asks for the content intent only when it is wanted, and never for members or presences', async () => {
		const { server } = await world({ allowedPrivilegedIntents: 0 });
		const connection = closing(await connectTo(server, { messageContent: false }));
		expect(connection.guildCount()).toBe(1);
		const intents = server.gateway.sessions.map((session) => session.intents);
		expect(intents.map((bits) => bits & (messageContentIntent | (1 << 1) | (1 << 8)))).toEqual([0]);
	});

	test('a wrong token is a failure at once', async () => {
		const { server } = await world();
		const clock = new WatchedClock();
		const opened = await openDiscord(optionsFor(server, { token: new Secret('wrong'), clock }));
		expect(opened).toEqual({ ok: false, error: { code: 'token-rejected' } });
		expect(server.gateway.counts.identifies).toBe(0);
	});

	test('refused intents are a failure at once', async () => {
		const { server } = await world({ allowedPrivilegedIntents: 0 });
		const opened = await openDiscord(optionsFor(server));
		expect(opened).toEqual({ ok: false, error: { code: 'intents-refused' } });
	});

	test('S060 a network that is down at boot is waited for, with growing pauses', async () => {
		const first = await startDiscordServer();
		const { port, token } = first;
		await first.stop();
		const clock = new WatchedClock();
		const log = recordedLog();
		const opening = openDiscord({ token: new Secret(token), apiUrl: `http://127.0.0.1:${port}/api`, clock, log });
		for (const delayMs of [1000, 2000, 4000]) {
			await expect.poll(clock.delays, { timeout: 5000 }).toEqual([delayMs]);
			clock.advance(delayMs);
		}
		await expect.poll(clock.delays, { timeout: 5000 }).toEqual([8000]);
		closing(await startDiscordServer({ port, token }));
		clock.advance(8000);
		const opened = await opening;
		expect(opened.ok).toBe(true);
		if (opened.ok) closing(opened.value);
		expect(log.lines.filter(({ level }) => level === 'warn').length).toBe(4);
	});

	test('S060 server errors at boot are waited out too', async () => {
		const { server } = await world();
		server.faults.add({ path: /^\/gateway\/bot/, kind: '5xx', times: 4 });
		const clock = new WatchedClock();
		const opening = openDiscord(optionsFor(server, { clock }));
		await expect.poll(clock.delays, { timeout: 5000 }).toEqual([1000]);
		clock.advance(1000);
		const opened = await opening;
		expect(opened.ok).toBe(true);
		if (opened.ok) closing(opened.value);
	});

	test('S060 a gateway that turns the socket away leaves no second client behind', async () => {
		const { server } = await world();
		const clock = new WatchedClock();
		server.gateway.refuseConnections = true;
		const opening = openDiscord(optionsFor(server, { clock }));
		await expect.poll(clock.delays, { timeout: 5000 }).toEqual([1000]);
		server.gateway.refuseConnections = false;
		// A client that was left behind would be back half a second later, before this one has resumed.
		closing(await connectTo(server));
		server.gateway.cutAll();
		await server.until(() => server.gateway.counts.resumes === 1);
		expect(server.gateway.counts.identifies).toBe(1);
		clock.advance(1000);
		const opened = await opening;
		expect(opened.ok).toBe(true);
		if (opened.ok) closing(opened.value);
	});

	test('a login that is given up ends as cancelled', async () => {
		const { server } = await world();
		server.faults.add({ path: /^\/gateway\/bot/, kind: '5xx', times: 100 });
		const clock = new WatchedClock();
		const givingUp = new AbortController();
		const opening = openDiscord(optionsFor(server, { clock, signal: givingUp.signal }));
		await expect.poll(clock.delays, { timeout: 5000 }).toEqual([1000]);
		givingUp.abort();
		expect(await opening).toEqual({ ok: false, error: { code: 'cancelled' } });
	});
});

describe('a connection', () => {
	test('S054 brings each message once after the session was lost and made anew', async () => {
		const { server, channel, bo } = await world();
		const connection = closing(await connectTo(server));
		const messages = collect(connection);
		const renewals: number[] = [];
		connection.onSessionRenewed(({ shardId }) => void renewals.push(shardId));
		server.as(bo).send(channel, 'one');
		await server.until(() => messages.length === 1);
		server.gateway.invalidateSessions(false);
		await server.until(() => server.gateway.counts.identifies === 2, 10_000);
		server.as(bo).send(channel, 'two');
		server.as(bo).send(channel, 'three');
		await server.until(() => messages.length >= 3);
		expect(messages.map(({ content }) => content)).toEqual(['one', 'two', 'three']);
		await server.until(() => renewals.length === 1);
	});

	test('S058 is back by itself when the address to resume at is no more', { timeout: 60_000 }, async () => {
		const { server, channel, bo } = await world();
		server.gateway.resumesNowhere = true;
		const log = recordedLog();
		const connection = closing(await connectTo(server, { log }));
		const messages = collect(connection);
		const renewals: number[] = [];
		connection.onSessionRenewed(({ shardId }) => void renewals.push(shardId));
		server.gateway.resumesNowhere = false;
		server.gateway.cutAll();
		await server.until(() => server.gateway.counts.identifies === 2, 50_000);
		await server.until(() => renewals.length === 1, 10_000);
		server.as(bo).send(channel, 'there again');
		await server.until(() => messages.length === 1, 10_000);
		expect(server.gateway.counts.resumes).toBe(0);
		expect(server.gateway.connected).toHaveLength(1);
		expect(log.lines.some(({ message }) => message.startsWith('giving up the gateway session'))).toBe(true);
		// The next cut is an ordinary one: the new session is resumed, at once.
		server.gateway.cutAll();
		await server.until(() => server.gateway.counts.resumes === 1, 10_000);
		expect(server.gateway.counts.identifies).toBe(2);
	});

	test('S058 is back within seconds of the network, however long that was away', { timeout: 60_000 }, async () => {
		const { server, channel, bo } = await world();
		const messages = collect(closing(await connectTo(server)));
		for (const way of ['cut', 'closed']) {
			const before = { ...server.gateway.counts };
			server.gateway.refuseConnections = true;
			if (way === 'cut') server.gateway.cutAll();
			else server.gateway.closeAll(4000);
			server.as(bo).send(channel, `while away, ${way}`);
			await server.until(() => server.gateway.refusedConnections >= 6, 20_000);
			server.gateway.refuseConnections = false;
			server.gateway.refusedConnections = 0;
			await server.until(() => messages.some(({ content }) => content === `while away, ${way}`), 10_000);
			expect(server.gateway.counts.resumes).toBe(before.resumes + 1);
		}
		expect(server.gateway.connected).toHaveLength(1);
	});

	test('brings what was written while it was cut off', async () => {
		const { server, channel, bo } = await world();
		const messages = collect(closing(await connectTo(server)));
		server.gateway.cutAll();
		server.as(bo).send(channel, 'missed');
		await server.until(() => messages.length === 1, 10_000);
		expect(messages[0]?.content).toBe('missed');
	});

	test('says when Discord ends it for good', async () => {
		const { server } = await world();
		const connection = closing(await connectTo(server));
		const lost = new Promise((resolve) => connection.onLost(resolve));
		server.gateway.closeAll(4004);
		expect(await lost).toEqual({ code: 'token-rejected' });
	});

	test('outlives packets that break a handler, and listeners that throw', async () => {
		const { server, guild, channel, bo } = await world();
		const log = recordedLog();
		const connection = closing(await connectTo(server, { log }));
		const stop = connection.onMessage(() => {
			throw new Error('ours');
		});
		const messages = collect(connection);
		const session = server.gateway.connected[0];
		session?.send('CHANNEL_UPDATE', null as never);
		session?.send('GUILD_MEMBERS_CHUNK', { guild_id: guild.id, members: null } as never);
		session?.send('MESSAGE_CREATE', { id: 5 } as never);
		session?.send('INTERACTION_CREATE', null as never);
		server.as(bo).send(channel, 'still here');
		await server.until(() => messages.length === 1);
		stop();
		const errors = log.lines.filter(({ level }) => level === 'error');
		expect(errors.map(({ fields }) => fields['packet'] ?? fields['event'])).toEqual([
			'CHANNEL_UPDATE',
			'GUILD_MEMBERS_CHUNK',
			'message',
		]);
	});
});
