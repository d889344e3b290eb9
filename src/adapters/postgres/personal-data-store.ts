/** Everything that is stored of one person, in the database. */
import { eq, sql } from 'drizzle-orm';
import type { Snowflake } from '#domain/ids';
import type { PrivacyLevel } from '#domain/person';
import type { ForgottenPerson, PersonalData, PersonalDataStore } from '#ports/personal-data-store';
import type { Database } from './database.ts';
import { forgetLinesOf } from './forget-lines.ts';
import {
	countPersonalData,
	directWorkspace,
	findStoredPerson,
	limitSubject,
	noticesOf,
	type StoredPerson,
} from './personal-data-rows.ts';
import { storeQuery } from './query-failure.ts';
import { removeMentions } from './remove-mentions.ts';
import { notices } from './schema/notices.ts';
import { cooldowns, quotaCounters } from './schema/rooms.ts';
import { servers } from './schema/servers.ts';
import { users } from './schema/users.ts';
import { impersonationWebhooks, proxiedMessages } from './schema/webhooks.ts';

async function readPersonalData(db: Database, discordId: Snowflake): Promise<PersonalData> {
	const rows = await db.select().from(users).where(eq(users.discordId, discordId));
	const who = { discordId, userId: rows[0]?.id ?? 0 };
	const privacyLevel = (rows[0]?.privacyLevel ?? 0) as PrivacyLevel;
	return { privacyLevel, counts: await countPersonalData(db, who) };
}

/** What hangs on the person's row goes with it: their memories, names, settings, keys, endpoints, counters and turns. */
async function removePerson(db: Database, who: StoredPerson): Promise<void> {
	const { discordId } = who;
	await forgetLinesOf(db, discordId);
	await db.delete(servers).where(directWorkspace(who));
	await db.delete(users).where(eq(users.discordId, discordId));
	await db.delete(cooldowns).where(eq(cooldowns.subject, limitSubject(who)));
	await db.delete(quotaCounters).where(eq(quotaCounters.subject, limitSubject(who)));
	await db.delete(proxiedMessages).where(eq(proxiedMessages.userDiscordId, discordId));
	await db.delete(impersonationWebhooks).where(eq(impersonationWebhooks.userDiscordId, discordId));
	await db
		.update(notices)
		.set({ payload: sql`${notices.payload} - 'authorId'` })
		.where(noticesOf(who));
	await removeMentions(db, discordId);
}

async function forgetPerson(db: Database, discordId: Snowflake): Promise<ForgottenPerson> {
	const before = await db.transaction(async (transaction) => {
		// Whoever is about to write something of the person waits for this row, and finds that it is gone.
		await transaction.select().from(users).where(eq(users.discordId, discordId)).for('update');
		const who = await findStoredPerson(transaction, discordId);
		const counts = await countPersonalData(transaction, who);
		await removePerson(transaction, who);
		return counts;
	});
	const after = await countPersonalData(db, await findStoredPerson(db, discordId));
	return { before, after };
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createPersonalDataStore(db: Database): PersonalDataStore {
	return {
		readPersonalData: (discordId) => storeQuery('readPersonalData', () => readPersonalData(db, discordId)),
		forgetPerson: (discordId) => storeQuery('forgetPerson', () => forgetPerson(db, discordId)),
	};
}
