/** Workspaces and people in the database. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ServerId, Snowflake, UserId } from '#domain/ids';
import type { Locale } from '#domain/locale';
import type { PersonaDraft } from '#domain/persona';
import type { Workspace, WorkspaceKey } from '#domain/workspace';
import { assert } from '#lib/assert';
import type { PersonKey, WorkspaceStore } from '#ports/workspace-store';
import type { Database } from './database.ts';
import { personaValues } from './persona-rows.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { personas } from './schema/personas.ts';
import { servers } from './schema/servers.ts';
import { userSettings } from './schema/settings.ts';
import { users } from './schema/users.ts';
import { storableText } from './storable.ts';

function workspaceOf(row: typeof servers.$inferSelect): Workspace {
	return { id: row.id as ServerId, kind: row.kind, discordId: row.discordId, locale: row.locale };
}

const selectServers = preparedOnce((db) =>
	db
		.select()
		.from(servers)
		.where(and(eq(servers.kind, sql.placeholder('kind')), eq(servers.discordId, sql.placeholder('discordId'))))
		.prepare(NAMELESS_STATEMENT),
);

const selectUsers = preparedOnce((db) =>
	db
		.select()
		.from(users)
		.where(eq(users.discordId, sql.placeholder('discordId')))
		.prepare(NAMELESS_STATEMENT),
);

const upsertUser = preparedOnce((db) =>
	db
		.insert(users)
		.values({ discordId: sql.placeholder('discordId'), displayName: sql.placeholder('displayName') })
		.onConflictDoUpdate({ target: users.discordId, set: { displayName: sql`excluded.display_name` } })
		.returning({ id: users.id })
		.prepare(NAMELESS_STATEMENT),
);

async function selectWorkspace(db: Database, { kind, discordId }: WorkspaceKey): Promise<Workspace | null> {
	const rows = await selectServers(db).execute({ kind, discordId });
	const row = rows[0];
	return row ? workspaceOf(row) : null;
}

/**
 * Null when another caller created it first: the insert waits for that caller's commit, so the workspace and its main
 * persona are both visible afterwards.
 */
async function createWorkspace(db: Database, key: WorkspaceKey, firstPersona: PersonaDraft): Promise<Workspace | null> {
	return await db.transaction(async (transaction) => {
		const rows = await transaction
			.insert(servers)
			.values({ kind: key.kind, discordId: key.discordId, locale: key.locale })
			.onConflictDoNothing()
			.returning();
		const row = rows[0];
		if (!row) return null;
		const workspace = workspaceOf(row);
		await transaction.insert(personas).values(personaValues(workspace.id, firstPersona, false));
		return workspace;
	});
}

/** Only whoever makes the row greets; a row that was there says that somebody knows the bot already. */
async function claimGreeting(db: Database, key: WorkspaceKey, firstPersona: PersonaDraft): Promise<boolean> {
	const created = await createWorkspace(db, key, firstPersona);
	await db
		.update(servers)
		.set({ greetedAt: sql`now()` })
		.where(and(eq(servers.kind, key.kind), eq(servers.discordId, key.discordId), isNull(servers.greetedAt)));
	return created !== null;
}

/** Discord's language of a place may change, and is not always part of what we receive. */
async function refreshLocale(db: Database, workspace: Workspace, locale: Locale | null): Promise<Workspace> {
	if (locale === null || locale === workspace.locale) return workspace;
	await db.update(servers).set({ locale }).where(eq(servers.id, workspace.id));
	return { ...workspace, locale };
}

async function ensureUserRow(db: Database, person: PersonKey): Promise<UserId> {
	const displayName = storableText(person.displayName);
	const { discordId } = person;
	const known = await selectUsers(db).execute({ discordId });
	if (known[0]?.displayName === displayName) return known[0].id as UserId;
	const rows = await upsertUser(db).execute({ discordId, displayName });
	assert(rows[0], 'an upsert of a user returned no row');
	return rows[0].id as UserId;
}

async function selectUser(db: Database, discordId: Snowflake): Promise<UserId | null> {
	const rows = await db.select({ id: users.id }).from(users).where(eq(users.discordId, discordId));
	return rows[0] ? (rows[0].id as UserId) : null;
}

async function selectLanguage(db: Database, discordId: Snowflake): Promise<Locale | null> {
	const rows = await db
		.select({ language: userSettings.language })
		.from(users)
		.innerJoin(userSettings, eq(userSettings.userId, users.id))
		.where(eq(users.discordId, discordId));
	return rows[0]?.language ?? null;
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createWorkspaceStore(db: Database): WorkspaceStore {
	return {
		ensureWorkspace: (key, firstPersona) =>
			storeQuery('ensureWorkspace', async () => {
				const workspace =
					(await selectWorkspace(db, key)) ??
					(await createWorkspace(db, key, firstPersona)) ??
					(await selectWorkspace(db, key));
				assert(workspace, 'a workspace vanished while it was being created');
				return await refreshLocale(db, workspace, key.locale);
			}),
		claimGreeting: (key, firstPersona) => storeQuery('claimGreeting', () => claimGreeting(db, key, firstPersona)),
		findWorkspace: (key) => storeQuery('findWorkspace', () => selectWorkspace(db, key)),
		ensureUser: (person) => storeQuery('ensureUser', () => ensureUserRow(db, person)),
		findUser: (discordId) => storeQuery('findUser', () => selectUser(db, discordId)),
		userLanguage: (discordId) => storeQuery('userLanguage', () => selectLanguage(db, discordId)),
	};
}
