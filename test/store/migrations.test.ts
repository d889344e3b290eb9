/** What the migrations make of a database, and when they are applied. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAppStateStore } from '#adapters/postgres/app-state-store';
import { openDatabase } from '#adapters/postgres/connect';
import { MIGRATIONS_FOLDER } from '#adapters/postgres/migrations-folder';
import { assert } from '#lib/assert';
import { checkMigrations } from '../../scripts/check-migrations.ts';
import { describeStores, postgresForTest, storeBackends } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';

const identifierBytesMax = 63;

async function open(databaseUrl: string) {
	const opened = await openDatabase({ databaseUrl }, recordingLog());
	assert(opened.ok, opened.ok ? '' : opened.error.sentence);
	return opened.value;
}

test('the migrations say the same as the tables in the code', () => {
	expect(checkMigrations()).toBe(true);
});

test('every constraint, index and table of the migrations has a name that Postgres does not cut', () => {
	const journal = JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8')) as {
		entries: { tag: string }[];
	};
	const statements = journal.entries.map((entry) => readFileSync(join(MIGRATIONS_FOLDER, `${entry.tag}.sql`), 'utf8'));
	const names = [...statements.join('\n').matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');
	expect(names.length).toBeGreaterThan(100);
	expect(names.filter((name) => Buffer.byteLength(name) > identifierBytesMax)).toEqual([]);
	expect(statements.join('\n').match(/create extension|uuidv7/i)).toBeNull();
});

describeStores('a migrated store', (store) => {
	test('all tables are there and the checks are enforced', async () => {
		const tables = (await store().db.execute(
			sql`select tablename from pg_tables where schemaname = 'public' order by tablename`,
		)) as { rows: { tablename: string }[] };
		expect(tables.rows.map((row) => row.tablename)).toEqual([
			'access_rules',
			'api_key_rotation',
			'app_state',
			'auto_reply_counters',
			'channel_settings',
			'cooldowns',
			'discord_managed_webhooks',
			'impersonation_webhooks',
			'leases',
			'lorebook_entries',
			'nai_presets',
			'notices',
			'outgoing_parts',
			'persona_cards',
			'persona_conditioning',
			'persona_pictures',
			'persona_settings',
			'persona_user_blocks',
			'personal_memories',
			'personalization_blacklist',
			'personas',
			'proxied_messages',
			'quota_counters',
			'reunion_claims',
			'saved_provider_configs',
			'server_credentials',
			'server_custom_providers',
			'server_memories',
			'server_settings',
			'server_stm_configs',
			'servers',
			'short_term_memories',
			'stat_counters',
			'turn_lines',
			'turn_messages',
			'turn_variants',
			'turns',
			'user_credentials',
			'user_custom_providers',
			'user_persona_names',
			'user_saved_provider_configs',
			'user_settings',
			'users',
		]);
	});
});

test.skipIf(!storeBackends().includes('postgres'))(
	'migrations apply once, and opening again keeps what was stored',
	async () => {
		const place = await postgresForTest({ migrated: false });
		assert(place, 'the server is there');
		const first = await open(place.databaseUrl);
		await createAppStateStore(first.db).writeState('key', 'kept');
		await first.close();
		const second = await open(place.databaseUrl);
		expect(await createAppStateStore(second.db).readState('key')).toBe('kept');
		await second.close();
	},
);

test.skipIf(!storeBackends().includes('postgres'))('three connections that migrate at once all succeed', async () => {
	const place = await postgresForTest({ migrated: false });
	assert(place, 'the server is there');
	const opened = await Promise.all([open(place.databaseUrl), open(place.databaseUrl), open(place.databaseUrl)]);
	const applied = (await opened[0]?.db.execute(sql`select id from drizzle.__drizzle_migrations`)) as {
		rows: unknown[];
	};
	const journal = JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8')) as { entries: [] };
	expect(applied.rows).toHaveLength(journal.entries.length);
	await Promise.all(opened.map((database) => database.close()));
});

function runMigrate(databaseUrl: string) {
	const script = join(import.meta.dirname, '..', '..', 'scripts', 'migrate.ts');
	const result = spawnSync(process.execPath, [script], { env: { DATABASE_URL: databaseUrl }, encoding: 'utf8' });
	return { status: result.status, out: result.stdout.trim(), error: result.stderr.trim() };
}

test.skipIf(!storeBackends().includes('postgres'))(
	'the migrate command brings a database up to date from another process',
	async () => {
		const place = await postgresForTest({ migrated: false });
		assert(place, 'the server is there');
		expect(runMigrate(place.databaseUrl)).toEqual({
			status: 0,
			out: 'The postgres database is up to date.',
			error: '',
		});
	},
);

test('the migrate command ends with one sentence when it cannot', () => {
	expect(runMigrate('mysql://u:hidden@host/db')).toEqual({
		status: 1,
		out: '',
		error:
			'DATABASE_URL is no address of a Postgres database: it must look like postgres://user:password@host:5432/name.',
	});
});
