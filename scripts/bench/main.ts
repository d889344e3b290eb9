/**
 * Measures the program on this machine and prints one table: bun run bench [--quick], or with --soak only what a crowd
 * does to it. It judges nothing and ends with 0.
 */
import { parseArgs } from 'node:util';
import { type BenchRow, unmeasuredRow } from './bench-row.ts';
import { openBenchStores } from './bench-stores.ts';
import { BenchWorld } from './bench-world.ts';
import { benchBoot } from './boot.ts';
import { benchChats } from './chats.ts';
import { benchConcurrentReplies } from './concurrent-replies.ts';
import { benchContext } from './context.ts';
import { benchGuards } from './guards.ts';
import { benchHistory } from './history.ts';
import { benchIdleMemory } from './idle-memory.ts';
import { machineLine } from './machine.ts';
import { benchMachines } from './machines.ts';
import { tableLines } from './print-rows.ts';
import { benchPrompts } from './prompts.ts';
import { benchSoak } from './soak.ts';
import { benchTokenizers } from './tokenizers.ts';
import { benchTurns } from './turns.ts';

/** How much is measured. */
const plans = {
	full: {
		starts: 7,
		firstStarts: 3,
		idleMs: 15_000,
		turns: 100,
		segments: 300,
		sentences: 8,
		machineSamples: 15,
		tokenizers: true,
		soak: {
			usersPerSecond: 100_000 / 60,
			triggersPerSecond: 50,
			channels: 2_000,
			guilds: 200,
			seconds: 60,
			warmUpSeconds: 25,
		},
	},
	quick: {
		starts: 2,
		firstStarts: 1,
		idleMs: 5_000,
		turns: 25,
		segments: 60,
		sentences: 2,
		machineSamples: 5,
		tokenizers: false,
		soak: { usersPerSecond: 300, triggersPerSecond: 10, channels: 200, guilds: 50, seconds: 20, warmUpSeconds: 20 },
	},
};

const { values } = parseArgs({
	options: { quick: { type: 'boolean', default: false }, soak: { type: 'boolean', default: false } },
});
const plan = values.quick ? plans.quick : plans.full;
const startMs = performance.now();

/** A part that breaks costs its own rows only. */
async function part(name: string, measure: () => Promise<BenchRow[]> | BenchRow[]): Promise<BenchRow[]> {
	console.error(`${((performance.now() - startMs) / 1000).toFixed(0)} s: ${name}`);
	try {
		return await measure();
	} catch (error) {
		console.error(error);
		return [unmeasuredRow(name, 'it failed, see above')];
	}
}

const machine = machineLine();
const stores = await openBenchStores();
const world = await BenchWorld.start();
const rows: BenchRow[] = [];

/** All but the soak, which takes minutes. */
async function everything(): Promise<BenchRow[]> {
	return [
		...(await part('boot', () => benchBoot(world, stores, plan))),
		...(await part('idle memory', () => benchIdleMemory(world, stores, plan.idleMs))),
		...(await part('turns', () => benchTurns(world, stores, plan))),
		...(await part('replies at once', async () => {
			const store = (await stores.newPostgres()) ?? stores.newEmbedded();
			return await benchConcurrentReplies(world, store, plan.sentences);
		})),
		...(await part('history', () => benchHistory())),
		...(await part('context', () => benchContext())),
		...(await part('machines', () => benchMachines(plan.machineSamples))),
		...(await part('guards', () => benchGuards(plan.machineSamples))),
		...(await part('chats', () => benchChats(plan.machineSamples))),
		...(await part('prompts', () => benchPrompts(plan.machineSamples))),
		...(plan.tokenizers
			? await part('tokenizers', () => benchTokenizers())
			: [unmeasuredRow('tokenizers', 'left out by --quick')]),
		unmeasuredRow('soak', 'asked for with --soak'),
	];
}

try {
	if (values.soak) rows.push(...(await part('soak', () => benchSoak(world, stores, plan.soak))));
	else rows.push(...(await everything()));
} finally {
	await world.stop();
	await stores.close();
}
console.log(machine);
for (const line of tableLines(rows)) console.log(line);
console.log(`${((performance.now() - startMs) / 1000).toFixed(0)} s${values.quick ? ', quick' : ''}`);
process.exit(0);
