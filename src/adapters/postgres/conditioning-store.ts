/** What personas were rewarded and scolded for, in the database. */
import { and, count, desc, eq, inArray } from 'drizzle-orm';
import { CONDITIONING_LIMITS, type ConditioningKind } from '#domain/conditioning';
import type { ConditionedPersona, ConditioningStore } from '#ports/conditioning-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { personaConditioning } from './schema/rooms.ts';
import { storableText } from './storable.ts';

/** The gestures of one kind that one lineage was shown in one server. */
function ofKind({ serverId, lineageId }: ConditionedPersona, kind: ConditioningKind) {
	const here = eq(personaConditioning.serverId, serverId);
	return and(here, eq(personaConditioning.lineageId, lineageId), eq(personaConditioning.kind, kind));
}

async function toldOf(db: Database, persona: ConditionedPersona, kind: ConditioningKind) {
	const wanted = ofKind(persona, kind);
	const [rows, totals] = await Promise.all([
		db
			.select({ text: personaConditioning.text })
			.from(personaConditioning)
			.where(wanted)
			.orderBy(desc(personaConditioning.id))
			.limit(CONDITIONING_LIMITS.toldMax),
		db.select({ value: count() }).from(personaConditioning).where(wanted),
	]);
	return { texts: rows.map(({ text }) => text).reverse(), total: totals[0]?.value ?? 0 };
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createConditioningStore(db: Database): ConditioningStore {
	return {
		addConditioning: (entry) =>
			storeQuery('addConditioning', async () => {
				const text = storableText(entry.text);
				const { serverId, lineageId, kind, authorUserId } = entry;
				await db.transaction(async (transaction) => {
					await transaction.insert(personaConditioning).values({ serverId, lineageId, kind, text, authorUserId });
					const beyond = transaction
						.select({ id: personaConditioning.id })
						.from(personaConditioning)
						.where(ofKind(entry, kind))
						.orderBy(desc(personaConditioning.id))
						.offset(CONDITIONING_LIMITS.keptMax);
					await transaction.delete(personaConditioning).where(inArray(personaConditioning.id, beyond));
				});
			}),
		findConditioning: (persona) =>
			storeQuery('findConditioning', async () => {
				const [rewards, punishments] = await Promise.all([
					toldOf(db, persona, 'reward'),
					toldOf(db, persona, 'punish'),
				]);
				return {
					rewards: rewards.texts,
					punishments: punishments.texts,
					rewardsTotal: rewards.total,
					punishmentsTotal: punishments.total,
				};
			}),
	};
}
