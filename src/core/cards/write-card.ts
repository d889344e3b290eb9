/** A persona as character cards, V3 and V2. */
import type { LorebookDraft } from '#domain/lorebook';
import type { PersonaDraft, SampleExchange } from '#domain/persona';
import type { CardFields, CardLineage } from '#domain/persona-card';
import { type JsonObject, objectIn } from './card-data.ts';
import { type CardSettings, writeNote, writeOwnSettings, writePrompt } from './card-settings.ts';
import { joinedAttributes, writeOwnFields } from './own-fields.ts';
import { attributesIn } from './read-card.ts';
import { readExampleDialogue } from './read-example-dialogue.ts';
import { writeExampleDialogue } from './write-example-dialogue.ts';
import { writeLorebook } from './write-lorebook.ts';

/** What a card is written of. */
export interface CardSource {
	readonly persona: PersonaDraft;
	/** The persona's own entries, in order. */
	readonly lore: readonly LorebookDraft[];
	readonly settings: CardSettings;
	/** What an imported card said beside. */
	readonly fields: CardFields;
	readonly lineage: CardLineage;
}

/** The same persona in both versions, as JSON texts. */
export interface WrittenCards {
	readonly v3: string;
	readonly v2: string;
}

/**
 * Both cards; equal sources give equal texts. Importing one gives the source back: what the fields of every program
 * cannot hold exactly stands in `extensions.tomori`.
 */
export function writeCards(source: CardSource): WrittenCards {
	const v2 = commonFields(source);
	const { fields } = source;
	const v3 = {
		...v2,
		group_only_greetings: listIn(fields['group_only_greetings']),
		...present(fields, ['nickname', 'creator_notes_multilingual', 'source', 'creation_date', 'modification_date']),
		assets: [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }],
	};
	return {
		v3: JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data: v3 }, null, '\t'),
		v2: JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data: v2 }),
	};
}

function commonFields({ persona, lore, settings, fields, lineage }: CardSource): JsonObject {
	const own = { ...writeOwnFields(persona, lineage), ...writeOwnSettings(settings) };
	return {
		name: persona.name,
		...personality(persona, fields),
		first_mes: textIn(fields['first_mes']),
		mes_example: exampleDialogue(persona, fields),
		creator_notes: textIn(fields['creator_notes']),
		system_prompt: writePrompt(settings, fields['system_prompt']),
		post_history_instructions: textIn(fields['post_history_instructions']),
		alternate_greetings: listIn(fields['alternate_greetings']),
		tags: listIn(fields['tags']),
		creator: textIn(fields['creator']),
		character_version: textIn(fields['character_version']),
		extensions: { ...writeNote(settings, objectIn(fields['extensions']) ?? {}), tomori: own },
		...(lore.length === 0 ? {} : { character_book: writeLorebook(lore) }),
	};
}

/** As the imported card had it split, while that is still what the persona is. */
function personality({ attributes }: PersonaDraft, fields: CardFields): JsonObject {
	const kept = {
		description: textIn(fields['description']),
		personality: textIn(fields['personality']),
		scenario: textIn(fields['scenario']),
	};
	if (attributes.length > 0 && isSame(attributesIn(kept), attributes)) return kept;
	return { description: joinedAttributes(attributes), personality: '', scenario: '' };
}

function exampleDialogue({ name, samples }: PersonaDraft, fields: CardFields): string {
	const kept = textIn(fields['mes_example']);
	return isSame(pairs(readExampleDialogue(kept, name)), pairs(samples)) ? kept : writeExampleDialogue(samples);
}

/** Whether two lists of texts are the same. */
function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
	return JSON.stringify(left) === JSON.stringify(right);
}

function pairs(samples: readonly SampleExchange[]): readonly unknown[] {
	return samples.map(({ user, persona }) => [user, persona]);
}

function present(fields: CardFields, names: readonly string[]): JsonObject {
	return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])));
}

function textIn(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function listIn(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}
