/** Measures how long a bot takes from the start of its process to `ready`. */
import { type BenchRow, type BenchTarget, rowOf, unmeasuredRow } from './bench-row.ts';
import type { BenchStore, BenchStores } from './bench-stores.ts';
import type { BenchWorld } from './bench-world.ts';

const postgresTarget: BenchTarget = { max: 1_000, of: 'median' };
const embeddedTarget: BenchTarget = { max: 2_000, of: 'median' };

/** How often each start is measured. */
export interface BootCounts {
	readonly starts: number;
	readonly firstStarts: number;
}

/** Rows for both stores; the loopback Discord answers at once, so the time is the bot's own. */
export async function benchBoot(world: BenchWorld, stores: BenchStores, counts: BootCounts): Promise<BenchRow[]> {
	return [
		await postgresRow(world, stores, counts.starts),
		await embeddedRow(world, stores, counts.starts),
		await firstStartRow(world, stores, counts.firstStarts),
	];
}

async function postgresRow(world: BenchWorld, stores: BenchStores, starts: number): Promise<BenchRow> {
	const name = 'boot to ready, Postgres';
	const store = await stores.newPostgres();
	if (store === null) return unmeasuredRow(name, stores.postgresMissing ?? '', postgresTarget);
	const row = rowOf(name, 'ms', await restarts(world, store, starts));
	return { ...row, target: postgresTarget, note: `${starts} starts on a migrated database` };
}

async function embeddedRow(world: BenchWorld, stores: BenchStores, starts: number): Promise<BenchRow> {
	const row = rowOf('boot to ready, embedded', 'ms', await restarts(world, stores.newEmbedded(), starts));
	return { ...row, target: embeddedTarget, note: `${starts} starts in an existing folder` };
}

async function firstStartRow(world: BenchWorld, stores: BenchStores, starts: number): Promise<BenchRow> {
	const samples: number[] = [];
	for (let start = 0; start < starts; start += 1) samples.push(await boot(world, stores.newEmbedded()));
	return { ...rowOf('boot to ready, embedded, first start', 'ms', samples), note: `${starts} new folders` };
}

/** The first start migrates and registers the commands, and is not counted. */
async function restarts(world: BenchWorld, store: BenchStore, starts: number): Promise<number[]> {
	await boot(world, store);
	const samples: number[] = [];
	for (let start = 0; start < starts; start += 1) samples.push(await boot(world, store));
	return samples;
}

async function boot(world: BenchWorld, store: BenchStore): Promise<number> {
	const bot = await world.startBot(store);
	await bot.stop();
	return bot.bootMs;
}
