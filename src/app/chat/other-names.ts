/** Further names of the personas that speak beside the one that answers, so that a line under such a name is theirs. */
import { plainLabel } from '#core/text/plain-label';
import type { ContextSender, StructuredContextItem } from '#domain/context-item';
import type { LineageId } from '#domain/ids';
import type { Persona } from '#domain/persona';

/** An entry of the history, as far as it tells which persona speaks. */
export interface SpokenEntry {
	readonly authorType: string;
	readonly authorPersonaLineageId?: LineageId | null;
}

/** The items with those names among the people who take part; nothing of a prompt's text changes. */
export function withOtherNames(
	items: readonly StructuredContextItem[],
	{ persona, personas }: { readonly persona: Persona; readonly personas: readonly Persona[] },
	entries: readonly SpokenEntry[],
): readonly StructuredContextItem[] {
	const spoke = new Set(
		entries.filter(({ authorType }) => authorType === 'persona').map((entry) => entry.authorPersonaLineageId),
	);
	const others = personas.filter(({ id, lineageId }) => id !== persona.id && spoke.has(lineageId));
	const names = others.flatMap(({ aliases }) => aliases.map((alias) => plainLabel(alias, '')));
	const senders = names.filter((name) => name !== '').map((name): ContextSender => ({ name, type: 'persona' }));
	if (senders.length === 0) return items;
	return items.map((item) =>
		item.participants === undefined ? item : { ...item, participants: [...item.participants, ...senders] },
	);
}
