/** The settings that `/behavior` shows and sets: where each may be set, and how its value is read. */
import type { MessageKey } from '#core/i18n/locales/en';
import { MESSAGE_FETCH_LIMITS } from '#core/settings/resolve-settings';
import { LOCALES } from '#domain/locale';
import {
	CONTEXT_NOTE_LIMITS,
	type HumanizerDegree,
	PROMPT_LIMITS,
	type PromptMode,
	type SettingsRow,
} from '#domain/settings';
import { normalizeZone } from '#lib/calendar-day';
import { readThinkingLevel, THINKING_LEVELS } from '../model/parameter-values.ts';
import { readStops, shownStop } from '../model/stop-strings.ts';
import { ANSWERING_SETTINGS } from './answering-settings.ts';
import {
	type AnySetting,
	type BehaviorScope,
	type BehaviorSetting,
	numberSetting,
	OF_PLACE,
	OFF_VALUE,
	type SettingBase,
	switchSetting,
} from './setting-kinds.ts';
import { VISION_SETTING } from './vision-setting.ts';

const DEGREES: readonly HumanizerDegree[] = [0, 1, 2, 3];
const PROMPT_MODES: readonly PromptMode[] = ['append', 'replace'];

/** Words of somebody's own, without white space around them. */
function textSetting(base: SettingBase, field: 'contextNote' | 'prompt', charactersMax: number): BehaviorSetting {
	const read = (value: string) => {
		const given = value.trim();
		return given === '' || given.length > charactersMax ? null : { [field]: given };
	};
	const written = (row: SettingsRow): string | null => row[field];
	return { ...base, takes: { charactersMax }, read, written, cleared: { [field]: null }, isInactiveOnNovelai: true };
}

const promptSetting = (name: string, label: MessageKey, scope: BehaviorScope): BehaviorSetting =>
	textSetting({ name, label, scopes: [scope] }, 'prompt', PROMPT_LIMITS.charactersMax);

const inactive = { isInactiveOnNovelai: true } as const;

/** The language setting, which has a command of its own, too. */
export const LANGUAGE_SETTING: BehaviorSetting = {
	name: 'language',
	label: 'answer.setting-language',
	scopes: ['server', 'personal'],
	takes: LOCALES.join(', '),
	read: (value) => {
		const language = LOCALES.find((locale) => locale.toLowerCase() === value.toLowerCase());
		return language === undefined ? null : { language };
	},
	cleared: { language: null },
};

/** The zone setting, which has a command of its own, too. */
export const ZONE_SETTING: BehaviorSetting = {
	name: 'zone',
	label: 'answer.setting-zone',
	scopes: ['server', 'personal'],
	takes: 'Europe/Berlin, +09:00, 5.5',
	read: (value) => {
		const zone = normalizeZone(value);
		return zone === undefined ? null : { zone };
	},
	cleared: { zone: null },
};

/** What shapes the conversation, in the panel's order. */
export const TALK_SETTINGS: readonly BehaviorSetting[] = [
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
	numberSetting(
		{ name: 'message_fetch_limit', label: 'answer.setting-fetch-limit', scopes: OF_PLACE },
		'messageFetchLimit',
		{ min: MESSAGE_FETCH_LIMITS.messagesMin, max: MESSAGE_FETCH_LIMITS.messagesMax },
	),
	LANGUAGE_SETTING,
	ZONE_SETTING,
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
	switchSetting(
		{ name: 'personal_server_fallback', label: 'answer.setting-server-fallback', scopes: ['personal'] },
		'personalServerFallback',
	),
	promptSetting('system_prompt', 'answer.setting-system-prompt', 'server'),
	promptSetting('channel_prompt', 'answer.setting-channel-prompt', 'channel'),
	{
		name: 'channel_prompt_mode',
		label: 'answer.setting-channel-prompt-mode',
		scopes: ['channel'],
		takes: PROMPT_MODES.join(', '),
		read: (value) => {
			const promptMode = PROMPT_MODES.find((mode) => mode === value.toLowerCase());
			return promptMode === undefined ? null : { promptMode };
		},
		cleared: { promptMode: null },
		...inactive,
	},
	promptSetting('persona_prompt', 'answer.setting-persona-prompt', 'persona'),
	promptSetting('impersonation_prompt', 'answer.setting-impersonation-prompt', 'personal'),
	textSetting(
		{ name: 'context_note', label: 'answer.setting-context-note', scopes: OF_PLACE },
		'contextNote',
		CONTEXT_NOTE_LIMITS.charactersMax,
	),
	numberSetting(
		{
			name: 'context_note_depth',
			label: 'answer.setting-context-note-depth',
			scopes: OF_PLACE,
			...inactive,
		},
		'contextNoteDepth',
		{ min: CONTEXT_NOTE_LIMITS.depthMin, max: CONTEXT_NOTE_LIMITS.depthMax },
	),
	switchSetting(
		{ name: 'time_awareness_enabled', label: 'answer.setting-time-awareness', scopes: OF_PLACE, ...inactive },
		'timeAwarenessEnabled',
	),
	switchSetting(
		{
			name: 'uncensor_unicode_space_enabled',
			label: 'answer.setting-uncensor-space',
			scopes: OF_PLACE,
			...inactive,
		},
		'uncensorUnicodeSpaceEnabled',
	),
	switchSetting(
		{ name: 'uncensor_sanitize_enabled', label: 'answer.setting-uncensor-sanitize', scopes: OF_PLACE, ...inactive },
		'uncensorSanitizeEnabled',
	),
	switchSetting(
		{
			name: 'verbatim_tool_calling_enabled',
			label: 'answer.setting-verbatim-tools',
			scopes: [...OF_PLACE, 'personal'],
			...inactive,
		},
		'verbatimToolCallingEnabled',
	),
	VISION_SETTING,
	switchSetting(
		{
			name: 'conditioning_enabled',
			label: 'answer.setting-conditioning',
			scopes: ['server', 'persona'],
			novelaiNote: 'answer.setting-inactive',
		},
		'conditioningEnabled',
	),
	{
		name: 'llm_stop_strings',
		label: 'answer.setting-stop-strings',
		scopes: ['server', 'channel', 'persona', 'personal'],
		takes: ({ stopStringsMax, stopStringCharactersMax }) =>
			`***, \\nThe End (${stopStringsMax} × ${stopStringCharactersMax}), ${OFF_VALUE}`,
		read: (value, limits) => {
			const stopStrings = value.toLowerCase() === OFF_VALUE ? [] : readStops(value, limits);
			return stopStrings === null ? null : { stopStrings };
		},
		cleared: { stopStrings: null },
		written: ({ stopStrings }) => stopStrings?.map(shownStop).join('\n') ?? null,
	},
	switchSetting(
		{
			name: 'llm_stop_speaker_pattern_enabled',
			label: 'answer.setting-speaker-stop',
			scopes: OF_PLACE,
			novelaiNote: 'answer.setting-speaker-stop-novelai',
		},
		'speakerStopEnabled',
	),
];

/** Every setting. */
export const BEHAVIOR_SETTINGS: readonly AnySetting[] = [...TALK_SETTINGS, ...ANSWERING_SETTINGS];
