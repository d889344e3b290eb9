/** What holds in a thread: its own settings, and those of its channel where it has none. */
import { EMPTY_SETTINGS_ROW, type ModelChoice, type SettingsRow } from '#domain/settings';

/** A model and how it is set belong together, so they come from one row. */
const MODEL_FIELDS = [
	'presetName',
	'sampling',
	'enabledSamplers',
	'editedSamplers',
	'thinkingLevel',
	'maxOutputTokens',
	'stopStrings',
] as const satisfies readonly (keyof ModelChoice)[];

/** A thread is answered unasked only where that was set for itself: it could not switch off what it inherits. */
const OWN_FIELDS = ['autoReplyMin', 'autoReplyMax'] as const satisfies readonly (keyof SettingsRow)[];

/** Field by field, the thread's before the channel's. */
export function threadRow(own: SettingsRow | null, above: SettingsRow | null): SettingsRow | null {
	if (above === null) return own;
	const thread = own ?? EMPTY_SETTINGS_ROW;
	const given = Object.fromEntries(Object.entries(thread).filter(([, value]) => value !== null));
	const model = thread.modelCodename === null ? above : thread;
	return {
		...above,
		...given,
		...Object.fromEntries(MODEL_FIELDS.map((field) => [field, model[field]])),
		...Object.fromEntries(OWN_FIELDS.map((field) => [field, thread[field]])),
	};
}
