/** Stored facts about people, in the database. */
import { and, eq, inArray } from 'drizzle-orm';
import type { PersonaId, UserId } from '#domain/ids';
import type { PersonFacts, PrivacyLevel } from '#domain/person';
import type { PeopleQuery, PeopleStore } from '#ports/people-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { personalizationBlacklist } from './schema/blocks.ts';
import { userPersonaNames, users } from './schema/users.ts';
import { storableText } from './storable.ts';

/** The blacklist outlives the rows of people, so it is asked by itself. */
async function selectPeople(db: Database, query: PeopleQuery): Promise<readonly PersonFacts[]> {
	const discordIds = [...new Set(query.discordIds)];
	if (discordIds.length === 0) return [];
	const ofPersona = and(eq(userPersonaNames.userId, users.id), eq(userPersonaNames.personaId, query.personaId));
	const rows = await db
		.select({
			discordId: users.discordId,
			displayName: users.displayName,
			nickname: users.nickname,
			personaNickname: userPersonaNames.nickname,
			privacyLevel: users.privacyLevel,
		})
		.from(users)
		.leftJoin(userPersonaNames, ofPersona)
		.where(inArray(users.discordId, discordIds));
	const listed = await db
		.select({ discordId: personalizationBlacklist.userDiscordId })
		.from(personalizationBlacklist)
		.where(
			and(
				eq(personalizationBlacklist.serverId, query.serverId),
				inArray(personalizationBlacklist.userDiscordId, discordIds),
			),
		);
	const blacklisted = new Set(listed.map((row) => row.discordId));
	return rows.map((row) => ({
		discordId: row.discordId,
		displayName: row.displayName,
		nickname: row.personaNickname ?? row.nickname,
		privacyLevel: row.privacyLevel as PrivacyLevel,
		mayBePersonal: !blacklisted.has(row.discordId),
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
