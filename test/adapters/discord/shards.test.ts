/** Several connections of one process to Discord, each with its part of the servers. */
import { afterEach, expect, test } from 'vitest';
import type { DiscordConnection } from '#adapters/discord/connection';
import { isOfShard, type Shard } from '#playground/discord-server/gateway/shard';
import type { DiscordServer } from '#playground/discord-server/start-discord-server';
import { collect, connectTo, startWorld } from './loopback.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close();
});

/** A world with servers on both shards. */
async function world() {
	const made = await startWorld();
	closers.push(() => made.server.stop());
	const shards: readonly Shard[] = [
		[0, 2],
		[1, 2],
	];
	const guilds = [made.guild];
	while (!shards.every((shard) => guilds.some(({ id }) => isOfShard(shard, id)))) {
		guilds.push(made.build.addGuild(`guild ${guilds.length}`, { owner: made.ellen }));
	}
	return { ...made, guilds };
}

async function opened(server: DiscordServer, shards: number | 'auto'): Promise<DiscordConnection> {
	const connection = await connectTo(server, { shards });
	closers.push(() => connection.close());
	return connection;
}

const identified = (server: DiscordServer) => server.gateway.sessions.map(({ shard }) => shard);

test.each([2, 'auto'] as const)('with %s shards every server is known, and each message comes once', async (shards) => {
	const { server, build, guilds, ellen } = await world();
	server.world.recommendedShards = 2;
	const connection = await opened(server, shards);
	expect([...identified(server)].sort()).toEqual([
		[0, 2],
		[1, 2],
	]);
	expect(connection.guildCount()).toBe(guilds.length);
	const seen = collect(connection);
	const sent = guilds.map((guild) => server.as(ellen).send(build.addChannel(guild, 'talk'), 'hello').id);
	await server.until(() => seen.length >= guilds.length);
	expect(seen.map(({ id }) => id).sort()).toEqual([...sent].sort());
	expect(server.unknownRoutes).toEqual([]);
});

test('one connection serves all of them, unless more are asked for', async () => {
	const { server, guilds } = await world();
	server.world.recommendedShards = 2;
	const connection = await opened(server, 1);
	expect([identified(server), connection.guildCount()]).toEqual([[[0, 1]], guilds.length]);
});
