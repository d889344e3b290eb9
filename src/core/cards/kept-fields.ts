/** What is kept of an imported card, so that an export gives it back. */
import { CARD_LIMITS, type CardFields } from '#domain/persona-card';
import { cardData, objectIn } from './card-data.ts';
import { readOwnFields } from './own-fields.ts';

/** Texts that became attributes and samples; they are kept as they were split. */
const READ_FIELDS = ['description', 'personality', 'scenario', 'mes_example'] as const;
/** Fields that nothing here reads. */
const UNREAD_FIELDS = [
	'first_mes',
	'creator_notes',
	'system_prompt',
	'post_history_instructions',
	'alternate_greetings',
	'tags',
	'creator',
	'character_version',
	'extensions',
	'group_only_greetings',
	'nickname',
	'creator_notes_multilingual',
	'source',
	'creation_date',
	'modification_date',
] as const;

/** An empty field is what an export writes where it has none. */
function saysSomething(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return false;
	return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** The kept fields of a card; none when together they are larger than `CARD_LIMITS.fieldsCharactersMax`. */
export function keptFields(json: unknown): CardFields {
	const data = cardData(json);
	if (!data) return {};
	const own = readOwnFields(data);
	const isRead = (name: string): boolean => (name === 'mes_example' ? !own?.samples : !own?.attributes);
	const names = [...READ_FIELDS.filter(isRead), ...UNREAD_FIELDS];
	const { tomori: _own, ...extensions } = objectIn(data['extensions']) ?? {};
	const all: CardFields = { ...data, extensions };
	const kept = Object.fromEntries(names.flatMap((name) => (saysSomething(all[name]) ? [[name, all[name]]] : [])));
	return JSON.stringify(kept).length > CARD_LIMITS.fieldsCharactersMax ? {} : kept;
}
