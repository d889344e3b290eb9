/** The settings of when and how often the bot answers, and of what members may do. */
import { COOLDOWN_SCOPES, REPLY_LIMITS, RETENTION_LIMITS, type SettingsRow } from '#domain/settings';
import {
	type AnySetting,
	type BehaviorScope,
	type BehaviorSetting,
	numberSetting,
	OF_PLACE,
	OFF_VALUE,
	switchSetting,
	wholeNumber,
} from './setting-kinds.ts';

const OF_ROOM: readonly BehaviorScope[] = ['server', 'channel'];

/** `off`, one number, or two with a dash between them, such as `5-10`. */
function readAutoReply(value: string): Partial<SettingsRow> | null {
	if (value.toLowerCase() === OFF_VALUE) return { autoReplyMin: null, autoReplyMax: null };
	const [first = '', last = first, ...others] = value.split(/\s*[-–]\s*/u);
	const autoReplyMin = wholeNumber(first);
	const autoReplyMax = wholeNumber(last);
	if (others.length > 0 || autoReplyMin === null || autoReplyMax === null) return null;
	const isRange = autoReplyMin <= autoReplyMax && autoReplyMax <= REPLY_LIMITS.autoReplyMessagesMax;
	return isRange ? { autoReplyMin, autoReplyMax } : null;
}

/** `off`, or whose replies and how many seconds between them, such as `user 30`, in either order. */
function readCooldown(value: string): Partial<SettingsRow> | null {
	const words = value.toLowerCase().split(/\s+/u);
	if (words.length === 1 && words[0] === OFF_VALUE) return { cooldownScope: 'off', cooldownSeconds: 0 };
	const [one = '', other = '', ...others] = words;
	const cooldownScope = COOLDOWN_SCOPES.find((scope) => scope !== 'off' && (scope === one || scope === other));
	const cooldownSeconds = wholeNumber((cooldownScope === one ? other : one).replace(/s$/u, ''));
	if (others.length > 0 || cooldownScope === undefined || cooldownSeconds === null) return null;
	const isInside = cooldownSeconds >= 1 && cooldownSeconds <= REPLY_LIMITS.cooldownSecondsMax;
	return isInside ? { cooldownScope, cooldownSeconds } : null;
}

const autoReply: BehaviorSetting = {
	name: 'auto_reply',
	label: 'answer.setting-auto-reply',
	scopes: ['channel'],
	takes: `0, 5-10 (0–${REPLY_LIMITS.autoReplyMessagesMax}), ${OFF_VALUE}`,
	read: readAutoReply,
	cleared: { autoReplyMin: null, autoReplyMax: null },
};

const cooldown: BehaviorSetting = {
	name: 'cooldown',
	label: 'answer.setting-cooldown',
	scopes: OF_PLACE,
	takes: `user 30, channel 30, server 30, strict 30 (1–${REPLY_LIMITS.cooldownSecondsMax}), ${OFF_VALUE}`,
	read: readCooldown,
	cleared: { cooldownScope: null, cooldownSeconds: null },
};

const repliesRange = { min: 1, max: REPLY_LIMITS.repliesPerDayMax, hasOff: true } as const;

/** In the panel's order. */
export const ANSWERING_SETTINGS: readonly AnySetting[] = [
	autoReply,
	switchSetting(
		{ name: 'deliberate_triggers_only', label: 'answer.setting-deliberate', scopes: ['server', 'personal'] },
		'deliberateTriggersOnly',
	),
	numberSetting({ name: 'match_limit', label: 'answer.setting-match-limit', scopes: OF_ROOM }, 'matchLimit', {
		min: 1,
		max: REPLY_LIMITS.matchMax,
	}),
	numberSetting(
		{
			name: 'cascade_limit',
			label: 'answer.setting-cascade-limit',
			scopes: OF_ROOM,
			novelaiNote: 'answer.setting-cascade-novelai',
		},
		'cascadeLimit',
		{ min: 0, max: REPLY_LIMITS.cascadeMax },
	),
	cooldown,
	numberSetting(
		{ name: 'user_replies_per_day', label: 'answer.setting-user-replies', scopes: OF_PLACE },
		'userRepliesPerDay',
		repliesRange,
	),
	numberSetting(
		{ name: 'channel_replies_per_day', label: 'answer.setting-channel-replies', scopes: OF_PLACE },
		'channelRepliesPerDay',
		repliesRange,
	),
	numberSetting(
		{ name: 'server_replies_per_day', label: 'answer.setting-server-replies', scopes: ['server'] },
		'serverRepliesPerDay',
		repliesRange,
	),
	{ name: 'allow_channels', label: 'answer.setting-allow-channels', scopes: ['server'], access: 'channel' },
	{ name: 'allow_roles', label: 'answer.setting-allow-roles', scopes: ['server'], access: 'role' },
	{ name: 'allow_personas', label: 'answer.setting-allow-personas', scopes: ['channel', 'server'], access: 'persona' },
	switchSetting(
		{ name: 'members_may_teach', label: 'answer.setting-members-teach', scopes: ['server'] },
		'membersMayTeach',
	),
	switchSetting(
		{ name: 'personal_memories_enabled', label: 'answer.setting-personal-memories', scopes: ['server'] },
		'personalMemoriesEnabled',
	),
	numberSetting({ name: 'retention_days', label: 'answer.setting-retention', scopes: ['server'] }, 'retentionDays', {
		min: RETENTION_LIMITS.daysMin,
		max: RETENTION_LIMITS.daysMax,
	}),
];
