/** The limits of a persona, checked before anything is stored. */
import { isBlankText } from '#core/text/blank-text';
import { PERSONA_LIMITS, type PersonaDraft } from '#domain/persona';

/** What is wrong with a draft: a part too long (with its limit in characters or entries), or an essential part blank. */
export type PersonaProblem =
	| { readonly kind: 'blank' }
	| {
			readonly kind: 'too-long';
			readonly part: 'name' | 'personality' | 'samples' | 'triggers' | 'aliases' | 'attg';
			readonly charactersMax: number;
	  }
	| {
			readonly kind: 'too-many';
			readonly part: 'samples' | 'triggers' | 'personality' | 'aliases';
			readonly entriesMax: number;
	  };

/** The first problem of a draft, or null. Nothing is ever cut to fit. */
export function checkPersona(draft: PersonaDraft): PersonaProblem | null {
	const limits = PERSONA_LIMITS;
	if (isBlankText(draft.name) || draft.attributes.every(isBlankText)) return { kind: 'blank' };
	if (draft.name.length > limits.nameCharactersMax) {
		return { kind: 'too-long', part: 'name', charactersMax: limits.nameCharactersMax };
	}
	if (draft.attributes.some((attribute) => attribute.length > limits.attributeCharactersMax)) {
		return { kind: 'too-long', part: 'personality', charactersMax: limits.attributeCharactersMax };
	}
	if (draft.attributes.length > limits.attributesMax) {
		return { kind: 'too-many', part: 'personality', entriesMax: limits.attributesMax };
	}
	if (
		draft.samples.some(
			(sample) => Math.max(sample.user?.length ?? 0, sample.persona.length) > limits.sampleCharactersMax,
		)
	) {
		return { kind: 'too-long', part: 'samples', charactersMax: limits.sampleCharactersMax };
	}
	if (draft.samples.length > limits.samplesMax)
		return { kind: 'too-many', part: 'samples', entriesMax: limits.samplesMax };
	return wordsProblem(draft);
}

/** Trigger words, further names and the fields of the story header. */
function wordsProblem({ triggerWords, aliases = [], attg }: PersonaDraft): PersonaProblem | null {
	const limits = PERSONA_LIMITS;
	if (triggerWords.some((word) => word.length > limits.triggerWordCharactersMax)) {
		return { kind: 'too-long', part: 'triggers', charactersMax: limits.triggerWordCharactersMax };
	}
	if (triggerWords.length > limits.triggerWordsMax) {
		return { kind: 'too-many', part: 'triggers', entriesMax: limits.triggerWordsMax };
	}
	if (aliases.some((alias) => alias.length > limits.aliasCharactersMax)) {
		return { kind: 'too-long', part: 'aliases', charactersMax: limits.aliasCharactersMax };
	}
	if (aliases.length > limits.aliasesMax) return { kind: 'too-many', part: 'aliases', entriesMax: limits.aliasesMax };
	const { author, title, tags, genre } = attg;
	if ([author, title, tags, genre].some((field) => field.length > limits.attgCharactersMax)) {
		return { kind: 'too-long', part: 'attg', charactersMax: limits.attgCharactersMax };
	}
	return null;
}
