/** The dump of a migrated embedded store, made once per version of the migrations. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { MIGRATIONS_FOLDER } from '#adapters/postgres/migrations-folder';

const root = join(import.meta.dirname, '..', '..');
const cacheFolder = join(root, 'node_modules', '.cache', 'tomori');

/** Pinned exactly, so the manifest tells which one is installed. */
function pgliteVersion(): string {
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		dependencies: Record<string, string>;
	};
	return manifest.dependencies['@electric-sql/pglite'] ?? 'unknown';
}

function hashOfMigrations(): string {
	const hash = createHash('sha256');
	const names = readdirSync(MIGRATIONS_FOLDER, { recursive: true, encoding: 'utf8' }).sort();
	for (const name of names) {
		const path = join(MIGRATIONS_FOLDER, name);
		if (statSync(path).isFile()) hash.update(`${name}\n`).update(readFileSync(path));
	}
	return hash.digest('hex').slice(0, 16);
}

async function build(path: string): Promise<void> {
	const client = await PGlite.create();
	try {
		await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
		const dump = await client.dumpDataDir('none');
		const unfinished = `${path}.${process.pid}`;
		writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()));
		renameSync(unfinished, path);
	} finally {
		await client.close();
	}
}

/** Path of the dump; older ones are removed when it has to be built. */
export async function ensureStoreTemplate(): Promise<string> {
	mkdirSync(cacheFolder, { recursive: true });
	const name = `pglite-${pgliteVersion()}-${hashOfMigrations()}.tar`;
	const path = join(cacheFolder, name);
	if (existsSync(path)) return path;
	for (const old of readdirSync(cacheFolder)) {
		if (old.startsWith('pglite-')) rmSync(join(cacheFolder, old), { force: true });
	}
	await build(path);
	return path;
}
