/** Changes and removals of personas. */
import { and, eq } from 'drizzle-orm';
import type { PersonaId, ServerId } from '#domain/ids';
import type { Persona, PersonaChange } from '#domain/persona';
import { assert } from '#lib/assert';
import { err, ok, type Result } from '#lib/result';
import type { RemovalRefusal } from '#ports/persona-store';
import type { Database } from './database.ts';
import { personaChanges, personaNameKey, personaOf } from './persona-rows.ts';
import { personas } from './schema/personas.ts';
import { accessRules } from './schema/rooms.ts';
import { servers } from './schema/servers.ts';

/** A persona as its workspace knows it. */
export interface PersonaKey {
	readonly serverId: ServerId;
	readonly personaId: PersonaId;
}

/** The workspace's row is locked first, so that no two changes of its personas pass the same checks. */
export async function lockWorkspace(transaction: Database, serverId: ServerId): Promise<void> {
	await transaction.select({ id: servers.id }).from(servers).where(eq(servers.id, serverId)).for('update');
}

function isPersona({ serverId, personaId }: PersonaKey) {
	return and(eq(personas.serverId, serverId), eq(personas.id, personaId));
}

/** Changes a persona, unless another one bears the new name. */
export async function changePersona(
	db: Database,
	key: PersonaKey,
	change: PersonaChange,
): Promise<Result<Persona, 'name-taken' | 'gone'>> {
	return await db.transaction(async (transaction) => {
		await lockWorkspace(transaction, key.serverId);
		const [row] = await transaction.select().from(personas).where(isPersona(key));
		if (!row) return err('gone');
		if (change.name !== undefined && (await isTaken(transaction, key, change.name))) return err('name-taken');
		const columns = personaChanges(change);
		if (Object.keys(columns).length === 0) return ok(personaOf(row));
		const [changed] = await transaction.update(personas).set(columns).where(isPersona(key)).returning();
		assert(changed, 'an update of a persona returned no row');
		return ok(personaOf(changed));
	});
}

async function isTaken(transaction: Database, { serverId, personaId }: PersonaKey, name: string): Promise<boolean> {
	const sameName = and(eq(personas.serverId, serverId), eq(personas.nameKey, personaNameKey(name)));
	const rows = await transaction.select({ id: personas.id }).from(personas).where(sameName);
	return rows.some((row) => row.id !== personaId);
}

/** Removes a persona; the main one only when another one takes its place in the same transaction. */
export async function removePersona(
	db: Database,
	key: PersonaKey,
	nextMainId: PersonaId | null,
): Promise<Result<Persona, RemovalRefusal>> {
	return await db.transaction(async (transaction) => {
		await lockWorkspace(transaction, key.serverId);
		const [row] = await transaction.select().from(personas).where(isPersona(key));
		if (!row) return err('gone');
		const isNext = isPersona({ serverId: key.serverId, personaId: nextMainId ?? key.personaId });
		if (!row.isAlter) {
			const [next] = await transaction.select({ isAlter: personas.isAlter }).from(personas).where(isNext);
			if (next?.isAlter !== true) return err('needs-next');
		}
		await transaction.delete(personas).where(isPersona(key));
		await removeRulesOf(transaction, key);
		if (!row.isAlter) await transaction.update(personas).set({ isAlter: false }).where(isNext);
		return ok(personaOf(row));
	});
}

/** A list that allows nobody but a persona that is gone would silence a channel. */
async function removeRulesOf(db: Database, { serverId, personaId }: PersonaKey): Promise<void> {
	await db
		.delete(accessRules)
		.where(
			and(
				eq(accessRules.serverId, serverId),
				eq(accessRules.kind, 'persona'),
				eq(accessRules.subject, String(personaId)),
			),
		);
}
