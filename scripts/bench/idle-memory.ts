/** Measures what an idle bot keeps in memory, by the kernel's own account. */
import { readFileSync } from 'node:fs';
import { type BenchRow, type BenchTarget, rowOf, unmeasuredRow } from './bench-row.ts';
import type { BenchStore, BenchStores } from './bench-stores.ts';
import type { BenchBot, BenchWorld } from './bench-world.ts';

const rssTarget: BenchTarget = { max: 150, of: 'median' };
const kibibytesPerMegabyte = 1_000_000 / 1_024;

/** Rows for a bot on each store, `idleMs` after it was ready; the bots are idle at the same time. */
export async function benchIdleMemory(world: BenchWorld, stores: BenchStores, idleMs: number): Promise<BenchRow[]> {
	const postgres = await stores.newPostgres();
	const embedded = stores.newEmbedded();
	const rows: BenchRow[] = [];
	if (postgres === null) rows.push(unmeasuredRow(`${nameOf('postgres')} RSS`, stores.postgresMissing ?? '', rssTarget));
	for (const store of postgres === null ? [embedded] : [postgres, embedded]) {
		rows.push(...(await idleRows(world, store, idleMs)));
	}
	return rows;
}

function nameOf(kind: BenchStore['kind']): string {
	return `idle memory, ${kind === 'postgres' ? 'Postgres' : 'embedded'},`;
}

async function idleRows(world: BenchWorld, store: BenchStore, idleMs: number): Promise<BenchRow[]> {
	// A first start has more to do, which an installed bot does once.
	await (await world.startBot(store)).stop();
	const bot = await world.startBot(store);
	try {
		await Bun.sleep(idleMs);
		return memoryRows(bot, store.kind, idleMs);
	} finally {
		await bot.stop();
	}
}

function memoryRows(bot: BenchBot, kind: BenchStore['kind'], idleMs: number): BenchRow[] {
	const name = nameOf(kind);
	const target = kind === 'postgres' ? { target: rssTarget } : {};
	const account = memoryAccount(bot.pid);
	if (account === null) return [{ ...unmeasuredRow(`${name} RSS`, 'this system has no /proc'), ...target }];
	return (['Rss', 'Pss'] as const).map((field) => ({
		...rowOf(`${name} ${field.toUpperCase()}`, 'MB', [account[field]]),
		...(field === 'Rss' ? target : {}),
		note: `${idleMs / 1000} s after ready`,
	}));
}

/** In MB; null where the kernel keeps no such account. */
function memoryAccount(pid: number): Readonly<Record<'Rss' | 'Pss', number>> | null {
	let text: string;
	try {
		text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
	} catch {
		return null;
	}
	const megabytes = (field: string): number =>
		Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / kibibytesPerMegabyte;
	return { Rss: megabytes('Rss'), Pss: megabytes('Pss') };
}
