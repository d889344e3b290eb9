/** The faults a test can ask for, as the real client meets them, and the routes nobody has. */
import { fileURLToPath } from 'node:url';
import { Routes } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { startDiscordServer } from '#playground/discord-server/start-discord-server';
import { checkExchanges, discordOpenapiAvailable } from '../../support/discord-openapi.ts';
import { closeScenes, connect, errorCode, openScene, textChannel } from './connect.ts';

afterEach(closeScenes);

const posting = { method: 'POST', path: /\/messages$/ } as const;

test('a rate limit is waited for and the message is sent once', async () => {
	const { server, general } = await openScene();
	const client = await connect(server);
	const limits: number[] = [];
	client.rest.on('rateLimited', (info) => limits.push(info.retryAfter));
	const fault = server.faults.add({ ...posting, kind: '429', retryAfterSeconds: 0.1 });
	await textChannel(client, general).send('patient');
	expect(fault.hits).toBe(1);
	expect(limits).toHaveLength(1);
	expect(server.botMessages(general)).toHaveLength(1);
	expect(server.requests.filter((request) => request.path.endsWith('/messages')).map(({ status }) => status)).toEqual([
		429, 200,
	]);
});

test('a bad gateway is retried', async () => {
	const { server, general } = await openScene();
	const client = await connect(server);
	server.faults.add({ ...posting, kind: '5xx', times: 2 });
	await textChannel(client, general).send('stubborn');
	expect(server.botMessages(general)).toHaveLength(1);
});

test('a refused request is not executed', async () => {
	const { server, general } = await openScene();
	const client = await connect(server, { rest: { retries: 0 } });
	server.faults.add({ ...posting, kind: 'refuse' });
	expect(await errorCode(textChannel(client, general).send('lost'))).toBe('ECONNRESET');
	expect(server.botMessages(general)).toEqual([]);
});

test('a delayed answer is longer than the client’s patience', async () => {
	const { server, general } = await openScene();
	const client = await connect(server, { rest: { retries: 0 } });
	client.rest.options.timeout = 50;
	server.faults.add({ ...posting, kind: 'delay', delayMs: 200 });
	await expect(textChannel(client, general).send('slow')).rejects.toThrow();
	await server.until(() => server.botMessages(general).length === 1);
});

test('any error of Discord can be asked for', async () => {
	const { server, general } = await openScene();
	const channel = textChannel(await connect(server), general);
	server.faults.add({
		...posting,
		kind: 'error',
		code: 200000,
		message: 'Message was blocked by automatic moderation',
	});
	expect(await errorCode(channel.send('rude'))).toBe(200000);
	await channel.send('polite');
});

test('the stand-in runs as a program of its own and says where', async () => {
	const program = fileURLToPath(new URL('../../../src/playground/discord-server/main.ts', import.meta.url));
	const child = Bun.spawn([process.execPath, program], { stdout: 'pipe' });
	const { value } = await child.stdout.getReader().read();
	const place = JSON.parse(new TextDecoder().decode(value)) as { apiUrl: string; token: string };
	const headers = { authorization: `Bot ${place.token}` };
	expect((await fetch(`${place.apiUrl}/v10/users/@me`, { headers })).status).toBe(200);
	child.kill();
	await child.exited;
});

test('a route nobody has is answered with 404 and recorded', async () => {
	const server = await startDiscordServer();
	const response = await fetch(`${server.apiUrl}/v10/soundboard-sounds`, {
		headers: { authorization: `Bot ${server.token}` },
	});
	expect(response.status).toBe(404);
	expect(server.unknownRoutes).toEqual(['GET /soundboard-sounds']);
	await server.stop();
});

test('a request without the token is answered with 401', async () => {
	const { server } = await openScene();
	const response = await fetch(`${server.apiUrl}/v10${Routes.user()}`);
	expect(response.status).toBe(401);
});

test.skipIf(!discordOpenapiAvailable)(
	'the contract check finds invented fields, wrong types and broken answers (needs DISCORD_OPENAPI)',
	() => {
		const exchange = {
			method: 'POST',
			path: '/channels/1577059651986391041/messages',
			query: '',
			body: { content: 'hi' },
			multipart: false,
			status: 200,
			answer: {},
			fault: '5xx',
		};
		expect(checkExchanges([exchange])).toEqual([]);
		expect(checkExchanges([{ ...exchange, body: { contents: 'hi' } }])[0]).toContain('contents');
		expect(checkExchanges([{ ...exchange, body: { embeds: [{ titel: 'x' }] } }])[0]).toContain('titel');
		expect(checkExchanges([{ ...exchange, body: { content: 7 } }])[0]).toContain('/content');
		expect(checkExchanges([{ ...exchange, fault: null }])[0]).toContain('answer 200');
		expect(checkExchanges([{ ...exchange, path: '/nowhere' }])[0]).toContain('not in Discord');
		expect(checkExchanges([{ ...exchange, query: 'wait=true' }])[0]).toContain('wait');
	},
);

test('a wait that is never fulfilled fails with the last requests', async () => {
	const { server } = await openScene();
	await connect(server);
	await expect(server.until(() => false, 30)).rejects.toThrow('GET /gateway/bot -> 200');
});
