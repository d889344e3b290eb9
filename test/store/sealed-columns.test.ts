/** Whatever is encrypted is encrypted anew when the secret changes. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inspectCredentials, rotateCredentials } from '#adapters/postgres/rotate-credentials';
import { SEALED_COLUMNS } from '#adapters/postgres/sealed-columns';
import { dumpLines } from '../support/database-dump.ts';
import { fillPerson, fillServer, secretBoxOf } from '../support/full-rows.ts';
import { describeStores } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

const OLD = [1, 'the old secret'] as const;
const NEW = [2, 'the new secret'] as const;

describeStores('encrypted columns', (store) => {
	test('are all known, by the list of columns of the database itself', async () => {
		const { rows } = (await store().db.execute(
			sql`select table_name from information_schema.columns where table_schema = 'public' and column_name = 'ciphertext'`,
		)) as unknown as { rows: { table_name: string }[] };
		const known = SEALED_COLUMNS.map(({ table }) => table);
		expect(rows.map((row) => row.table_name).sort()).toEqual([...known].sort());
	});

	test('every text of every column opens with the new secret alone afterwards, and says the same', async () => {
		const { db } = store();
		const owners = { ...(await seedRows(db)), discordId: '234567890123456789', mark: 'on its way' };
		await fillPerson(db, owners, secretBoxOf(OLD));
		await fillServer(db, owners, secretBoxOf(OLD));
		const readAll = async () => (await Promise.all(SEALED_COLUMNS.map(({ read }) => read(db)))).flat();
		expect((await readAll()).length).toBe(SEALED_COLUMNS.length);
		const plain = ['pst-of-a-server', 'pst-of-a-person', 'pst-further', 'a-token-of-a-webhook', 'on its way'];
		const opened = async (box: ReturnType<typeof secretBoxOf>) =>
			(await readAll()).map(({ purpose, sealed }) => box.open(sealed, purpose));
		const all = plain.map((value) => ({ ok: true, value }));
		expect(await opened(secretBoxOf(OLD))).toEqual(all);
		const report = await rotateCredentials(db, secretBoxOf(OLD, NEW));
		expect(report).toEqual({ current: 0, rotated: SEALED_COLUMNS.length, unreadableVersions: [] });
		expect(await opened(secretBoxOf(NEW))).toEqual(all);
		expect((await opened(secretBoxOf(OLD))).some(({ ok }) => ok)).toBe(false);
	});

	test('a text that was written anew while it was being encrypted stays as it was written', async () => {
		const { db } = store();
		const owners = { ...(await seedRows(db)), discordId: '234567890123456789', mark: 'on its way' };
		await fillPerson(db, owners, secretBoxOf(OLD));
		await fillServer(db, owners, secretBoxOf(OLD));
		const both = secretBoxOf(OLD, NEW);
		for (const { read, table } of SEALED_COLUMNS) {
			const [before] = await read(db);
			if (!before) throw new Error(table);
			const written = both.seal('written meanwhile', before.purpose);
			await before.replace(written);
			await before.replace(both.seal('too late', before.purpose));
			const [after] = await read(db);
			expect(after && both.open(after.sealed, after.purpose), table).toEqual({ ok: true, value: 'written meanwhile' });
		}
		expect((await dumpLines(db)).join('\n')).not.toMatch(/pst-|a-token-of/);
	});

	test('a rotation that was interrupted anywhere loses nothing, and the next one does the rest', async () => {
		const { db } = store();
		const owners = { ...(await seedRows(db)), discordId: '234567890123456789', mark: 'on its way' };
		await fillPerson(db, owners, secretBoxOf(OLD));
		await fillServer(db, owners, secretBoxOf(OLD));
		const both = secretBoxOf(OLD, NEW);
		for (let done = 0; done < SEALED_COLUMNS.length; done += 1) {
			let left = 1;
			const seal: typeof both.seal = (...given) => {
				if (left === 0) throw new Error('interrupted');
				left -= 1;
				return both.seal(...given);
			};
			const once = { ...both, seal };
			const attempt = await rotateCredentials(db, once).catch((error: unknown) => error);
			const isLast = done === SEALED_COLUMNS.length - 1;
			if (isLast) expect(attempt).toMatchObject({ current: done, rotated: 1 });
			else expect(attempt).toBeInstanceOf(Error);
			// Until every text was moved the old secret is needed, and nobody is told otherwise.
			const account = await inspectCredentials(db, secretBoxOf(NEW));
			expect(account.unreadableVersions).toEqual(Array.from({ length: SEALED_COLUMNS.length - done - 1 }, () => 1));
			expect((await inspectCredentials(db, both)).unreadableVersions).toEqual([]);
		}
		const wrongOld = secretBoxOf([1, 'not the old secret'], NEW);
		expect(await rotateCredentials(db, wrongOld)).toMatchObject({ current: SEALED_COLUMNS.length, rotated: 0 });
	});

	test('a wrong old secret is told, and moves and loses nothing', async () => {
		const { db } = store();
		const owners = { ...(await seedRows(db)), discordId: '234567890123456789', mark: 'on its way' };
		await fillPerson(db, owners, secretBoxOf(OLD));
		await fillServer(db, owners, secretBoxOf(OLD));
		const before = await dumpLines(db);
		const report = await rotateCredentials(db, secretBoxOf([1, 'not the old secret'], NEW));
		expect(report).toEqual({ current: 0, rotated: 0, unreadableVersions: SEALED_COLUMNS.map(() => 1) });
		expect(await dumpLines(db)).toEqual(before);
	});
});
