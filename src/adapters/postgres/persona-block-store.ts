/** Whom personas ignore, in the database. */
import { and, eq } from 'drizzle-orm';
import type { PersonaId } from '#domain/ids';
import type { PersonaUserBlock } from '#domain/person';
import type { PersonaBlockStore } from '#ports/persona-block-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { personaUserBlocks } from './schema/blocks.ts';
import { storableText } from './storable.ts';

function blockOf(row: typeof personaUserBlocks.$inferSelect): PersonaUserBlock {
	return {
		personaId: row.personaId as PersonaId,
		userDiscordId: row.userDiscordId,
		blockType: row.blockType,
		reason: row.reason,
		expiresAtMs: row.expiresAt?.getTime() ?? null,
	};
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createPersonaBlockStore(db: Database): PersonaBlockStore {
	return {
		findBlocks: (serverId, personaId) =>
			storeQuery('findBlocks', async () => {
				const here = and(eq(personaUserBlocks.serverId, serverId), eq(personaUserBlocks.personaId, personaId));
				return (await db.select().from(personaUserBlocks).where(here)).map(blockOf);
			}),
		saveBlock: (serverId, block) =>
			storeQuery('saveBlock', async () => {
				const { personaId, userDiscordId, blockType } = block;
				const set = {
					blockType,
					reason: block.reason === null ? null : storableText(block.reason),
					expiresAt: block.expiresAtMs === null ? null : new Date(block.expiresAtMs),
				};
				const target = [personaUserBlocks.personaId, personaUserBlocks.userDiscordId];
				await db
					.insert(personaUserBlocks)
					.values({ serverId, personaId, userDiscordId, ...set })
					.onConflictDoUpdate({ target, set });
			}),
		removeBlock: (serverId, personaId, userDiscordId) =>
			storeQuery('removeBlock', async () => {
				const removed = await db
					.delete(personaUserBlocks)
					.where(
						and(
							eq(personaUserBlocks.serverId, serverId),
							eq(personaUserBlocks.personaId, personaId),
							eq(personaUserBlocks.userDiscordId, userDiscordId),
						),
					)
					.returning({ personaId: personaUserBlocks.personaId });
				return removed.length > 0;
			}),
	};
}
