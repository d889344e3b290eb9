/** The settings that `/behavior` shows and sets: where each may be set, and how its value is read. */
import type { MessageKey } from '#core/i18n/locales/en';
import { MESSAGE_FETCH_LIMITS } from '#core/settings/resolve-settings';
import { LOCALES } from '#domain/locale';
import type { HumanizerDegree, SettingsRow } from '#domain/settings';
import { normalizeZone } from '#lib/calendar-day';
import { readThinkingLevel, THINKING_LEVELS } from '../model/parameter-values.ts';

/** Whom a setting of behaviour may be for. */
export const BEHAVIOR_SCOPES = ['server', 'channel', 'persona', 'personal'] as const;

/** One of the scopes. */
export type BehaviorScope = (typeof BEHAVIOR_SCOPES)[number];

/** One setting. */
export interface BehaviorSetting {
	readonly name: string;
	readonly label: MessageKey;
	/** Where it may be set; the first is meant when none is named. */
	readonly scopes: readonly BehaviorScope[];
	/** What it takes, as people read it. */
	readonly takes: string;
	/** The change of a row; null when the value is none that the setting takes. */
	read(value: string): Partial<SettingsRow> | null;
	/** The change that makes the row inherit again. */
	readonly cleared: Partial<SettingsRow>;
}

const DEGREES: readonly HumanizerDegree[] = [0, 1, 2, 3];
const OF_PLACE: readonly BehaviorScope[] = ['server', 'channel', 'persona'];

/** Every setting, in the panel's order. */
export const BEHAVIOR_SETTINGS: readonly BehaviorSetting[] = [
	{
		name: 'humanizer_degree',
		label: 'answer.setting-humanizer',
		scopes: OF_PLACE,
		takes: DEGREES.join(', '),
		read: (value) => {
			const humanizerDegree = DEGREES.find((degree) => String(degree) === value);
			return humanizerDegree === undefined ? null : { humanizerDegree };
		},
		cleared: { humanizerDegree: null },
	},
	{
		name: 'message_fetch_limit',
		label: 'answer.setting-fetch-limit',
		scopes: OF_PLACE,
		takes: `${MESSAGE_FETCH_LIMITS.messagesMin}–${MESSAGE_FETCH_LIMITS.messagesMax}`,
		read: (value) => {
			const messageFetchLimit = /^\d{1,4}$/.test(value) ? Number(value) : 0;
			const { messagesMin, messagesMax } = MESSAGE_FETCH_LIMITS;
			return messageFetchLimit < messagesMin || messageFetchLimit > messagesMax ? null : { messageFetchLimit };
		},
		cleared: { messageFetchLimit: null },
	},
	{
		name: 'language',
		label: 'answer.setting-language',
		scopes: ['server', 'personal'],
		takes: LOCALES.join(', '),
		read: (value) => {
			const language = LOCALES.find((locale) => locale.toLowerCase() === value.toLowerCase());
			return language === undefined ? null : { language };
		},
		cleared: { language: null },
	},
	{
		name: 'zone',
		label: 'answer.setting-zone',
		scopes: ['server', 'personal'],
		takes: 'Europe/Berlin, +09:00, 5.5',
		read: (value) => {
			const zone = normalizeZone(value);
			return zone === undefined ? null : { zone };
		},
		cleared: { zone: null },
	},
	{
		name: 'thinking_level',
		label: 'answer.setting-thinking',
		scopes: ['server', 'channel', 'persona', 'personal'],
		takes: THINKING_LEVELS.join(', '),
		read: (value) => {
			const thinkingLevel = readThinkingLevel(value.toLowerCase());
			return thinkingLevel === null ? null : { thinkingLevel };
		},
		cleared: { thinkingLevel: null },
	},
	{
		name: 'personal_server_fallback',
		label: 'answer.setting-server-fallback',
		scopes: ['personal'],
		takes: 'yes, no',
		read: (value) => {
			const given = value.toLowerCase();
			return given === 'yes' || given === 'no' ? { personalServerFallback: given === 'yes' } : null;
		},
		cleared: { personalServerFallback: null },
	},
];
