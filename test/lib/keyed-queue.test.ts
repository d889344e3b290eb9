/** Jobs one at a time for each key. */
import { describe, expect, test } from 'vitest';
import { KeyedQueue } from '#lib/keyed-queue';

/** A job whose end the test decides, and a record of when it began. */
function heldJob(log: string[], name: string) {
	const gate = Promise.withResolvers<string>();
	const job = (): Promise<string> => {
		log.push(name);
		return gate.promise;
	};
	return { job, finish: () => gate.resolve(name), fail: () => gate.reject(new Error(name)) };
}

describe('order', () => {
	test('jobs of one key run one at a time, first come first served', async () => {
		const queue = new KeyedQueue<string>();
		const log: string[] = [];
		const [a, b, c] = [heldJob(log, 'a'), heldJob(log, 'b'), heldJob(log, 'c')];
		const results = [queue.run('key', a.job), queue.run('key', b.job), queue.run('key', c.job)];
		expect(log).toEqual(['a']);
		expect(queue.waiting('key')).toBe(2);
		c.finish();
		b.finish();
		a.finish();
		expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
		expect(log).toEqual(['a', 'b', 'c']);
	});

	test('jobs of different keys run side by side', async () => {
		const queue = new KeyedQueue<string>();
		const log: string[] = [];
		const [a, b] = [heldJob(log, 'a'), heldJob(log, 'b')];
		const results = [queue.run('one', a.job), queue.run('two', b.job)];
		expect(log).toEqual(['a', 'b']);
		a.finish();
		b.finish();
		await Promise.all(results);
	});

	test('a job that comes while the last one ends still waits for it', async () => {
		const queue = new KeyedQueue<string>();
		let running = 0;
		let mostAtOnce = 0;
		const job = async (): Promise<void> => {
			running++;
			mostAtOnce = Math.max(mostAtOnce, running);
			await Promise.resolve();
			running--;
		};
		const chains = Array.from({ length: 20 }, () => queue.run('key', job).then(() => queue.run('key', job)));
		await Promise.all(chains);
		expect(mostAtOnce).toBe(1);
	});
});

describe('failures', () => {
	test('a job that rejects, or throws at once, does not stop the next', async () => {
		const queue = new KeyedQueue<string>();
		const log: string[] = [];
		const [a, b] = [heldJob(log, 'a'), heldJob(log, 'b')];
		const first = queue.run('key', a.job);
		const second = queue.run('key', () => {
			throw new Error('at once');
		});
		const third = queue.run('key', b.job);
		a.fail();
		b.finish();
		await expect(first).rejects.toThrow('a');
		await expect(second).rejects.toThrow('at once');
		expect(await third).toBe('b');
	});

	test('an aborted waiter leaves the line with the reason and its job never begins', async () => {
		const queue = new KeyedQueue<string>();
		const log: string[] = [];
		const [a, b, c] = [heldJob(log, 'a'), heldJob(log, 'b'), heldJob(log, 'c')];
		const controller = new AbortController();
		const first = queue.run('key', a.job);
		const second = queue.run('key', b.job, controller.signal);
		const third = queue.run('key', c.job);
		controller.abort(new Error('the member left'));
		await expect(second).rejects.toThrow('the member left');
		expect(queue.waiting('key')).toBe(1);
		a.finish();
		c.finish();
		await Promise.all([first, third]);
		expect(log).toEqual(['a', 'c']);
	});

	test('an abort after the job began leaves the job alone', async () => {
		const queue = new KeyedQueue<string>();
		const log: string[] = [];
		const [a, b] = [heldJob(log, 'a'), heldJob(log, 'b')];
		const controller = new AbortController();
		const first = queue.run('key', a.job);
		const second = queue.run('key', b.job, controller.signal);
		a.finish();
		await first;
		await Promise.resolve();
		controller.abort(new Error('late'));
		b.finish();
		expect(await second).toBe('b');
	});

	test('a signal that is aborted already refuses the job and takes no place', async () => {
		const queue = new KeyedQueue<string>();
		const refused = queue.run('key', async () => 'a', AbortSignal.abort(new Error('too late')));
		await expect(refused).rejects.toThrow('too late');
		expect(queue.size).toBe(0);
	});
});

test('a key whose jobs have ended is forgotten', async () => {
	const queue = new KeyedQueue<number>();
	const jobs = Array.from({ length: 100 }, (_, key) => queue.run(key, async () => key));
	expect(queue.size).toBe(100);
	expect(queue.isBusy(5)).toBe(true);
	await Promise.all(jobs);
	expect(queue.size).toBe(0);
	expect(queue.isBusy(5)).toBe(false);
	expect(queue.waiting(5)).toBe(0);
});
