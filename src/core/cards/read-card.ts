/** Character-card JSON (V1, V2 and V3) to a persona. */
import { z } from 'zod';
import { EMPTY_ATTG, type PersonaDraft } from '#domain/persona';
import { err, ok, type Result } from '#lib/result';
import { cleanPersonaName } from './clean-persona-name.ts';
import { readExampleDialogue } from './read-example-dialogue.ts';

const text = z.string().catch('').default('');

const cardFields = z.object({
	name: z.string().trim().min(1).transform(cleanPersonaName),
	description: text,
	personality: text,
	scenario: text,
	mes_example: text,
});

const wrappedCard = z.object({ spec: z.string(), data: cardFields });

/** Characters of `mes_example`; more than all the samples of a persona could hold. */
export const EXAMPLE_DIALOGUE_CHARACTERS_MAX = 200_000;

/** Why JSON is no card: no name, or not an object of the known shapes; or its example dialogue is beyond the limit. */
export type CardProblem = 'unreadable' | 'example-dialogue-too-long';

/**
 * The persona of a card. Description, personality and scenario become attributes in that order, example dialogue
 * becomes samples; macros stay and are resolved when a prompt is built. Other fields are left alone.
 */
export function readCard(json: unknown): Result<PersonaDraft, CardProblem> {
	const wrapped = wrappedCard.safeParse(json);
	const flat = wrapped.success ? null : cardFields.safeParse(json);
	const fields = wrapped.success ? wrapped.data.data : flat?.success ? flat.data : null;
	if (!fields) return err('unreadable');
	if (fields.mes_example.length > EXAMPLE_DIALOGUE_CHARACTERS_MAX) return err('example-dialogue-too-long');
	return ok({
		name: fields.name,
		attributes: [fields.description, fields.personality, fields.scenario]
			.map((attribute) => attribute.trim())
			.filter((attribute) => attribute !== ''),
		samples: readExampleDialogue(fields.mes_example, fields.name),
		triggerWords: [fields.name.toLowerCase()],
		attg: EMPTY_ATTG,
	});
}
