/** The identities that pass between rooms. */
import type { Brand } from '#lib/brand';

/** Discord's own id: a decimal string, ordered by time of creation. */
export type Snowflake = string;

/** Our row of a workspace (a guild or a direct-message partner). */
export type ServerId = Brand<number, 'ServerId'>;

/** Our row of a person. */
export type UserId = Brand<number, 'UserId'>;

/** Our row of a persona. */
export type PersonaId = Brand<number, 'PersonaId'>;

/** Identity of a character over removals and copies; always above 0 (ruling H9). */
export type LineageId = Brand<number, 'LineageId'>;

/** Our row in `turns`: one per trigger and persona. */
export type TurnId = Brand<number, 'TurnId'>;
