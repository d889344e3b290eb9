/** Names under which other personas may open a line. */
import { expect, test } from 'vitest';
import { withOtherNames } from '#app/chat/other-names';
import { speakersOf } from '#core/text/speakers';
import type { StructuredContextItem } from '#domain/context-item';
import type { LineageId } from '#domain/ids';
import type { Persona } from '#domain/persona';

function persona(id: number, name: string, aliases: readonly string[]): Persona {
	return { id, lineageId: id, name, aliases } as unknown as Persona;
}

const ITEM: StructuredContextItem = {
	role: 'user',
	tag: 'KNOWLEDGE_USERS_IN_CONVERSATION',
	text: '[…]',
	identity: 'participants',
	participants: [{ name: 'Ellen', type: 'user' }],
};
const tomori = persona(1, 'Tomori', ['Moon']);
const personas = [tomori, persona(2, 'Rin', ['Foxy', 'Vixen']), persona(3, 'Mio', ['Owl'])];
const spoken = [1, 2].map((lineage) => ({ authorType: 'persona', authorPersonaLineageId: lineage as LineageId }));

test('further names of those who spoke are foreign, and the own ones are not', () => {
	const items = withOtherNames([ITEM], { persona: tomori, personas }, spoken);
	const speakers = speakersOf({ items, personaName: 'Tomori', personaAliases: tomori.aliases, specialStrings: [] });
	expect(speakers).toEqual({ ownLabels: ['Tomori', 'Moon'], foreignNames: ['Ellen', 'Foxy', 'Vixen'] });
	expect(items.map((item) => item.text)).toEqual([ITEM.text]);
});

test('where nobody else spoke nothing changes', () => {
	expect(withOtherNames([ITEM], { persona: tomori, personas }, spoken.slice(0, 1))).toEqual([ITEM]);
});
