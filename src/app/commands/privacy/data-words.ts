/** What is stored of a person, in words. */
import type { MessageKey } from '#core/i18n/locales/en';
import { PERSONAL_DATA_KINDS, type PersonalDataCounts, type PersonalDataKind } from '#domain/personal-data';
import type { Say } from './personal-voice.ts';

const NAMES: Readonly<Record<PersonalDataKind, MessageKey>> = {
	profile: 'answer.data-profile',
	memories: 'answer.data-memories',
	taught: 'answer.data-taught',
	names: 'answer.data-names',
	settings: 'answer.data-settings',
	keys: 'answer.data-keys',
	providers: 'answer.data-providers',
	turns: 'answer.data-turns',
	texts: 'answer.data-texts',
	lines: 'answer.data-lines',
	stats: 'answer.data-stats',
	limits: 'answer.data-limits',
	gestures: 'answer.data-gestures',
	reunions: 'answer.data-reunions',
	voices: 'answer.data-voices',
	direct: 'answer.data-direct',
	blocks: 'answer.data-blocks',
};

/** The kinds of which there is something, one a line; the word for nothing where there is none. */
export function storedLines(counts: PersonalDataCounts, say: Say): string {
	const lines = PERSONAL_DATA_KINDS.filter((kind) => counts[kind] > 0).map((kind) =>
		say('answer.data-line', { kind: say(NAMES[kind]), count: counts[kind] }),
	);
	return lines.length === 0 ? say('answer.none') : lines.join('\n');
}

/** The kinds of which there was something, with what is left of it. */
export function removedLines(
	{ before, after }: { readonly before: PersonalDataCounts; readonly after: PersonalDataCounts },
	say: Say,
): string {
	const lines = PERSONAL_DATA_KINDS.filter((kind) => before[kind] > 0).map((kind) =>
		say('answer.data-change', { kind: say(NAMES[kind]), before: before[kind], after: after[kind] }),
	);
	return lines.length === 0 ? say('answer.none') : lines.join('\n');
}
