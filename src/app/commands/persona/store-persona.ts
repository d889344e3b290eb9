/** Checks a new persona, stores it, and says how that went. */
import { checkPersona } from '#core/cards/check-persona';
import { cleanPersonaName } from '#core/cards/clean-persona-name';
import type { MessageKey } from '#core/i18n/locales/en';
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { LineageId } from '#domain/ids';
import { PERSONA_LIMITS, type Persona, type PersonaDraft } from '#domain/persona';
import type { CommandAnswer } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import { describeProblem } from './describe-problem.ts';

/** A name on several lines would break up prompts, and one too long for a trigger word still makes a persona. */
function tidied(draft: PersonaDraft): PersonaDraft {
	const triggerWords = draft.triggerWords.map((word) =>
		cleanPersonaName(word)
			.slice(0, PERSONA_LIMITS.triggerWordCharactersMax)
			.replace(/[\uD800-\uDBFF]$/, '')
			.trim(),
	);
	return { ...draft, name: cleanPersonaName(draft.name), triggerWords };
}

/** How a persona is stored. */
export interface StoreOptions {
	readonly ports: CommandPorts;
	readonly success: MessageKey;
	/** Beside the main persona instead of in its place. */
	readonly isAlter?: boolean;
	/** A new one when absent or null. */
	readonly lineageId?: LineageId | null;
	/** What else is stored with it; a sentence about that, or null. */
	readonly andThen?: (persona: Persona) => Promise<string | null>;
}

/**
 * Stores the draft, or names the limit it breaks. Its name is put on one line and trigger words,
 * which come from the name, are shortened to fit; nothing else is cut.
 */
export async function storePersona(
	given: PersonaDraft,
	scene: CommandScene,
	options: StoreOptions,
): Promise<CommandAnswer> {
	const draft = tidied(given);
	const problem = checkPersona(draft);
	if (problem) return describeProblem(problem, scene);
	const name = escapeMarkdown(draft.name);
	const { personas } = options.ports;
	const lineageId = options.lineageId ?? null;
	const stored = options.isAlter
		? await personas.createAlter(scene.workspace.id, draft, lineageId)
		: await personas.createMainPersona(scene.workspace.id, draft, lineageId);
	if (stored.ok) {
		const told = scene.say(options.success, { name });
		const more = (await options.andThen?.(stored.value)) ?? null;
		return { text: more === null ? told : `${told}\n${more}` };
	}
	return stored.error === 'name-taken'
		? scene.answer('answer.persona-name-taken', { name })
		: scene.answer('answer.persona-too-many', { count: PERSONA_LIMITS.personasPerServerMax });
}
