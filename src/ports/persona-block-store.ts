/** Whom personas ignore. */
import type { PersonaId, ServerId, Snowflake } from '#domain/ids';
import type { PersonaUserBlock } from '#domain/person';

/** One block for each persona and person; a new one replaces the former. */
export interface PersonaBlockStore {
	/** All blocks of a persona, expired ones included: whether one is active is a question of the moment. */
	findBlocks(serverId: ServerId, personaId: PersonaId): Promise<readonly PersonaUserBlock[]>;
	saveBlock(serverId: ServerId, block: PersonaUserBlock): Promise<void>;
	/** True when there was one. */
	removeBlock(serverId: ServerId, personaId: PersonaId, userDiscordId: Snowflake): Promise<boolean>;
}
