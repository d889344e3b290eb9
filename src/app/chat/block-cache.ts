/** Remembers whom personas ignore, because every turn asks. */
import type { PersonaUserBlock } from '#domain/person';
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';
import type { PersonaBlockStore } from '#ports/persona-block-store';

/** Personas whose blocks are remembered. */
const personasMax = 5_000;

/**
 * A store that asks another one at most once in `ttlMs` for each persona (PERSONA_USER_BLOCK_CACHE_TTL_SECONDS; 0 asks
 * every time). What is written through it is seen at once; what another process writes, after that time.
 */
export function cachedBlocks(store: PersonaBlockStore, clock: Clock, ttlMs: number): PersonaBlockStore {
	const known = new ExpiringMap<string, readonly PersonaUserBlock[]>({
		ttlMs,
		entriesMax: personasMax,
		nowMs: () => clock.now(),
	});
	return {
		async findBlocks(serverId, personaId) {
			const key = `${serverId}:${personaId}`;
			const remembered = known.get(key);
			if (remembered !== undefined) return remembered;
			const blocks = await store.findBlocks(serverId, personaId);
			if (ttlMs > 0) known.set(key, blocks);
			return blocks;
		},
		async saveBlock(serverId, block) {
			await store.saveBlock(serverId, block);
			known.delete(`${serverId}:${block.personaId}`);
		},
		async removeBlock(serverId, personaId, userDiscordId) {
			const removed = await store.removeBlock(serverId, personaId, userDiscordId);
			known.delete(`${serverId}:${personaId}`);
			return removed;
		},
	};
}
