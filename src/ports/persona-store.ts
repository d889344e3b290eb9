/** Personas of a workspace. */
import type { LineageId, PersonaId, ServerId } from '#domain/ids';
import type { Persona, PersonaChange, PersonaDraft, SampleExchange } from '#domain/persona';
import type { Result } from '#lib/result';

/** Why a persona was not stored. */
export type PersonaRefusal = 'name-taken' | 'too-many';

/** Why a persona was not removed: it is gone, or it is the main one and no other was named to follow it. */
export type RemovalRefusal = 'gone' | 'needs-next';

/** Names are unique per workspace, ignoring case; exactly one persona is the main one. */
export interface PersonaStore {
	/** The persona that speaks as the bot account. */
	mainPersona(serverId: ServerId): Promise<Persona>;
	/** By name, ignoring case; null when there is none. */
	findPersona(serverId: ServerId, name: string): Promise<Persona | null>;
	/** Main first, then by name. */
	listPersonas(serverId: ServerId): Promise<readonly Persona[]>;
	/** Stores a new persona, of a new lineage unless one is given, and makes it the main one, in one transaction. */
	createMainPersona(
		serverId: ServerId,
		draft: PersonaDraft,
		lineageId?: LineageId | null,
	): Promise<Result<Persona, PersonaRefusal>>;
	/** Stores a new persona, of a new lineage unless one is given, beside the main one. */
	createAlter(
		serverId: ServerId,
		draft: PersonaDraft,
		lineageId?: LineageId | null,
	): Promise<Result<Persona, PersonaRefusal>>;
	/** Changes what is given of a persona of the workspace. */
	changePersona(
		serverId: ServerId,
		personaId: PersonaId,
		change: PersonaChange,
	): Promise<Result<Persona, 'name-taken' | 'gone'>>;
	/**
	 * Removes a persona of the workspace with everything that is its alone, in one transaction. The main one goes only
	 * when `nextMainId` names another persona that takes its place. What was removed.
	 */
	removePersona(
		serverId: ServerId,
		personaId: PersonaId,
		nextMainId: PersonaId | null,
	): Promise<Result<Persona, RemovalRefusal>>;
	/**
	 * Makes the persona of that name, ignoring case, the main one, in one transaction; null when there is none. The main
	 * persona itself may be named.
	 */
	switchMainPersona(serverId: ServerId, name: string): Promise<Persona | null>;
	/** Appends an exchange to a persona's samples; `too-many` when it has `PERSONA_LIMITS.samplesMax` already. */
	addSample(personaId: PersonaId, sample: SampleExchange): Promise<Result<Persona, 'too-many'>>;
	/**
	 * Puts another exchange in the place of the one given, or removes it with null; `changed` when that place, counted
	 * from 0, holds another one by now.
	 */
	changeSample(
		personaId: PersonaId,
		at: { readonly index: number; readonly sample: SampleExchange },
		sample: SampleExchange | null,
	): Promise<Result<Persona, 'changed'>>;
}
