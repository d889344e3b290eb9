/** Character-card JSON (V1, V2 and V3) to a persona. */
import { z } from 'zod';
import { EMPTY_ATTG, PERSONA_LIMITS, type PersonaDraft } from '#domain/persona';
import { err, ok, type Result } from '#lib/result';
import { cardData } from './card-data.ts';
import { cleanPersonaName } from './clean-persona-name.ts';
import { readOwnFields } from './own-fields.ts';
import { readExampleDialogue } from './read-example-dialogue.ts';

const text = z.string().catch('').default('');

const cardFields = z.object({
	name: z.string().trim().min(1).transform(cleanPersonaName),
	description: text,
	personality: text,
	scenario: text,
	mes_example: text,
	nickname: text,
});

/** Characters of `mes_example`; more than all the samples of a persona could hold. */
export const EXAMPLE_DIALOGUE_CHARACTERS_MAX = 200_000;

/** Why JSON is no card: no name, or not an object of the known shapes; or its example dialogue is beyond the limit. */
export type CardProblem = 'unreadable' | 'example-dialogue-too-long';

/**
 * The persona of a card. Description, personality and scenario become attributes in that order, example dialogue
 * becomes samples, a nickname becomes an alias; macros stay and are resolved when a prompt is built. A card of ours
 * brings back what its own fields hold.
 */
export function readCard(json: unknown): Result<PersonaDraft, CardProblem> {
	const data = cardData(json);
	const parsed = cardFields.safeParse(data);
	if (!data || !parsed.success) return err('unreadable');
	const { name, nickname, mes_example: examples } = parsed.data;
	if (examples.length > EXAMPLE_DIALOGUE_CHARACTERS_MAX) return err('example-dialogue-too-long');
	const alias = cleanPersonaName(nickname);
	return ok({
		name,
		attributes: attributesIn(parsed.data),
		samples: readExampleDialogue(examples, name),
		triggerWords: [name.toLowerCase()],
		aliases: alias === '' || alias === name || alias.length > PERSONA_LIMITS.aliasCharactersMax ? [] : [alias],
		attg: EMPTY_ATTG,
		...readOwnFields(data),
	});
}

/** The texts of a card that are a personality, without blank ones. */
export function attributesIn(card: Record<'description' | 'personality' | 'scenario', string>): readonly string[] {
	return [card.description, card.personality, card.scenario]
		.map((attribute) => attribute.trim())
		.filter((attribute) => attribute !== '');
}
