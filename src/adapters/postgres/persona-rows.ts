/** Personas as rows and back. */
import type { LineageId, PersonaId, ServerId } from '#domain/ids';
import type { AttgFields, Persona, PersonaChange, PersonaDraft } from '#domain/persona';
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
		aliases: (draft.aliases ?? []).map(storableText),
		...attgColumns(draft.attg),
	};
}

/** The columns that a change sets. */
export function personaChanges(change: PersonaChange): Partial<typeof personas.$inferInsert> {
	const { name, attributes, triggerWords, aliases, attg } = change;
	return {
		...(name === undefined ? {} : { name: storableText(name), nameKey: personaNameKey(name) }),
		...(attributes === undefined ? {} : { attributes: attributes.map(storableText) }),
		...(triggerWords === undefined ? {} : { triggerWords: triggerWords.map(storableText) }),
		...(aliases === undefined ? {} : { aliases: aliases.map(storableText) }),
		...(attg === undefined ? {} : attgColumns(attg)),
	};
}

function attgColumns({ author, title, tags, genre, stars }: AttgFields) {
	return {
		attgAuthor: storableText(author),
		attgTitle: storableText(title),
		attgTags: storableText(tags),
		attgGenre: storableText(genre),
		attgStars: stars,
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
		aliases: row.aliases,
		attg: {
			author: row.attgAuthor,
			title: row.attgTitle,
			tags: row.attgTags,
			genre: row.attgGenre,
			stars: row.attgStars,
		},
	};
}
