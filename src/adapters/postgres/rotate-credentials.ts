/** Encrypts every stored secret with the current one of the installation, so that older ones can be thrown away. */
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import type { TextSealer } from './sealed-row.ts';

/** How many texts were under the current secret already, were encrypted anew, and cannot be decrypted. */
export interface RotationReport {
	readonly current: number;
	readonly rotated: number;
	/** The versions of their secrets, one entry a text. */
	readonly unreadableVersions: readonly number[];
}

/** The same account, with nothing written: `rotated` counts what a rotation would encrypt anew. */
export async function inspectCredentials(db: Database, secretBox: TextSealer): Promise<RotationReport> {
	return await walk(db, secretBox, false);
}

/** Safe beside a running bot: what is saved or removed meanwhile stays as it was saved or removed. */
export async function rotateCredentials(db: Database, secretBox: TextSealer): Promise<RotationReport> {
	return await walk(db, secretBox, true);
}

async function walk(db: Database, secretBox: TextSealer, writes: boolean): Promise<RotationReport> {
	return await storeQuery(writes ? 'rotateCredentials' : 'inspectCredentials', async () => {
		let current = 0;
		let rotated = 0;
		const unreadableVersions: number[] = [];
		for (const { read } of SEALED_COLUMNS) {
			for (const { purpose, sealed, replace } of await read(db)) {
				const opened = secretBox.open(sealed, purpose);
				if (!opened.ok) {
					unreadableVersions.push(sealed.keyVersion);
				} else if (sealed.keyVersion === secretBox.currentVersion) {
					current += 1;
				} else {
					if (writes) await replace(secretBox.seal(opened.value, purpose));
					rotated += 1;
				}
			}
		}
		return { current, rotated, unreadableVersions };
	});
}
