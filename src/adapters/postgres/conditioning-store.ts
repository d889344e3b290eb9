/** What personas were rewarded and scolded for, in the database. */
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { CONDITIONING_LIMITS, type ConditioningKind } from '#domain/conditioning';
import type { ConditionedPersona, ConditioningStore } from '#ports/conditioning-store';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { personaConditioning } from './schema/rooms.ts';
import { storableText } from './storable.ts';

/** The gestures of one kind that one lineage was shown in one server. */
function ofKind({ serverId, lineageId }: ConditionedPersona, kind: ConditioningKind) {
	const here = eq(personaConditioning.serverId, serverId);
	return and(here, eq(personaConditioning.lineageId, lineageId), eq(personaConditioning.kind, kind));
}

/** The newest of each kind, oldest first, each with how many of its kind there are. */
const selectTold = preparedOnce((db) => {
	const { id, kind, text, serverId, lineageId } = personaConditioning;
	const numbered = db
		.select({
			id,
			kind,
			text,
			total: sql<number>`(count(*) over (partition by ${kind}))::integer`.as('total'),
			place: sql<number>`(row_number() over (partition by ${kind} order by ${id} desc))::integer`.as('place'),
		})
		.from(personaConditioning)
		.where(and(eq(serverId, sql.placeholder('serverId')), eq(lineageId, sql.placeholder('lineageId'))))
		.as('numbered');
	return db
		.select({ kind: numbered.kind, text: numbered.text, total: numbered.total })
		.from(numbered)
		.where(lte(numbered.place, CONDITIONING_LIMITS.toldMax))
		.orderBy(asc(numbered.id))
		.prepare(NAMELESS_STATEMENT);
});

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
				const { serverId, lineageId } = persona;
				const rows = await selectTold(db).execute({ serverId, lineageId });
				const rewards = rows.filter(({ kind }) => kind === 'reward');
				const punishments = rows.filter(({ kind }) => kind === 'punish');
				return {
					rewards: rewards.map(({ text }) => text),
					punishments: punishments.map(({ text }) => text),
					rewardsTotal: rewards[0]?.total ?? 0,
					punishmentsTotal: punishments[0]?.total ?? 0,
				};
			}),
	};
}
