/** The databases that bots under measurement run on: a throw-away Postgres server where its programs are, and folders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	findPostgresPrograms,
	runAsAdmin,
	socketUrl,
	startPostgresServer,
} from '../../test/support/store-postgres-server.ts';

/** Why rows on Postgres may be missing. */
export const postgresMissingReason = 'no Postgres server program here';

/** Where a bot keeps its data. */
export type BenchStore =
	| { readonly kind: 'postgres'; readonly databaseUrl: string }
	| { readonly kind: 'embedded'; readonly dataDir: string };

/** Makes stores and removes them all at the end. */
export interface BenchStores {
	readonly hasPostgres: boolean;
	/** A new, empty database; null without a server. */
	newPostgres(): Promise<BenchStore | null>;
	/** A new, empty folder. */
	newEmbedded(): BenchStore;
	/** Another file in the folder that is removed at the end. */
	newFile(name: string): string;
	close(): Promise<void>;
}

/** Starts the server, when there is one. */
export async function openBenchStores(): Promise<BenchStores> {
	const folder = mkdtempSync(join(tmpdir(), 'tomori-bench-'));
	const programs = findPostgresPrograms();
	const server = programs === null ? null : await startPostgresServer(programs);
	let made = 0;
	const nextName = (kind: string): string => {
		made += 1;
		return `${kind}_${made}`;
	};
	return {
		hasPostgres: server !== null,
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
