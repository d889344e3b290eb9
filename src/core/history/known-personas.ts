/** Finds a server's personas by what their messages show. */
import type { HistoryFacts, HistoryPersona } from './history-facts.ts';

/** Personas by name, ignoring case, width and spacing. */
export type PersonaByName = (name: string) => HistoryPersona | null;

/** The persona behind the bot account; the answering one where none is known to be it. */
export function mainPersona(facts: Pick<HistoryFacts, 'persona' | 'personas'>): HistoryPersona {
	if (!facts.persona.isAlter) return facts.persona;
	return facts.personas.find((persona) => !persona.isAlter) ?? facts.persona;
}

/** The look-up of one build. Names outrank aliases, and the answering persona outranks the others. */
export function personasByName(facts: Pick<HistoryFacts, 'persona' | 'personas'>): PersonaByName {
	const known = [facts.persona, ...facts.personas];
	const byName = new Map<string, HistoryPersona>();
	const add = (name: string, persona: HistoryPersona): void => {
		const key = normalizeName(name);
		if (key !== '' && !byName.has(key)) byName.set(key, persona);
	};
	for (const persona of known) add(persona.name, persona);
	for (const persona of known) for (const alias of persona.aliases ?? []) add(alias, persona);
	return (name) => byName.get(normalizeName(name)) ?? null;
}

function normalizeName(name: string): string {
	return name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
}
