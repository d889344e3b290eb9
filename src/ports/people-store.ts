/** What people asked to be called, and how private they are. */
import type { PersonaId, ServerId, Snowflake, UserId } from '#domain/ids';
import type { PersonFacts, PrivacyLevel } from '#domain/person';

/** Whose facts, and for whom. */
export interface PeopleQuery {
	readonly serverId: ServerId;
	readonly personaId: PersonaId;
	readonly discordIds: readonly Snowflake[];
}

/** Facts about people, by their Discord ids. */
export interface PeopleStore {
	/** People about whom nothing is stored are left out. */
	findPeople(query: PeopleQuery): Promise<readonly PersonFacts[]>;
	/** Null forgets it. With a persona, only that one uses the name. */
	setNickname(userId: UserId, nickname: string | null, personaId?: PersonaId): Promise<void>;
	setPrivacyLevel(userId: UserId, level: PrivacyLevel): Promise<void>;
	/** Whether a workspace may use the person's nickname. */
	setPersonal(serverId: ServerId, discordId: Snowflake, mayBePersonal: boolean): Promise<void>;
}
