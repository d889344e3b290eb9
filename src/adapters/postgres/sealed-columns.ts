/** Every encrypted text of the database, wherever it is, with what binds it to its place. */
import { and, eq } from 'drizzle-orm';
import type { ServerId, UserId } from '#domain/ids';
import type { Database } from './database.ts';
import { poolPurpose, resealPoolRow } from './pool-row.ts';
import { serverCredentials, userCredentials } from './schema/credentials.ts';
import { apiKeyRotation } from './schema/key-rotation.ts';
import { outgoingParts } from './schema/leases.ts';
import { discordManagedWebhooks } from './schema/webhooks.ts';
import { outgoingPurpose, webhookPurpose } from './sealed-purposes.ts';
import { type SealedText, sealedRow } from './sealed-row.ts';

/** One encrypted text. */
export interface StoredSecret {
	readonly purpose: string;
	readonly sealed: SealedText;
	/** Only while the row still holds what was read, so that what is written meanwhile is not undone. */
	replace(fresh: SealedText): Promise<void>;
}

/** A table with such a column. */
export interface SealedColumn {
	readonly table: string;
	read(db: Database): Promise<readonly StoredSecret[]>;
}

async function ofServers(db: Database): Promise<readonly StoredSecret[]> {
	const rows = await db.select().from(serverCredentials);
	return rows.map(({ serverId, provider, ciphertext, keyVersion }) => {
		const row = sealedRow(db, { kind: 'server', serverId: serverId as ServerId }, provider);
		const sealed = { ciphertext, keyVersion };
		return { purpose: row.purpose, sealed, replace: (fresh) => row.replace(sealed, fresh) };
	});
}

async function ofPeople(db: Database): Promise<readonly StoredSecret[]> {
	const rows = await db.select().from(userCredentials);
	return rows.map(({ userId, provider, ciphertext, keyVersion }) => {
		const row = sealedRow(db, { kind: 'personal', userId: userId as UserId }, provider);
		const sealed = { ciphertext, keyVersion };
		return { purpose: row.purpose, sealed, replace: (fresh) => row.replace(sealed, fresh) };
	});
}

async function ofPools(db: Database): Promise<readonly StoredSecret[]> {
	const rows = await db.select().from(apiKeyRotation);
	return rows.flatMap(({ id, serverId, provider, ciphertext, keyVersion }) => {
		// The row of the main key holds none of its own.
		if (ciphertext === null || keyVersion === null) return [];
		const sealed = { ciphertext, keyVersion };
		const replace = (fresh: SealedText) => resealPoolRow(db, { id, old: sealed }, fresh);
		return [{ purpose: poolPurpose(serverId, provider), sealed, replace }];
	});
}

async function ofWebhooks(db: Database): Promise<readonly StoredSecret[]> {
	const table = discordManagedWebhooks;
	const rows = await db.select().from(table);
	return rows.map(({ webhookId, kind, channelId, ciphertext, keyVersion }) => ({
		purpose: webhookPurpose(kind, channelId),
		sealed: { ciphertext, keyVersion },
		replace: async ({ ciphertext: fresh, keyVersion: version }) => {
			const here = and(eq(table.webhookId, webhookId), eq(table.ciphertext, ciphertext));
			await db.update(table).set({ ciphertext: fresh, keyVersion: version }).where(here);
		},
	}));
}

async function ofParts(db: Database): Promise<readonly StoredSecret[]> {
	const table = outgoingParts;
	const rows = await db.select().from(table);
	return rows.map(({ turnId, variant, part, ciphertext, keyVersion }) => ({
		purpose: outgoingPurpose({ turnId, variant, part }),
		sealed: { ciphertext, keyVersion },
		replace: async ({ ciphertext: fresh, keyVersion: version }) => {
			const place = [eq(table.turnId, turnId), eq(table.variant, variant), eq(table.part, part)];
			const here = and(...place, eq(table.ciphertext, ciphertext));
			await db.update(table).set({ ciphertext: fresh, keyVersion: version }).where(here);
		},
	}));
}

/** One a table; a test compares them with the database's own list of such columns. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
	{ table: 'server_credentials', read: ofServers },
	{ table: 'user_credentials', read: ofPeople },
	{ table: 'api_key_rotation', read: ofPools },
	{ table: 'discord_managed_webhooks', read: ofWebhooks },
	{ table: 'outgoing_parts', read: ofParts },
];
