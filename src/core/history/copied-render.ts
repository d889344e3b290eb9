/** Webhook names of personas that wear another look: `Source (target)` (ruling H11). */
import type { HistoryPersona } from './history-facts.ts';
import type { PersonaByName } from './known-personas.ts';

/** A persona under the label that its line bears. */
export interface RenderedPersona {
	readonly persona: HistoryPersona;
	/** `Source`, or `Source (target)`, which the model can repeat to get the same look. */
	readonly label: string;
}

const opening = /[(（]/g;
const closing = /[)）]$/;

/**
 * The persona that a webhook's name means, or null. `Source (target)` belongs to its first half where that is a persona,
 * since this is the form that we write; `target (Source)` to its second. The label always names the source first.
 */
export function readRenderName(
	webhookName: string,
	personas: PersonaByName,
	safeName: (name: string) => string,
): RenderedPersona | null {
	const whole = personas(webhookName);
	if (whole) return { persona: whole, label: whole.name };
	const halves = halvesOf(webhookName.trim());
	if (halves === null) return null;
	const [first, second] = halves;
	const source = personas(first) ?? personas(second);
	if (!source) return null;
	const target = personas(first) ? second : first;
	return { persona: source, label: `${source.name} (${personas(target)?.name ?? safeName(target)})` };
}

/** `first (second)`, at the last bracket that leaves something on either side, or null. Linear in the name. */
function halvesOf(name: string): readonly [string, string] | null {
	if (!closing.test(name)) return null;
	// Of two brackets at most one has nothing visible behind it, so the last two are all that can matter.
	for (const { index } of [...name.matchAll(opening)].slice(-2).toReversed()) {
		const first = name.slice(0, index).trimEnd();
		const second = name.slice(index + 1, -1).trimEnd();
		if (first !== '' && second !== '') return [first, second];
	}
	return null;
}
