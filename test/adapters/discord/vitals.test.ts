import { RESTJSONErrorCodes, Routes } from 'discord.js';
import { afterEach, describe, expect, test } from 'vitest';
import type { DiscordConnection } from '#adapters/discord/connection';
import { DiscordVitals } from '#adapters/discord/discord-vitals';
import { systemClock } from '#adapters/system/system-clock';
import { connectTo, recordedLog, startWorld } from './loopback.ts';

const closers: (() => Promise<void>)[] = [];
const invalidMax = 5;

afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close();
});

async function watchedWorld(heartbeatMs?: number) {
	const world = await startWorld();
	closers.push(() => world.server.stop());
	if (heartbeatMs !== undefined) world.server.gateway.heartbeatMs = heartbeatMs;
	const vitals = new DiscordVitals({ clock: systemClock, log: recordedLog(), invalidMax });
	expect(vitals.gateway()).toBeNull();
	const connection: DiscordConnection = await connectTo(world.server, { vitals });
	closers.push(() => connection.close());
	return { ...world, vitals, connection };
}

describe('the health of the connection', () => {
	test('a gateway that answers is heard, and its heartbeats are answered', async () => {
		const { vitals } = await watchedWorld(40);
		expect(vitals.gateway()).toMatchObject({ isConnected: true, lastEventAgeMs: expect.any(Number) });
		await expect.poll(() => vitals.gateway()?.latencyMs ?? -1).toBeGreaterThanOrEqual(0);
		expect(vitals.rest().results['2xx']).toBeGreaterThan(0);
	});

	test('a socket whose heartbeats nobody answers is left for a new one, and health tells meanwhile', async () => {
		const { server, vitals, connection, channel, ellen } = await watchedWorld(60);
		const said: string[] = [];
		connection.onMessage((message) => void said.push(message.content));
		const sockets = () => server.gateway.counts.resumes + server.gateway.counts.identifies;
		const before = sockets();
		server.gateway.dropAcks = true;
		await expect.poll(() => vitals.gateway()?.isConnected, { interval: 1 }).toBe(false);
		server.gateway.dropAcks = false;
		await expect.poll(() => vitals.gateway()?.isConnected, { timeout: 15_000 }).toBe(true);
		expect(sockets()).toBeGreaterThan(before);
		server.as(ellen).send(channel, 'still there?');
		await expect.poll(() => said).toEqual(['still there?']);
	});

	test('every client of the connection is braked, webhooks included', async () => {
		const { server, vitals, connection, channel } = await watchedWorld();
		const code = RESTJSONErrorCodes.MissingAccess;
		server.faults.add({ kind: 'error', status: 403, code, message: 'Missing Access', times: invalidMax });
		const message = { channelId: channel.id, text: 'hi', replyToId: null, nonce: 'n', notifiableUserIds: [] };
		const signal = new AbortController().signal;
		for (let post = 0; post < invalidMax; post += 1)
			await connection.surface.readMessages({ channelId: channel.id, limit: 1 }, signal);
		expect(vitals.rest()).toMatchObject({ isBraked: true, invalidInWindow: invalidMax });
		const before = server.requests.length;
		const identity = { name: 'Anon', avatarUrl: null };
		for (const asked of [message, { ...message, identity }]) {
			const posted = await connection.surface.post(asked, signal);
			expect(posted).toMatchObject({ ok: false, error: { code: 'discord-rejected' } });
		}
		expect(server.requests.length).toBe(before);
		expect(server.requests.some(({ path }) => path === Routes.channelMessages(channel.id))).toBe(true);
	});
});
