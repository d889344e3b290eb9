/** One generation at a time for each key, and a visible wait. */
import { describe, expect, test } from 'vitest';
import { CredentialQueue, VISIBLE_WAIT_MS } from '#app/chat/credential-queue';
import type { Credential } from '#domain/credential';
import { Secret } from '#domain/secret';
import { ManualClock } from '../support/manual-clock.ts';

const key = (digest: string): Credential => ({
	provider: 'novelai',
	owner: { kind: 'operator' },
	secret: new Secret(`pst-${digest}`),
	digest,
});

function gate() {
	let open = (): void => undefined;
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { opened, open };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('CredentialQueue', () => {
	test('jobs of one key run in turn, those of another key at once', async () => {
		const queue = new CredentialQueue(new ManualClock());
		const order: string[] = [];
		const first = gate();
		const wait = { signal: new AbortController().signal, onLongWait: () => undefined, onWaitEnd: () => undefined };
		const job = (name: string, until?: Promise<void>) => async (): Promise<void> => {
			order.push(`${name} begins`);
			await until;
			order.push(`${name} ends`);
		};
		const jobs = [
			queue.run(key('a'), wait, job('one', first.opened)),
			queue.run(key('a'), wait, job('two')),
			queue.run(key('b'), wait, job('other')),
		];
		await settled();
		expect(order).toEqual(['one begins', 'other begins', 'other ends']);
		first.open();
		await Promise.all(jobs);
		expect(order.slice(3)).toEqual(['one ends', 'two begins', 'two ends']);
	});

	test('a long wait is shown once and taken back when the job begins', async () => {
		const clock = new ManualClock();
		const queue = new CredentialQueue(clock);
		const shown: string[] = [];
		const first = gate();
		const wait = (name: string) => ({
			signal: new AbortController().signal,
			onLongWait: () => shown.push(`${name} waits`),
			onWaitEnd: () => shown.push(`${name} goes on`),
		});
		const running = queue.run(key('a'), wait('one'), () => first.opened);
		const waiting = queue.run(key('a'), wait('two'), () => Promise.resolve());
		await settled();
		clock.advance(VISIBLE_WAIT_MS);
		expect(shown).toEqual(['two waits']);
		first.open();
		await Promise.all([running, waiting]);
		expect(shown).toEqual(['two waits', 'two goes on']);
		expect(clock.waiting).toBe(0);
	});

	test('an aborted wait leaves the line and takes its sign back', async () => {
		const clock = new ManualClock();
		const queue = new CredentialQueue(clock);
		const shown: string[] = [];
		const first = gate();
		const controller = new AbortController();
		const silent = { signal: new AbortController().signal, onLongWait: () => undefined, onWaitEnd: () => undefined };
		const running = queue.run(key('a'), silent, () => first.opened);
		const waiting = queue.run(
			key('a'),
			{ signal: controller.signal, onLongWait: () => shown.push('waits'), onWaitEnd: () => shown.push('gone') },
			() => Promise.reject(new Error('must not run')),
		);
		const outcome = waiting.catch((reason: unknown) => reason);
		await settled();
		clock.advance(VISIBLE_WAIT_MS);
		controller.abort('follow-up');
		expect(await outcome).toBe('follow-up');
		expect(shown).toEqual(['waits', 'gone']);
		first.open();
		await running;
	});
});
