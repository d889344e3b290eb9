/** Commands that the start could not register are registered later. */
import { describe, expect, test } from 'vitest';
import { firstRegisterPauseMs, keepRegistering, registerPauseMaxMs } from '#adapters/discord/keep-registering';
import type { Failure } from '#domain/failure';
import { err, ok, type Result } from '#lib/result';
import { ManualClock } from '../../support/manual-clock.ts';
import { recordedLog } from './loopback.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Answer = Result<unknown, Failure> | Error;

async function registering(answers: readonly Answer[]) {
	const clock = new ManualClock();
	const log = recordedLog();
	const stopping = new AbortController();
	let attempts = 0;
	const register = async () => {
		const answer = answers[Math.min(attempts++, answers.length - 1)];
		if (answer === undefined || answer instanceof Error) throw answer;
		return answer;
	};
	await keepRegistering({ register, clock, log, signal: stopping.signal });
	const pass = async (byMs: number) => {
		clock.advance(byMs);
		await settled();
		return attempts;
	};
	return { pass, log, stopping, attempts: () => attempts };
}

const away = new Error('the store is away');

describe('keepRegistering', () => {
	test('a store that is away is tried again until it is back', async () => {
		const { pass, log } = await registering([away, err({ code: 'discord-unreachable' }), ok('registered')]);
		expect(await pass(firstRegisterPauseMs - 1)).toBe(1);
		expect(await pass(1)).toBe(2);
		expect(await pass(firstRegisterPauseMs * 2)).toBe(3);
		expect(await pass(registerPauseMaxMs)).toBe(3);
		expect(log.lines.map((line) => line.level)).toEqual(['warn', 'warn']);
	});

	test('a refusal is left to the next start', async () => {
		const { pass } = await registering([err({ code: 'discord-rejected', detail: '50035 no' })]);
		expect(await pass(registerPauseMaxMs)).toBe(1);
	});

	test('closing ends the attempts', async () => {
		const { pass, stopping } = await registering([away]);
		stopping.abort();
		expect(await pass(registerPauseMaxMs)).toBe(1);
	});
});
