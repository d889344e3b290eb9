/** One generation at a time per account, and what an abort leaves behind. */

import { describe, expect, test } from 'vitest';
import { newGate } from '#playground/novelai-server/reply-scripts';
import { complete, generate, opus, readCompletion, scroll, startStandIn } from './stand-in.ts';

describe('one generation at a time', () => {
	test('a second request of the account is refused with 429 while the first runs, also on the other route', async () => {
		const server = await startStandIn();
		const gate = newGate();
		server.scripts.queue({ waitFor: gate.opened });
		const first = complete(server);
		await server.until(({ requests }) => requests[0]?.model === 'glm-4-6');
		const second = await generate(server);
		expect(second.status).toBe(429);
		expect(await second.json()).toEqual({ statusCode: 429, message: 'Concurrent generation is locked' });
		const otherAccount = await complete(server, {}, { key: scroll });
		expect((await readCompletion(otherAccount)).finishReason).toBe('stop');
		gate.open();
		expect((await readCompletion(await first)).finishReason).toBe('stop');
		expect((await readCompletion(await complete(server))).finishReason).toBe('stop');
	});

	test('the account is free once the last token has been read, a hundred times in a row', async () => {
		const server = await startStandIn();
		server.scripts.always({ text: ' ok' });
		for (let round = 0; round < 100; round += 1) {
			const response = await (round % 2 === 0 ? complete(server) : generate(server));
			await response.text();
			expect(response.status).toBe(200);
		}
	});

	test('a refused request takes no script', async () => {
		const server = await startStandIn();
		server.scripts.queue({ text: ' scripted' });
		expect((await complete(server, { top_p: 3 })).status).toBe(400);
		expect(server.scripts.pending).toBe(1);
		expect((await readCompletion(await complete(server))).text).toBe(' scripted');
		expect(server.scripts.pending).toBe(0);
	});
});

describe('aborts', () => {
	test('an abort in the middle is seen, and with no lock time the account is free', async () => {
		const server = await startStandIn();
		server.scripts.queue({ hangAfterTokens: 2 });
		const abort = new AbortController();
		const response = await complete(server, {}, { signal: abort.signal });
		await server.until(({ requests }) => requests[0]?.outputTokens === 2);
		abort.abort();
		await server.until(({ requests }) => requests[0]?.outcome === 'aborted');
		expect(server.accounts.isLocked(opus)).toBe(false);
		await expect(response.text()).rejects.toThrow();
		expect((await readCompletion(await complete(server))).finishReason).toBe('stop');
	});

	test('with a lock time the account stays locked, then becomes free', async () => {
		const server = await startStandIn({ lockAfterAbortMs: 150 });
		server.scripts.queue({ hangAfterTokens: 1 });
		const abort = new AbortController();
		const response = await complete(server, {}, { signal: abort.signal });
		await server.until(({ requests }) => requests[0]?.outputTokens === 1);
		abort.abort();
		await expect(response.text()).rejects.toThrow();
		await server.until(({ requests }) => requests[0]?.outcome === 'aborted');
		expect((await complete(server)).status).toBe(429);
		await server.until(({ accounts }) => !accounts.isLocked(opus));
		expect((await complete(server)).status).toBe(200);
	});

	test('an abort before the first byte is seen too', async () => {
		const server = await startStandIn();
		server.scripts.queue({ waitFor: newGate().opened });
		const abort = new AbortController();
		const pending = complete(server, {}, { signal: abort.signal });
		await server.until(({ accounts }) => accounts.isLocked(opus));
		abort.abort();
		await expect(pending).rejects.toThrow();
		await server.until(({ requests }) => requests[0]?.outcome === 'aborted');
		expect(server.accounts.isLocked(opus)).toBe(false);
	});

	test('stopping the server ends a silent stream', async () => {
		const server = await startStandIn();
		server.scripts.queue({ hangAfterTokens: 1 });
		const response = await complete(server);
		const rest = response.text().then(
			() => 'ended',
			() => 'broken',
		);
		await server.stop();
		expect(['ended', 'broken']).toContain(await rest);
		expect(server.requests[0]?.outcome).toBe('aborted');
	});
});

describe('watching', () => {
	test('listeners hear of a request when it is read and when it has ended', async () => {
		const server = await startStandIn();
		const heard: string[] = [];
		const stopListening = server.onRequest((request) => heard.push(`${request.number} ${request.outcome}`));
		await (await complete(server)).text();
		await server.until(({ requests }) => requests[0]?.outcome === 'answered');
		stopListening();
		await (await complete(server)).text();
		expect(heard).toEqual(['1 running', '1 answered']);
	});

	test('a condition that never holds rejects with what did arrive', async () => {
		const server = await startStandIn();
		await (await complete(server)).text();
		await expect(server.until(() => false, 20)).rejects.toThrow(/POST \/oa\/v1\/completions glm-4-6 200/);
	});
});
