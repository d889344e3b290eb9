/** Stored facts about people, in the database. */
import { and, eq, sql } from 'drizzle-orm';
import type { PersonaId, UserId } from '#domain/ids';
import type { PersonFacts, PrivacyLevel } from '#domain/person';
import type { PeopleQuery, PeopleStore } from '#ports/people-store';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { personalizationBlacklist } from './schema/blocks.ts';
import { userPersonaNames, users } from './schema/users.ts';
import { storableText } from './storable.ts';

/** The blacklist outlives the rows of people, and names them by Discord's id. */
const selectRows = preparedOnce((db) =>
	db
		.select({
			discordId: users.discordId,
			displayName: users.displayName,
			nickname: users.nickname,
			personaNickname: userPersonaNames.nickname,
			privacyLevel: users.privacyLevel,
			blacklistedId: personalizationBlacklist.userDiscordId,
		})
		.from(users)
		.leftJoin(
			userPersonaNames,
			and(eq(userPersonaNames.userId, users.id), eq(userPersonaNames.personaId, sql.placeholder('personaId'))),
		)
		.leftJoin(
			personalizationBlacklist,
			and(
				eq(personalizationBlacklist.serverId, sql.placeholder('serverId')),
				eq(personalizationBlacklist.userDiscordId, users.discordId),
			),
		)
		.where(sql`${users.discordId} = any(${sql.placeholder('discordIds')}::text[])`)
		.prepare(NAMELESS_STATEMENT),
);

async function selectPeople(db: Database, query: PeopleQuery): Promise<readonly PersonFacts[]> {
	const { serverId, personaId } = query;
	const discordIds = [...new Set(query.discordIds)];
	if (discordIds.length === 0) return [];
	const rows = await selectRows(db).execute({ serverId, personaId, discordIds });
	return rows.map((row) => ({
		discordId: row.discordId,
		displayName: row.displayName,
		nickname: row.personaNickname ?? row.nickname,
		privacyLevel: row.privacyLevel as PrivacyLevel,
		mayBePersonal: row.blacklistedId === null,
	}));
}

async function setPersonaName(
	db: Database,
	key: { readonly userId: UserId; readonly personaId: PersonaId },
	nickname: string | null,
): Promise<void> {
	const { userId, personaId } = key;
	if (nickname === null) {
		const here = and(eq(userPersonaNames.userId, userId), eq(userPersonaNames.personaId, personaId));
		await db.delete(userPersonaNames).where(here);
		return;
	}
	const target = [userPersonaNames.userId, userPersonaNames.personaId];
	await db
		.insert(userPersonaNames)
		.values({ ...key, nickname })
		.onConflictDoUpdate({ target, set: { nickname } });
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createPeopleStore(db: Database): PeopleStore {
	return {
		findPeople: (query) => storeQuery('findPeople', () => selectPeople(db, query)),
		setNickname: (userId, nickname, personaId) =>
			storeQuery('setNickname', async () => {
				const storable = nickname === null ? null : storableText(nickname);
				if (personaId !== undefined) await setPersonaName(db, { userId, personaId }, storable);
				else await db.update(users).set({ nickname: storable }).where(eq(users.id, userId));
			}),
		setPrivacyLevel: (userId, privacyLevel) =>
			storeQuery('setPrivacyLevel', async () => {
				await db.update(users).set({ privacyLevel }).where(eq(users.id, userId));
			}),
		setPersonal: (serverId, userDiscordId, mayBePersonal) =>
			storeQuery('setPersonal', async () => {
				const table = personalizationBlacklist;
				if (!mayBePersonal) await db.insert(table).values({ serverId, userDiscordId }).onConflictDoNothing();
				else await db.delete(table).where(and(eq(table.serverId, serverId), eq(table.userDiscordId, userDiscordId)));
			}),
	};
}
