/** Old turns are looked for every day. */
import { expect, test } from 'vitest';
import { sweepOldTurns } from '#app/sweep-old-turns';
import type { RetentionSweep } from '#ports/retention-store';
import { ManualClock } from '../support/manual-clock.ts';
import { recordingLog } from '../support/store-log.ts';

const DAY_MS = 86_400_000;
const FIRST_MS = 300_000;

/** Lets what was started by a timer come to its next wait. */
async function settled(): Promise<void> {
	for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

function swept(answers: readonly (number | Error)[]) {
	const clock = new ManualClock();
	const log = recordingLog();
	const asked: RetentionSweep[] = [];
	const removeOldTurns = async (sweep: RetentionSweep): Promise<number> => {
		const answer = answers[asked.push(sweep) - 1] ?? 0;
		if (answer instanceof Error) throw answer;
		return answer;
	};
	const ending = new AbortController();
	sweepOldTurns({ retention: { removeOldTurns }, clock, log }, ending.signal);
	const pass = async (ms: number): Promise<number> => {
		clock.advance(ms);
		await settled();
		return asked.length;
	};
	return { asked, log, ending, pass };
}

test('full batches follow each other with a pause, and the next sweep comes a day later', async () => {
	const { pass, asked, log } = swept([500, 500, 20]);
	expect(await pass(FIRST_MS - 1)).toBe(0);
	expect(await pass(1)).toBe(1);
	expect(await pass(199)).toBe(1);
	expect(await pass(1)).toBe(2);
	expect(await pass(200)).toBe(3);
	expect(log.lines).toMatchObject([{ level: 'info', fields: { turns: 1_020 } }]);
	expect(await pass(DAY_MS - 1)).toBe(3);
	expect(await pass(1)).toBe(4);
	expect(asked.every(({ turnsMax }) => turnsMax === 500)).toBe(true);
});

test('a database that is away is asked again the next day, and nothing is asked after the end', async () => {
	const { pass, log, ending } = swept([new Error('away')]);
	expect(await pass(FIRST_MS)).toBe(1);
	expect(log.lines).toMatchObject([{ level: 'warn' }]);
	expect(await pass(DAY_MS)).toBe(2);
	ending.abort();
	expect(await pass(DAY_MS * 3)).toBe(2);
});
