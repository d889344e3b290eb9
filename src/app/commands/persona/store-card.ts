/** Stores what came with a card beside its persona: lore, picture, settings, and fields for an export. */
import type { CardSettings } from '#core/cards/card-settings';
import { isSameLore } from '#core/cards/same-lore';
import { LORE_LIMITS, type LorebookDraft } from '#domain/lorebook';
import type { Persona } from '#domain/persona';
import type { CardFields, PersonaPicture } from '#domain/persona-card';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';

/** A stored persona, and the rest of its card. */
export interface ImportedCard {
	readonly persona: Persona;
	readonly lore: readonly LorebookDraft[];
	readonly picture: PersonaPicture | null;
	readonly settings: CardSettings;
	readonly fields: CardFields;
}

/** What became of the lore as one sentence, or null where the card has none. */
export async function storeCard(card: ImportedCard, scene: CommandScene, ports: CommandPorts): Promise<string | null> {
	const { persona, picture, settings, fields } = card;
	if (picture) await ports.personaCards.savePicture(persona.id, picture);
	const isSet = Object.values(settings).some((value) => value !== null);
	if (isSet) await ports.settings.writeScope({ scope: 'persona', personaId: persona.id }, settings);
	if (Object.keys(fields).length > 0) await ports.personaCards.saveFields(persona.id, fields);
	return await storeLore(card, scene, ports);
}

/** The book becomes the persona's own; a copy of a persona of this server finds its lineage's entries here already. */
async function storeLore(
	{ persona, lore }: ImportedCard,
	scene: CommandScene,
	ports: CommandPorts,
): Promise<string | null> {
	if (lore.length === 0) return null;
	const { serverId, lineageId } = persona;
	const known = await ports.lorebooks.listEntries(serverId, lineageId);
	const own = known.filter((entry) => entry.lineageId === lineageId);
	const missing = lore.filter((entry) => !own.some((present) => isSameLore(present, entry)));
	const { entriesMax } = LORE_LIMITS;
	const stored = await ports.lorebooks.addEntries({ serverId, lineageId }, missing, entriesMax);
	if (!stored.ok) return scene.say('answer.persona-lore-left', { count: entriesMax });
	return scene.say('answer.persona-lore', { count: lore.length });
}
