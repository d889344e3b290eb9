/** Exchanges as the example dialogue of a card (`mes_example`). */
import type { SampleExchange } from '#domain/persona';

/** Each exchange is a scene of its own, since its lines would run into the next one's otherwise. */
export function writeExampleDialogue(samples: readonly SampleExchange[]): string {
	return samples
		.flatMap(({ user, persona }) => [
			'<START>',
			...(user === null ? [] : [`{{user}}: ${user}`]),
			`{{char}}: ${persona}`,
		])
		.join('\n');
}
