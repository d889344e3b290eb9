/** Personas in the database. */
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { LineageId, ServerId } from '#domain/ids';
import { PERSONA_LIMITS, type Persona, type PersonaDraft } from '#domain/persona';
import { assert } from '#lib/assert';
import { err, ok, type Result } from '#lib/result';
import type { PersonaRefusal, PersonaStore } from '#ports/persona-store';
import type { Database } from './database.ts';
import { changePersona, lockWorkspace, removePersona } from './persona-changes.ts';
import { personaNameKey, personaOf, personaValues } from './persona-rows.ts';
import { appendSample, changeSample } from './persona-samples.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { personas } from './schema/personas.ts';

const ofServer = eq(personas.serverId, sql.placeholder('serverId'));

const selectMainRow = preparedOnce((db) =>
	db
		.select()
		.from(personas)
		.where(and(ofServer, eq(personas.isAlter, false)))
		.prepare(NAMELESS_STATEMENT),
);

const selectAllRows = preparedOnce((db) =>
	db
		.select()
		.from(personas)
		.where(ofServer)
		.orderBy(asc(personas.isAlter), asc(personas.nameKey))
		.prepare(NAMELESS_STATEMENT),
);

async function selectMain(db: Database, serverId: ServerId): Promise<Persona> {
	const rows = await selectMainRow(db).execute({ serverId });
	assert(rows[0], 'a workspace has no main persona');
	return personaOf(rows[0]);
}

async function selectByName(db: Database, serverId: ServerId, name: string): Promise<Persona | null> {
	const rows = await db
		.select()
		.from(personas)
		.where(and(eq(personas.serverId, serverId), eq(personas.nameKey, personaNameKey(name))));
	return rows[0] ? personaOf(rows[0]) : null;
}

/** Leaves the workspace without a main persona until the same transaction sets the next. */
async function demoteMain(transaction: Database, serverId: ServerId): Promise<void> {
	await transaction
		.update(personas)
		.set({ isAlter: true })
		.where(and(eq(personas.serverId, serverId), eq(personas.isAlter, false)));
}

/** A persona that is about to be stored. */
interface NewPersona {
	readonly draft: PersonaDraft;
	readonly lineageId: LineageId | null;
	readonly isAlter: boolean;
}

async function createPersona(
	db: Database,
	serverId: ServerId,
	{ draft, lineageId, isAlter }: NewPersona,
): Promise<Result<Persona, PersonaRefusal>> {
	return await db.transaction(async (transaction) => {
		await lockWorkspace(transaction, serverId);
		if (await selectByName(transaction, serverId, draft.name)) return err('name-taken');
		const existing = await transaction.select({ value: count() }).from(personas).where(eq(personas.serverId, serverId));
		if ((existing[0]?.value ?? 0) >= PERSONA_LIMITS.personasPerServerMax) return err('too-many');
		if (!isAlter) await demoteMain(transaction, serverId);
		const rows = await transaction
			.insert(personas)
			.values({ ...personaValues(serverId, draft, isAlter), ...(lineageId === null ? {} : { lineageId }) })
			.returning();
		assert(rows[0], 'an insert of a persona returned no row');
		return ok(personaOf(rows[0]));
	});
}

async function switchMain(db: Database, serverId: ServerId, name: string): Promise<Persona | null> {
	return await db.transaction(async (transaction) => {
		await lockWorkspace(transaction, serverId);
		const chosen = await selectByName(transaction, serverId, name);
		if (!chosen?.isAlter) return chosen;
		await demoteMain(transaction, serverId);
		await transaction.update(personas).set({ isAlter: false }).where(eq(personas.id, chosen.id));
		return { ...chosen, isAlter: false };
	});
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createPersonaStore(db: Database): PersonaStore {
	return {
		mainPersona: (serverId) => storeQuery('mainPersona', () => selectMain(db, serverId)),
		findPersona: (serverId, name) => storeQuery('findPersona', () => selectByName(db, serverId, name)),
		listPersonas: (serverId) =>
			storeQuery('listPersonas', async () => {
				const rows = await selectAllRows(db).execute({ serverId });
				return rows.map(personaOf);
			}),
		createMainPersona: (serverId, draft, lineageId = null) =>
			storeQuery('createMainPersona', () => createPersona(db, serverId, { draft, lineageId, isAlter: false })),
		createAlter: (serverId, draft, lineageId = null) =>
			storeQuery('createAlter', () => createPersona(db, serverId, { draft, lineageId, isAlter: true })),
		changePersona: (serverId, personaId, change) =>
			storeQuery('changePersona', () => changePersona(db, { serverId, personaId }, change)),
		removePersona: (serverId, personaId, nextMainId) =>
			storeQuery('removePersona', () => removePersona(db, { serverId, personaId }, nextMainId)),
		switchMainPersona: (serverId, name) => storeQuery('switchMainPersona', () => switchMain(db, serverId, name)),
		addSample: (personaId, sample) => storeQuery('addSample', () => appendSample(db, personaId, sample)),
		changeSample: (personaId, at, sample) =>
			storeQuery('changeSample', () => changeSample(db, { personaId, at }, sample)),
	};
}
