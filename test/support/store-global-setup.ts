/** Prepares both kinds of store once for all test files. */
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#adapters/postgres/connect';
import { type StoreContext, TEMPLATE_DATABASE } from './store-context.ts';
import { recordingLog } from './store-log.ts';
import {
	findPostgresPrograms,
	type PostgresServer,
	runAsAdmin,
	socketUrl,
	startPostgresServer,
} from './store-postgres-server.ts';
import { ensureStoreTemplate } from './store-template.ts';

async function migrateTemplate(server: PostgresServer): Promise<void> {
	await runAsAdmin(server.socketDir, `create database ${TEMPLATE_DATABASE}`);
	const opened = await openDatabase({ databaseUrl: socketUrl(server.socketDir, TEMPLATE_DATABASE) }, recordingLog());
	if (!opened.ok) throw new Error(opened.error.sentence);
	await opened.value.close();
}

/** Runs before the first file of a project; what it returns runs after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const templatePath = await ensureStoreTemplate();
	const programs = findPostgresPrograms();
	let server: PostgresServer | null = null;
	if (programs) {
		server = await startPostgresServer(programs);
		await migrateTemplate(server);
	}
	const context: StoreContext = {
		templatePath,
		socketDir: server?.socketDir ?? null,
		postgresMissing: programs ? null : 'no postgres server program was found',
	};
	project.provide('store', context);
	return async () => {
		await server?.stop();
	};
}
