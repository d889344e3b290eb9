/** Where in the database something of a person may be. */
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Snowflake } from '#domain/ids';
import type { PersonalDataCounts, PersonalDataKind } from '#domain/personal-data';
import type { Database } from './database.ts';
import { personalizationBlacklist, personaUserBlocks } from './schema/blocks.ts';
import { userCredentials } from './schema/credentials.ts';
import { userCustomProviders } from './schema/custom-providers.ts';
import { outgoingParts, reunionClaims } from './schema/leases.ts';
import { personalMemories, serverMemories, shortTermMemories } from './schema/memories.ts';
import { notices } from './schema/notices.ts';
import { cooldowns, personaConditioning, quotaCounters } from './schema/rooms.ts';
import { userSavedProviderConfigs } from './schema/saved-providers.ts';
import { servers } from './schema/servers.ts';
import { userSettings } from './schema/settings.ts';
import { statCounters } from './schema/stats.ts';
import { turns, turnVariants } from './schema/turns.ts';
import { userPersonaNames, users } from './schema/users.ts';
import { impersonationWebhooks, proxiedMessages } from './schema/webhooks.ts';

/** A person as the tables know them. */
export interface StoredPerson {
	readonly discordId: Snowflake;
	/** 0 where there is no row; the database numbers people from 1. */
	readonly userId: number;
}

type Source = readonly [table: PgTable, where: SQL | undefined];

/** The subject of waits and quotas. */
export function limitSubject({ discordId }: StoredPerson): string {
	return `user:${discordId}`;
}

/** Messages of the bot that say for whom they were posted. */
export function noticesOf({ discordId }: StoredPerson): SQL {
	return sql`${notices.payload} ->> 'authorId' = ${discordId}`;
}

/** The conversation with the person alone, with everything in it. */
export function directWorkspace({ discordId }: StoredPerson): SQL | undefined {
	return and(eq(servers.kind, 'direct'), eq(servers.discordId, discordId));
}

function sourcesOf(
	db: Database,
	who: StoredPerson,
): Readonly<Record<Exclude<PersonalDataKind, 'lines'>, readonly Source[]>> {
	const { discordId, userId } = who;
	const ownTurns = db.select({ id: turns.id }).from(turns).where(eq(turns.userId, userId));
	return {
		profile: [[users, eq(users.discordId, discordId)]],
		memories: [[personalMemories, eq(personalMemories.userId, userId)]],
		taught: [[serverMemories, eq(serverMemories.authorUserId, userId)]],
		names: [
			[users, and(eq(users.id, userId), sql`${users.nickname} is not null`)],
			[userPersonaNames, eq(userPersonaNames.userId, userId)],
		],
		settings: [
			[userSettings, eq(userSettings.userId, userId)],
			[userSavedProviderConfigs, eq(userSavedProviderConfigs.userId, userId)],
		],
		keys: [[userCredentials, eq(userCredentials.userId, userId)]],
		providers: [[userCustomProviders, eq(userCustomProviders.userId, userId)]],
		turns: [[turns, eq(turns.userId, userId)]],
		texts: [
			[turnVariants, inArray(turnVariants.turnId, ownTurns)],
			[outgoingParts, inArray(outgoingParts.turnId, ownTurns)],
		],
		stats: [[statCounters, eq(statCounters.userId, userId)]],
		limits: [
			[cooldowns, eq(cooldowns.subject, limitSubject(who))],
			[quotaCounters, eq(quotaCounters.subject, limitSubject(who))],
		],
		gestures: [
			[personaConditioning, eq(personaConditioning.authorUserId, userId)],
			[notices, noticesOf(who)],
		],
		reunions: [[reunionClaims, eq(reunionClaims.userId, userId)]],
		voices: [
			[proxiedMessages, eq(proxiedMessages.userDiscordId, discordId)],
			[impersonationWebhooks, eq(impersonationWebhooks.userDiscordId, discordId)],
		],
		direct: [[servers, directWorkspace(who)]],
		blocks: [
			[personaUserBlocks, eq(personaUserBlocks.userDiscordId, discordId)],
			[personalizationBlacklist, eq(personalizationBlacklist.userDiscordId, discordId)],
		],
	};
}

async function countLines(db: Database, { discordId }: StoredPerson): Promise<number> {
	const said = JSON.stringify([{ authorId: discordId }]);
	const rows = await db
		.select({ lines: shortTermMemories.lines })
		.from(shortTermMemories)
		.where(or(sql`${shortTermMemories.lines} @> ${said}::jsonb`));
	return rows.flatMap(({ lines }) => lines ?? []).filter(({ authorId }) => authorId === discordId).length;
}

/** The person, whether they have a row or not. */
export async function findStoredPerson(db: Database, discordId: Snowflake): Promise<StoredPerson> {
	const rows = await db.select({ id: users.id }).from(users).where(eq(users.discordId, discordId));
	return { discordId, userId: rows[0]?.id ?? 0 };
}

/** How much there is of each kind. */
export async function countPersonalData(db: Database, who: StoredPerson): Promise<PersonalDataCounts> {
	const counts: Partial<Record<PersonalDataKind, number>> = { lines: await countLines(db, who) };
	for (const [kind, sources] of Object.entries(sourcesOf(db, who))) {
		let count = 0;
		for (const [table, where] of sources) count += await db.$count(table, where);
		counts[kind as PersonalDataKind] = count;
	}
	return counts as PersonalDataCounts;
}
