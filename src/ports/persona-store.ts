/** Personas of a workspace. */
import type { ServerId } from '#domain/ids';
import type { Persona, PersonaDraft } from '#domain/persona';
import type { Result } from '#lib/result';

/** Why a persona was not stored. */
export type PersonaRefusal = 'name-taken' | 'too-many';

/** Names are unique per workspace, ignoring case; exactly one persona is the main one. */
export interface PersonaStore {
	/** The persona that speaks as the bot account. */
	mainPersona(serverId: ServerId): Promise<Persona>;
	/** By name, ignoring case; null when there is none. */
	findPersona(serverId: ServerId, name: string): Promise<Persona | null>;
	/** Main first, then by name. */
	listPersonas(serverId: ServerId): Promise<readonly Persona[]>;
	/** Stores a new persona with a lineage of its own and makes it the main one, in one transaction. */
	createMainPersona(serverId: ServerId, draft: PersonaDraft): Promise<Result<Persona, PersonaRefusal>>;
	/**
	 * Makes the persona of that name, ignoring case, the main one, in one transaction; null when there is none. The main
	 * persona itself may be named.
	 */
	switchMainPersona(serverId: ServerId, name: string): Promise<Persona | null>;
}
