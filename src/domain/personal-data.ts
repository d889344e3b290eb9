/** What may be stored of a person, by kind. */

/** The kinds, in the order in which they are shown. `blocks` are the only ones that stay when somebody is forgotten. */
export const PERSONAL_DATA_KINDS = [
	'profile',
	'memories',
	'taught',
	'names',
	'settings',
	'keys',
	'providers',
	'turns',
	'texts',
	'lines',
	'stats',
	'limits',
	'gestures',
	'reunions',
	'voices',
	'direct',
	'blocks',
] as const;

/** One of the kinds. */
export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

/** How many rows there are of each kind; of `lines`, how many lines. */
export type PersonalDataCounts = Readonly<Record<PersonalDataKind, number>>;

/** Everything but what protects others. */
export function forgettableCount(counts: PersonalDataCounts): number {
	return PERSONAL_DATA_KINDS.filter((kind) => kind !== 'blocks').reduce((sum, kind) => sum + counts[kind], 0);
}
