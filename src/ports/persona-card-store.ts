/** Pictures of personas, and what their cards say beside the persona. */
import type { PersonaId, Snowflake } from '#domain/ids';
import type { CardFields, PersonaPicture } from '#domain/persona-card';

/** One picture and one set of fields a persona. */
export interface PersonaCardStore {
	findPicture(personaId: PersonaId): Promise<PersonaPicture | null>;
	/** Takes the place of the picture before; at most `CARD_LIMITS.pictureBytesMax`. */
	savePicture(personaId: PersonaId, picture: PersonaPicture): Promise<void>;
	/** Under which emoji Discord shows the picture, null until it was uploaded; null where there is no picture. */
	findAvatar(personaId: PersonaId): Promise<{ readonly emojiId: Snowflake | null } | null>;
	/** Keeps the emoji of a picture, unless another picture has taken its place meanwhile. */
	setAvatar(
		personaId: PersonaId,
		avatar: { readonly emojiId: Snowflake; readonly picture: PersonaPicture },
	): Promise<void>;
	findFields(personaId: PersonaId): Promise<CardFields | null>;
	saveFields(personaId: PersonaId, fields: CardFields): Promise<void>;
}
