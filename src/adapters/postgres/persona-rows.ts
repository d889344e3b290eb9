/** Personas as rows and back. */
import type { LineageId, PersonaId, ServerId } from '#domain/ids';
import type { Persona, PersonaDraft } from '#domain/persona';
import type { personas } from './schema/personas.ts';
import { storableJson, storableText } from './storable.ts';

/** A persona's name as names are compared. */
export function personaNameKey(name: string): string {
	return storableText(name).normalize('NFC').toLowerCase();
}

/** The row of a new persona; its id and lineage are given by the database. */
export function personaValues(serverId: ServerId, draft: PersonaDraft, isAlter: boolean): typeof personas.$inferInsert {
	return {
		serverId,
		name: storableText(draft.name),
		nameKey: personaNameKey(draft.name),
		isAlter,
		attributes: draft.attributes.map(storableText),
		samples: storableJson(draft.samples),
		triggerWords: draft.triggerWords.map(storableText),
		attgAuthor: storableText(draft.attg.author),
		attgTitle: storableText(draft.attg.title),
		attgTags: storableText(draft.attg.tags),
		attgGenre: storableText(draft.attg.genre),
		attgStars: draft.attg.stars,
	};
}

/** The persona of a row. */
export function personaOf(row: typeof personas.$inferSelect): Persona {
	return {
		id: row.id as PersonaId,
		serverId: row.serverId as ServerId,
		lineageId: row.lineageId as LineageId,
		isAlter: row.isAlter,
		name: row.name,
		attributes: row.attributes,
		samples: row.samples,
		triggerWords: row.triggerWords,
		attg: {
			author: row.attgAuthor,
			title: row.attgTitle,
			tags: row.attgTags,
			genre: row.attgGenre,
			stars: row.attgStars,
		},
	};
}
