/** Pictures and cards of personas in the database. */
import { and, eq, sql } from 'drizzle-orm';
import type { PersonaPicture } from '#domain/persona-card';
import type { PersonaCardStore } from '#ports/persona-card-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { personaCards, personaPictures } from './schema/personas.ts';
import { storableJson } from './storable.ts';

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createPersonaCardStore(db: Database): PersonaCardStore {
	return {
		findPicture: (personaId) =>
			storeQuery('findPicture', async () => {
				const ofPersona = eq(personaPictures.personaId, personaId);
				const [row] = await db.select().from(personaPictures).where(ofPersona);
				if (!row) return null;
				const mimeType = row.mimeType as PersonaPicture['mimeType'];
				return { bytes: new Uint8Array(row.picture), mimeType };
			}),
		savePicture: (personaId, { bytes, mimeType }) =>
			storeQuery('savePicture', async () => {
				const change = { picture: bytes, mimeType, emojiId: null, updatedAt: sql`now()` };
				await db
					.insert(personaPictures)
					.values({ personaId, ...change })
					.onConflictDoUpdate({ target: personaPictures.personaId, set: change });
			}),
		findAvatar: (personaId) =>
			storeQuery('findAvatar', async () => {
				const { emojiId } = personaPictures;
				const rows = await db.select({ emojiId }).from(personaPictures).where(eq(personaPictures.personaId, personaId));
				return rows[0] ?? null;
			}),
		setAvatar: (personaId, { emojiId, picture }) =>
			storeQuery('setAvatar', async () => {
				const isSame = and(eq(personaPictures.personaId, personaId), eq(personaPictures.picture, picture.bytes));
				await db.update(personaPictures).set({ emojiId }).where(isSame);
			}),
		findFields: (personaId) =>
			storeQuery('findFields', async () => {
				const rows = await db.select().from(personaCards).where(eq(personaCards.personaId, personaId));
				return rows[0]?.fields ?? null;
			}),
		saveFields: (personaId, fields) =>
			storeQuery('saveFields', async () => {
				const change = { fields: storableJson(fields) };
				await db
					.insert(personaCards)
					.values({ personaId, ...change })
					.onConflictDoUpdate({ target: personaCards.personaId, set: change });
			}),
	};
}
