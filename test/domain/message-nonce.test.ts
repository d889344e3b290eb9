/** No two messages share a nonce, and a repetition of one has the same. */
import { expect, test } from 'vitest';
import type { TurnId } from '#domain/ids';
import { attemptOf, messageNonce, type NonceParts } from '#domain/message-nonce';

const PARTS: NonceParts = { triggerId: '1000', turnId: 1 as TurnId, attempt: 0, variant: 0, part: 0 };

test('a nonce has 25 characters and is the same for the same message', () => {
	expect(messageNonce(PARTS)).toMatch(/^[\w-]{25}$/);
	expect(messageNonce({ ...PARTS })).toBe(messageNonce(PARTS));
});

test('messages that differ in anything have different nonces, also where a new database counts turns anew', () => {
	const changes: readonly Partial<NonceParts>[] = [
		{},
		{ triggerId: '1001' },
		{ turnId: 2 as TurnId },
		{ attempt: 1 },
		{ variant: 'notice' },
		{ part: 1 },
	];
	const nonces = changes.map((change) => messageNonce({ ...PARTS, ...change }));
	expect(new Set(nonces).size).toBe(changes.length);
});

test('runs of one turn share no attempt, whatever models, keys and tries each of them takes', () => {
	const runs = [0, 1, 2, 1_800_000_000_000];
	const attempts = runs.flatMap((run) => Array.from({ length: 200 }, (_, delivery) => attemptOf(run, delivery)));
	expect(new Set(attempts).size).toBe(attempts.length);
	expect(attempts.every(Number.isSafeInteger)).toBe(true);
});
