/** The two sides of an example in a form. */
import { everyLocale } from '#core/i18n/translate';
import type { LocalizedText } from '#domain/localized-text';
import { PERSONA_LIMITS, type SampleExchange } from '#domain/persona';
import type { CommandInvocation, CommandModal } from '#ports/command';

/** A field for each side; the person's may stay empty. */
export function sampleForm(title: LocalizedText): CommandModal {
	const shape = { style: 'paragraph', lengthMax: PERSONA_LIMITS.sampleCharactersMax } as const;
	return {
		title,
		fields: [
			{ ...shape, name: 'user', label: everyLocale('command.persona.create.modal-sample-user'), required: false },
			{ ...shape, name: 'answer', label: everyLocale('command.persona.create.modal-sample-persona'), required: true },
		],
	};
}

/** The example of a filled form; null when the persona's side is blank. */
export function sampleIn({ values }: CommandInvocation): SampleExchange | null {
	const user = (values.get('user') ?? '').trim();
	const persona = (values.get('answer') ?? '').trim();
	return persona === '' ? null : { user: user === '' ? null : user, persona };
}
