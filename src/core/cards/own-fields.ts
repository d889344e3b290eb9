/** What a card of ours carries beside the fields that every program knows. */
import { z } from 'zod';
import { EMPTY_ATTG, PERSONA_LIMITS, type PersonaDraft } from '#domain/persona';
import type { CardLineage } from '#domain/persona-card';
import { cardData, type JsonObject, ownExtension } from './card-data.ts';
import { writeExampleDialogue } from './write-example-dialogue.ts';

const line = z.string().max(PERSONA_LIMITS.attgCharactersMax).catch('');
const attg = z
	.object({
		author: line,
		title: line,
		tags: line,
		genre: line,
		stars: z.number().int().min(1).max(PERSONA_LIMITS.attgStarsMax).nullable().catch(null),
	})
	.catch(EMPTY_ATTG);

/** What is stored is never blank. */
const filled = z.string().refine((text) => text.trim() !== '');

const fields = z.object({
	attributes: z.array(filled).catch([]),
	samples: z.array(z.object({ user: filled.nullable(), persona: filled })).catch([]),
	trigger_words: z.array(z.string()),
	aliases: z.array(z.string()).catch([]),
	attg,
});

const lineage = z.object({
	id: z.number().int().positive().max(2_147_483_647),
	key_version: z.number().int(),
	signature: z.string().max(100),
});

/** The personality as one text, for programs that know no attributes. */
export function joinedAttributes(attributes: readonly string[]): string {
	return attributes.join('\n\n');
}

/**
 * The parts of the persona that the card's own fields hold exactly, or null where it has none. Attributes and samples
 * count only while the fields of every program say the same: somebody may have edited those elsewhere.
 */
export function readOwnFields(
	data: JsonObject,
): (Omit<PersonaDraft, 'name' | 'attributes' | 'samples'> & Partial<PersonaDraft>) | null {
	const parsed = fields.safeParse(ownExtension(data));
	if (!parsed.success) return null;
	const { attributes, samples, trigger_words: triggerWords, aliases, attg: header } = parsed.data;
	const isSame =
		data['description'] === joinedAttributes(attributes) && data['personality'] === '' && data['scenario'] === '';
	return {
		triggerWords,
		aliases,
		attg: header,
		...(isSame ? { attributes } : {}),
		...(data['mes_example'] === writeExampleDialogue(samples) ? { samples } : {}),
	};
}

/** The lineage that a card claims, proved or not; null when it claims none. */
export function readLineage(json: unknown): CardLineage | null {
	const claim = lineage.safeParse(ownExtension(cardData(json) ?? {})?.['lineage']);
	if (!claim.success) return null;
	return { id: claim.data.id, keyVersion: claim.data.key_version, signature: claim.data.signature };
}

/** Our own fields of a persona's card. */
export function writeOwnFields(persona: PersonaDraft, signed: CardLineage): JsonObject {
	return {
		version: 1,
		lineage: { id: signed.id, key_version: signed.keyVersion, signature: signed.signature },
		attributes: persona.attributes,
		samples: persona.samples.map(({ user, persona: said }) => ({ user, persona: said })),
		trigger_words: persona.triggerWords,
		aliases: persona.aliases ?? [],
		attg: {
			author: persona.attg.author,
			title: persona.attg.title,
			tags: persona.attg.tags,
			genre: persona.attg.genre,
			stars: persona.attg.stars,
		},
	};
}
