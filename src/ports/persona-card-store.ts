/** Pictures of personas, and what their cards say beside the persona. */
import type { PersonaId } from '#domain/ids';
import type { CardFields, PersonaPicture } from '#domain/persona-card';

/** One picture and one set of fields a persona. */
export interface PersonaCardStore {
	findPicture(personaId: PersonaId): Promise<PersonaPicture | null>;
	/** Takes the place of the picture before; at most `CARD_LIMITS.pictureBytesMax`. */
	savePicture(personaId: PersonaId, picture: PersonaPicture): Promise<void>;
	findFields(personaId: PersonaId): Promise<CardFields | null>;
	saveFields(personaId: PersonaId, fields: CardFields): Promise<void>;
}
