/** Trying an endpoint out leads nowhere else and comes to an end, whatever the endpoint does. */
import { afterEach, describe, expect, test } from 'vitest';
import { type Provider, StillClock, startProvider, streamOf, until } from '../novelai/provider.ts';
import { chatChunk, credentialFor, openCustomModel } from './endpoint.ts';

let provider: Provider | null = null;
afterEach(async () => {
	await provider?.stop();
	provider = null;
});

const never = new AbortController().signal;

describe('a check', () => {
	test('asks where the name leads before each of its two requests', async () => {
		provider = startProvider(() => streamOf([chatChunk({ content: 'Hi.' }, 'stop')]));
		let asked = 0;
		const whereabouts = async () => {
			asked += 1;
			return { reach: asked === 1 ? ('public' as const) : ('private' as const), addresses: ['127.0.0.1'] };
		};
		const addressGuard = { whereabouts, reachOf: async () => (await whereabouts()).reach };
		const model = openCustomModel({ addressGuard });
		const checked = await model.checkCredential(credentialFor(provider.url, { mayBePrivate: false }), never);
		expect(checked).toEqual({ ok: true, value: { tier: null, models: [] } });
		expect(provider.seen.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
	});

	test('leaves an endpoint that only keeps the connection alive', async () => {
		const alive = new TextEncoder().encode(': still here\n\n');
		let timer: ReturnType<typeof setInterval> | undefined;
		provider = startProvider(() => {
			const endless = new ReadableStream({
				start(controller) {
					timer = setInterval(() => controller.enqueue(alive), 1);
				},
				cancel() {
					clearInterval(timer);
				},
			});
			return new Response(endless, { headers: { 'content-type': 'text/event-stream' } });
		});
		const clock = new StillClock();
		const checked = openCustomModel({ clock }).checkCredential(credentialFor(provider.url), never);
		// 60 seconds for the first byte, 30 for each read after it.
		await until(() => clock.armed().includes(30_000));
		clock.pass(90_000);
		expect(await checked).toEqual({ ok: false, error: { code: 'provider-timeout' } });
		await until(() => provider?.aborted.length === 1);
	});
});
