/** The program is killed in the middle of turns, again and again: nothing is answered twice, and nothing is lost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRASH_POINTS, diceOf } from '../support/crash-points.ts';
import { CrashWorld } from '../support/crash-world.ts';
import { storeBackends } from '../support/store-for-test.ts';

const isNightly = Bun.env['TOMORI_NIGHTLY'] === '1';
/** For each kind of store. */
const rounds = isNightly ? 100 : 10;
const seed = Number(Bun.env['TOMORI_SEED'] ?? Date.now() % 1_000_000_000);
const roundTimeoutMs = 60_000;
/** The first start makes a database, and a machine that does other things takes its time for that. */
const startTimeoutMs = 240_000;

describe.each(storeBackends())('a process that is killed (%s)', (backend) => {
	let world: CrashWorld;

	beforeAll(async () => {
		world = await CrashWorld.start(backend);
	}, startTimeoutMs);

	afterAll(() => world.stop());

	test(
		`every trigger is answered once, over ${rounds} rounds with the seed ${seed}`,
		async () => {
			process.stdout.write(`crash rounds on ${backend}: TOMORI_SEED=${seed}\n`);
			const dice = diceOf(seed);
			const from = dice(CRASH_POINTS.length);
			for (let round = 0; round < rounds; round += 1) {
				// Each point comes up, whatever the seed.
				const point = CRASH_POINTS[(from + round) % CRASH_POINTS.length];
				if (!point) throw new Error('there is no point');
				const isStale = dice(4) === 0;
				const diesAgain = dice(3) === 0;
				const states = await world.round({ point, dice, isStale, waitsForLeases: round === 0, diesAgain });
				expect(states, `${point.name}\n${world.story()}`).not.toContain('wrong');
				if (!isStale) expect(states, `${point.name}\n${world.story()}`).not.toContain('noted');
			}
			expect(await world.close()).toEqual({ open: 0, outgoing: 0, exitCode: 0 });
			const answers = world.answers();
			expect(answers).toHaveLength(rounds * 3);
			expect(
				answers.filter(([, state]) => state === 'open' || state === 'wrong'),
				world.story(),
			).toEqual([]);
			expect(world.violations()).toEqual([]);
		},
		rounds * roundTimeoutMs,
	);
});
