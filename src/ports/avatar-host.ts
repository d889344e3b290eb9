/** Keeps small pictures of personas where Discord can show them. */
import type { Failure } from '#domain/failure';
import type { PersonaId, Snowflake } from '#domain/ids';
import type { PersonaPicture } from '#domain/persona-card';
import type { Result } from '#lib/result';

/** The application's own emoji: their addresses are public and stay. */
export interface AvatarHost {
	/** Uploads a persona's picture in the place of the one before; the same picture is uploaded once. */
	upload(personaId: PersonaId, picture: PersonaPicture): Promise<Result<Snowflake, Failure>>;
	/** Takes a persona's pictures away; a refusal is of no consequence. */
	remove(personaId: PersonaId): Promise<void>;
	/** Where everybody can see an uploaded picture. */
	urlOf(emojiId: Snowflake): string;
}
