/** The databases that bots under measurement run on: a throw-away Postgres server where its programs are, and folders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	findPostgresPrograms,
	type PostgresServer,
	runAsAdmin,
	socketUrl,
	startPostgresServer,
} from '../../test/support/store-postgres-server.ts';

/** A database of the server. */
export interface PostgresBenchStore {
	readonly kind: 'postgres';
	readonly databaseUrl: string;
}

/** Where a bot keeps its data. */
export type BenchStore = PostgresBenchStore | { readonly kind: 'embedded'; readonly dataDir: string };

/** Makes stores and removes them all at the end. */
export interface BenchStores {
	/** Why there is no Postgres server; null when there is one. */
	readonly postgresMissing: string | null;
	/** A new, empty database; null without a server. */
	newPostgres(): Promise<PostgresBenchStore | null>;
	/** A new, empty folder. */
	newEmbedded(): BenchStore;
	/** Another file in the folder that is removed at the end. */
	newFile(name: string): string;
	close(): Promise<void>;
}

/** Starts the server, when there is one. */
export async function openBenchStores(): Promise<BenchStores> {
	const folder = mkdtempSync(join(tmpdir(), 'tomori-bench-'));
	const { server, missing } = await startServer();
	let made = 0;
	const nextName = (kind: string): string => {
		made += 1;
		return `${kind}_${made}`;
	};
	return {
		postgresMissing: missing,
		async newPostgres() {
			if (server === null) return null;
			const name = nextName('bench');
			await runAsAdmin(server.socketDir, `create database ${name}`);
			return { kind: 'postgres', databaseUrl: socketUrl(server.socketDir, name) };
		},
		newEmbedded: () => ({ kind: 'embedded', dataDir: join(folder, nextName('data')) }),
		newFile: (name) => join(folder, nextName(name)),
		async close() {
			await server?.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function startServer(): Promise<{ readonly server: PostgresServer | null; readonly missing: string | null }> {
	const programs = findPostgresPrograms();
	if (programs === null) return { server: null, missing: 'no Postgres server program was found' };
	try {
		return { server: await startPostgresServer(programs), missing: null };
	} catch (error) {
		return { server: null, missing: `Postgres did not start (${String(error)})` };
	}
}
