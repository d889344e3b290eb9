/** Webhook names of personas that wear another look: `Source (target)` (ruling H11). */
import type { HistoryPersona } from './history-facts.ts';
import type { PersonaByName } from './known-personas.ts';

/** A persona under the label that its line bears. */
export interface RenderedPersona {
	readonly persona: HistoryPersona;
	/** `Source`, or `Source (target)`, which the model can repeat to get the same look. */
	readonly label: string;
}

const RENDER_NAME = /^(.*\S)\s*[(（](.*\S)\s*[)）]$/su;

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
	const [, first, second] = RENDER_NAME.exec(webhookName.trim()) ?? [];
	if (first === undefined || second === undefined) return null;
	const source = personas(first) ?? personas(second);
	if (!source) return null;
	const target = personas(first) ? second : first;
	return { persona: source, label: `${source.name} (${personas(target)?.name ?? safeName(target)})` };
}
