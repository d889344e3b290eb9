/** A backup of either kind of store becomes either kind of store again. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { describe, expect, inject, test } from 'vitest';
import { credentialDigest } from '#adapters/crypto/credential-digest';
import { connectMemory } from '#adapters/postgres/connect-embedded';
import { createCredentialStore } from '#adapters/postgres/credential-store';
import type { Database } from '#adapters/postgres/database';
import { rowsOf, tablesInOrder } from '#adapters/postgres/database-catalog';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { restoreBackup } from '#adapters/postgres/restore-backup';
import { appState } from '#adapters/postgres/schema/app-state';
import { statCounters } from '#adapters/postgres/schema/stats';
import { users } from '#adapters/postgres/schema/users';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import { writeBackup } from '#adapters/postgres/write-backup';
import { dumpLines } from '../support/database-dump.ts';
import { fillPerson, fillServer, secretBoxOf } from '../support/full-rows.ts';
import { openTestDatabase, storeBackends } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

const BOX = secretBoxOf([1, 'a secret for tests only']);
const BO = '234567890123456789';

async function fill(db: Database): Promise<void> {
	const seeded = await seedRows(db);
	const userId = await createWorkspaceStore(db).ensureUser({ discordId: BO, displayName: 'Bo "雪" \\ 😀\nline' });
	const owners = { ...seeded, userId, discordId: BO, mark: "it's marzipan" };
	await fillPerson(db, owners, BOX);
	await fillServer(db, owners, BOX);
	const beyondDoubles = sql`9007199254740993`;
	await db.update(statCounters).set({ count: beyondDoubles });
	const guests = Array.from({ length: 450 }, (_, number) => ({
		discordId: `5${number}`,
		displayName: `Guest ${number}`,
	}));
	await db.insert(users).values(guests);
	// Numbers that were given out and whose rows are gone must not be given out again.
	await db.delete(users).where(sql`display_name = 'Guest 449'`);
}

async function backupOf(db: Database): Promise<readonly string[]> {
	const lines: string[] = [];
	await writeBackup(db, async (line) => void lines.push(line));
	return lines;
}

async function* given(lines: readonly string[]): AsyncGenerator<string> {
	yield* lines;
}

const restore = (db: Database, lines: readonly string[], replaces = false) =>
	restoreBackup(db, given(lines), { replaces });

/** A second database beside the one that is copied; the embedded one of the tests is shared, so it gets its own. */
async function emptyDatabase(backend: 'embedded' | 'postgres') {
	return backend === 'embedded'
		? await connectMemory(new Blob([readFileSync(inject('store').templatePath)]))
		: await openTestDatabase({ backend });
}

const pairs = storeBackends().flatMap((from) => storeBackends().map((to) => [from, to] as const));

