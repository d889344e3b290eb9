/** Encrypts every stored key with the current secret, so that older secrets can be thrown away. */
import type { ServerId, UserId } from '#domain/ids';
import type { CredentialScope } from '#ports/credential-store';
import type { Database } from './database.ts';
import { poolPurpose, resealPoolRow } from './pool-row.ts';
import { storeQuery } from './query-failure.ts';
import { serverCredentials, userCredentials } from './schema/credentials.ts';
import { apiKeyRotation } from './schema/key-rotation.ts';
import { sealedRow, type TextSealer } from './sealed-row.ts';

/** How many keys were under the current secret already, were encrypted anew, and cannot be decrypted. */
export interface RotationReport {
	readonly current: number;
	readonly rotated: number;
	/** The versions of their secrets, one entry a key. */
	readonly unreadableVersions: readonly number[];
}

async function allKeys(db: Database): Promise<readonly { scope: CredentialScope; provider: string }[]> {
	const ofServers = await db
		.select({ id: serverCredentials.serverId, provider: serverCredentials.provider })
		.from(serverCredentials);
	const ofUsers = await db
		.select({ id: userCredentials.userId, provider: userCredentials.provider })
		.from(userCredentials);
	return [
		...ofServers.map(({ id, provider }) => {
			return { scope: { kind: 'server', serverId: id as ServerId } as const, provider };
		}),
		...ofUsers.map(({ id, provider }) => ({ scope: { kind: 'personal', userId: id as UserId } as const, provider })),
	];
}

async function poolRows(db: Database) {
	const rows = await db.select().from(apiKeyRotation);
	return rows.flatMap(({ id, serverId, provider, ciphertext, keyVersion }) => {
		if (ciphertext === null || keyVersion === null) return [];
		return [{ purpose: poolPurpose(serverId, provider), row: { id, old: { ciphertext, keyVersion } } }];
	});
}

/** The same account, with nothing written: `rotated` counts what a rotation would encrypt anew. */
export async function inspectCredentials(db: Database, secretBox: TextSealer): Promise<RotationReport> {
	return await walk(db, secretBox, false);
}

/** Safe beside a running bot: a key that is saved or removed meanwhile stays as it was saved or removed. */
export async function rotateCredentials(db: Database, secretBox: TextSealer): Promise<RotationReport> {
	return await walk(db, secretBox, true);
}

async function walk(db: Database, secretBox: TextSealer, writes: boolean): Promise<RotationReport> {
	return await storeQuery(writes ? 'rotateCredentials' : 'inspectCredentials', async () => {
		let current = 0;
		let rotated = 0;
		const unreadableVersions: number[] = [];
		for (const { scope, provider } of await allKeys(db)) {
			const row = sealedRow(db, scope, provider);
			const sealed = (await row.select())[0];
			if (!sealed) continue;
			const opened = secretBox.open(sealed, row.purpose);
			if (!opened.ok) {
				unreadableVersions.push(sealed.keyVersion);
			} else if (sealed.keyVersion === secretBox.currentVersion) {
				current += 1;
			} else {
				if (writes) await row.replace(sealed, secretBox.seal(opened.value, row.purpose));
				rotated += 1;
			}
		}
		for (const { purpose, row } of await poolRows(db)) {
			const opened = secretBox.open(row.old, purpose);
			if (!opened.ok) {
				unreadableVersions.push(row.old.keyVersion);
			} else if (row.old.keyVersion === secretBox.currentVersion) {
				current += 1;
			} else {
				if (writes) await resealPoolRow(db, row, secretBox.seal(opened.value, purpose));
				rotated += 1;
			}
		}
		return { current, rotated, unreadableVersions };
	});
}
