/** Sessions that are left at one start and asked for at the next. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type KeptSession, readKeptSession } from '#adapters/discord/kept-session';
import { guildCreateJson } from '#playground/discord-server/payloads';
import { connectTo, startWorld, unhurried } from './loopback.ts';

type StartedWorld = Awaited<ReturnType<typeof startWorld>>;

let world: StartedWorld;

beforeEach(async () => {
	world = await startWorld();
});

afterEach(() => world.server.stop());

/** Connects, leaves, and gives the session that was left. */
async function leave(): Promise<KeptSession> {
	const connection = await connectTo(world.server);
	const [session] = connection.keptSessions();
	await connection.close();
	if (!session) throw new Error('no session');
	return session;
}

describe('a session that was left', () => {
	test('is told, with every event numbered, and survives being stored', async () => {
		const session = await leave();
		const left = world.server.gateway.sessions[0];
		expect(session).toMatchObject({ shardId: 0, sessionId: left?.id, sequence: left?.sequence });
		expect(left?.invalidated).toBe(false);
		expect(readKeptSession(JSON.stringify(session))).toEqual(session);
		for (const text of ['', '{}', 'null', '{"shardId":0}']) expect(readKeptSession(text)).toBeNull();
	});

	test('tells what it missed to whoever comes next, beside their own session, and ends', async () => {
		const { server, channel, bo } = world;
		const session = await leave();
		server.as(bo).send(channel, 'missed');
		const connection = await connectTo(server);
		const missed = await connection.replaySession(session, unhurried);
		expect(missed?.map(({ content }) => content)).toEqual(['missed']);
		await server.until(() => server.gateway.sessions[0]?.invalidated);
		expect(server.gateway.connected).toHaveLength(1);
		await connection.close();
	});

	test('is null where Discord refuses it, where nobody answers, and for whoever no longer wants to know', async () => {
		const { server } = world;
		const session = await leave();
		const connection = await connectTo(server);
		expect(await connection.replaySession(session, AbortSignal.abort())).toBeNull();
		server.gateway.refuseResumes = true;
		expect(await connection.replaySession(session, unhurried)).toBeNull();
		server.gateway.refuseConnections = true;
		expect(await connection.replaySession(session, unhurried)).toBeNull();
		server.gateway.refuseConnections = false;
		await connection.close();
	});
});

describe('channels with something missed', () => {
	test('are those of the shard with newer messages that may be read, the newest first, threads included', async () => {
		const { server, build, guild, channel, bo } = world;
		const [quiet, closed, later] = ['quiet', 'closed', 'later'].map((name) => build.addChannel(guild, name));
		if (!quiet || !closed || !later) throw new Error('no channels');
		const atMs = server.world.clock.now();
		server.as(bo).send(quiet, { content: 'old', atMs: atMs - 60_000 });
		server.as(bo).send(closed, 'hidden');
		build.deny(closed, ['ReadMessageHistory']);
		server.as(bo).send(channel, { content: 'new', atMs: atMs - 2_000 });
		server.as(bo).send(later, { content: 'newer', atMs: atMs - 1_000 });
		const connection = await connectTo(server);
		expect(connection.missedChannels({ shardId: 0 }, atMs - 30_000)).toEqual([later.id, channel.id]);
		expect(connection.missedChannels({ shardId: 1 }, atMs - 30_000)).toEqual([]);
		await connection.close();
	});

	test('a shard was last heard before the loss until it is back', async () => {
		const { server, channel, bo } = world;
		const connection = await connectTo(server);
		const renewed: unknown[] = [];
		connection.onSessionRenewed((each) => void renewed.push(each));
		server.as(bo).send(channel, 'heard');
		const heardAtMs = connection.heardAtMs().get(0);
		expect(heardAtMs).toBeGreaterThan(0);
		server.gateway.refuseResumes = true;
		const before = connection.heardAtMs();
		server.gateway.cutAll();
		await server.until(() => server.gateway.counts.identifies === 2, 10_000);
		await server.until(() => renewed.length === 1);
		expect(renewed).toEqual([{ shardId: 0, heardAtMs: expect.any(Number) }]);
		expect((renewed[0] as { heardAtMs: number }).heardAtMs).toBeGreaterThanOrEqual(before.get(0) ?? 0);
		expect(connection.heardAtMs().get(0)).toBeGreaterThanOrEqual((renewed[0] as { heardAtMs: number }).heardAtMs);
		await connection.close();
	});
});

test('a server that an outage took away is told of when it is back, with the channels that may have missed something', async () => {
	const { server, guild, channel, bo } = world;
	const connection = await connectTo(server);
	const returns: unknown[] = [];
	connection.onGuildBack((each) => void returns.push(each));
	server.world.dispatch({ t: 'GUILD_DELETE', d: { id: guild.id, unavailable: true }, guildId: guild.id });
	server.as(bo).send(channel, 'anybody?');
	const d = guildCreateJson(server.world, guild, false);
	server.world.dispatch({ t: 'GUILD_CREATE', d, guildId: guild.id });
	await server.until(() => returns.length === 1);
	expect(returns).toEqual([{ guildId: guild.id, shardId: 0, goneAtMs: expect.any(Number) }]);
	const place = { shardId: 0, guildId: guild.id };
	expect(connection.missedChannels(place, server.world.clock.now() - 30_000)).toEqual([channel.id]);
	expect(connection.missedChannels({ ...place, guildId: '1' }, 0)).toEqual([]);
	await connection.close();
});