describe('backup and restore', () => {
	test.each(pairs)(
		'a whole database goes from %s to %s, row by row, and goes on counting where it was',
		async (from, to) => {
			const source = await openTestDatabase({ backend: from });
			const target = await emptyDatabase(to);
			try {
				await fill(source.db);
				const before = await dumpLines(source.db);
				for (const { name } of await tablesInOrder(source.db)) {
					expect(
						before.some((line) => line.startsWith(`${name} `)),
						name,
					).toBe(true);
				}
				const lines = await backupOf(source.db);
				expect(lines.join('\n')).not.toMatch(/pst-|a-token-of/);
				expect(await restore(target.db, lines)).toEqual({ ok: true, value: before.length });
				expect(await dumpLines(target.db)).toEqual(before);
				const stores = { db: target.db, secretBox: BOX, digest: credentialDigest, log: recordingLog() };
				const workspace = await createWorkspaceStore(target.db).findWorkspace(guildKey('100'));
				if (!workspace) throw new Error('no workspace');
				const scope = { kind: 'server', serverId: workspace.id } as const;
				const key = await createCredentialStore(stores).findCredential(scope, 'novelai');
				expect(key?.secret.reveal()).toBe('pst-of-a-server');
				const next = async (db: Database) => {
					const person = await createWorkspaceStore(db).ensureUser({ discordId: '6', displayName: 'New' });
					const alter = await createPersonaStore(db).createAlter(workspace.id, personaDraft('New'));
					return [person, alter.ok && alter.value.lineageId, alter.ok && alter.value.id];
				};
				expect(await next(target.db)).toEqual(await next(source.db));
			} finally {
				await source.close();
				await target.close();
			}
		},
	);

	test('what is written while it is being made is not in it', async () => {
		const source = await openTestDatabase();
		if (source.databaseUrl === null) return source.close();
		try {
			await seedRows(source.db);
			const lines: string[] = [];
			await writeBackup(source.db, async (line) => {
				if (lines.push(line) === 1) await source.db.insert(users).values({ discordId: '7', displayName: 'Late' });
			});
			expect(lines.join('\n')).not.toContain('Late');
			expect((await dumpLines(source.db)).join('\n')).toContain('Late');
		} finally {
			await source.close();
		}
	});

	test('a filled database is replaced only when that was asked for, and nothing of it stays', async () => {
		const source = await openTestDatabase();
		try {
			await seedRows(source.db);
			const lines = await backupOf(source.db);
			const before = await dumpLines(source.db);
			await source.db.insert(users).values({ discordId: '7', displayName: 'Later' });
			const refused = await restore(source.db, lines);
			expect(refused).toEqual({ ok: false, error: expect.stringContaining('--replace') });
			expect((await dumpLines(source.db)).join('\n')).toContain('Later');
			expect(await restore(source.db, lines, true)).toMatchObject({ ok: true });
			expect(await dumpLines(source.db)).toEqual(before);
		} finally {
			await source.close();
		}
	});

	test('a session of the gateway does not come back, since resuming sends the token to the address in it', async () => {
		const source = await openTestDatabase();
		try {
			await seedRows(source.db);
			const session = JSON.stringify({ resumeUrl: 'wss://elsewhere.example' });
			await source.db.insert(appState).values({ key: 'gateway.session.0', value: session });
			await source.db.insert(appState).values({ key: 'commands.sha256', value: 'abc' });
			expect(await restore(source.db, await backupOf(source.db), true)).toMatchObject({ ok: true });
			expect(await source.db.select().from(appState)).toEqual([{ key: 'commands.sha256', value: 'abc' }]);
		} finally {
			await source.close();
		}
	});

	test('what is newer, cut off, damaged or no backup at all changes nothing', async () => {
		const source = await openTestDatabase();
		try {
			await seedRows(source.db);
			const lines = await backupOf(source.db);
			const before = await dumpLines(source.db);
			const [head = '', ...rest] = lines;
			const facts = JSON.parse(head) as { schema: string; tables: Record<string, string[]> };
			const newer = JSON.stringify({ ...facts, schema: String(Number(facts.schema) + 1) });
			const laterFormat = JSON.stringify({ ...facts, version: 2 });
			const strange = JSON.stringify({ ...facts, tables: { ...facts.tables, users: ['id', 'star_sign'] } });
			const cases: readonly (readonly [string, readonly string[]])[] = [
				['no backup', []],
				['no backup', ['{}']],
				['no backup', rest],
				['newer version', [newer, ...rest]],
				['newer version', [laterFormat, ...rest]],
				['no longer knows', [strange, ...rest]],
				['cut off', lines.slice(0, -1)],
				['cut off', [...lines.slice(0, 2), ...lines.slice(3)]],
				['cut off', [...lines, lines.at(-1) ?? '']],
				['cut off', [head, '["users",{"id":', ...rest]],
				['cut off', [head, '["pg_class",{"id":1}]', ...rest]],
				['cut off', [head, '["users",{"id":"one"}]', ...rest]],
				['cut off', [head, '["users",{id}]', ...rest]],
			];
			for (const [says, given] of cases) {
				expect(await restore(source.db, given, true)).toEqual({ ok: false, error: expect.stringContaining(says) });
			}
			expect(await dumpLines(source.db)).toEqual(before);
		} finally {
			await source.close();
		}
	});

	test('an older backup without a column that is new takes its default', async () => {
		const source = await openTestDatabase();
		try {
			await seedRows(source.db);
			const older = (await backupOf(source.db)).map((line, index) => {
				if (index > 0) return line.replace(/"privacy_level": ?0, ?/, '');
				const facts = JSON.parse(line) as { tables: Record<string, string[]> };
				const columns = facts.tables['users']?.filter((column) => column !== 'privacy_level') ?? [];
				return JSON.stringify({ ...facts, schema: '1', tables: { ...facts.tables, users: columns } });
			});
			expect(await restore(source.db, older, true)).toMatchObject({ ok: true });
			const rows = await rowsOf<{ level: number }>(source.db, sql`select privacy_level as level from users`);
			expect(rows).toEqual([{ level: 0 }]);
		} finally {
			await source.close();
		}
	});
});
