/** Adds up the scopes' settings. */
import { EMPTY_SAMPLING, type SamplingOverrides } from '#domain/sampling';
import type { ContextNote, EffectiveSettings, SettingsRow, SettingsScopes } from '#domain/settings';
import { CONTEXT_NOTE_LIMITS, EMPTY_SETTINGS_ROW } from '#domain/settings';

/** What holds when no scope says anything. */
export const DEFAULT_SETTINGS: EffectiveSettings = {
	language: null,
	zone: 'UTC',
	modelCodename: 'glm-4-6',
	sampling: EMPTY_SAMPLING,
	thinkingLevel: 'auto',
	maxOutputTokens: null,
	stopStrings: [],
	fallbackModels: [],
	personalServerFallback: true,
	messageFetchLimit: 80,
	humanizerDegree: 2,
	personalZone: 'UTC',
	timeAwarenessEnabled: true,
	contextNotes: [],
	systemPrompt: null,
	channelPrompt: null,
	personaPrompt: null,
	uncensorUnicodeSpaceEnabled: false,
	uncensorSanitizeEnabled: false,
	verbatimToolCallingEnabled: false,
	speakerStopEnabled: false,
	autoReply: null,
	deliberateTriggersOnly: false,
	matchLimit: 3,
	cascadeLimit: 0,
	cooldown: { scope: 'off', seconds: 0 },
	repliesPerDay: { user: null, channel: null, server: null },
	membersMayTeach: false,
	personalMemoriesEnabled: true,
	conditioningEnabled: true,
	retentionDays: null,
	visionModel: null,
};

/** Messages that may be read for a turn, least and most. */
export const MESSAGE_FETCH_LIMITS = { messagesMin: 20, messagesMax: 100 } as const;

/**
 * The nearest scope that says something wins: what a person may choose for themselves goes personal → channel →
 * persona → server; what shapes the place goes channel → persona → server. With `server` serving, what a person chose
 * for their own key stays out.
 */
export function resolveSettings(
	scopes: SettingsScopes,
	serving: 'personal' | 'server' = 'personal',
): EffectiveSettings {
	const server = scopes.server ?? EMPTY_SETTINGS_ROW;
	const persona = scopes.persona ?? EMPTY_SETTINGS_ROW;
	const channel = scopes.channel ?? EMPTY_SETTINGS_ROW;
	const user = scopes.user ?? EMPTY_SETTINGS_ROW;
	const ofPlace = [channel, persona, server];
	const ofChooser = serving === 'personal' ? [user, ...ofPlace] : ofPlace;
	return {
		language: server.language,
		zone: server.zone ?? DEFAULT_SETTINGS.zone,
		...modelOf(ofChooser),
		thinkingLevel: nearest(ofChooser, 'thinkingLevel') ?? DEFAULT_SETTINGS.thinkingLevel,
		maxOutputTokens: nearest(ofChooser, 'maxOutputTokens'),
		stopStrings: nearest(ofChooser, 'stopStrings') ?? DEFAULT_SETTINGS.stopStrings,
		fallbackModels: nearest(ofChooser, 'fallbackModels') ?? DEFAULT_SETTINGS.fallbackModels,
		visionModel: nearest(ofChooser, 'visionModel'),
		retentionDays: server.retentionDays,
		personalServerFallback: user.personalServerFallback ?? DEFAULT_SETTINGS.personalServerFallback,
		messageFetchLimit: clampFetchLimit(nearest(ofPlace, 'messageFetchLimit') ?? DEFAULT_SETTINGS.messageFetchLimit),
		humanizerDegree: nearest(ofPlace, 'humanizerDegree') ?? DEFAULT_SETTINGS.humanizerDegree,
		personalZone: user.zone ?? server.zone ?? DEFAULT_SETTINGS.zone,
		...talkOf({ server, persona, channel }),
		verbatimToolCallingEnabled:
			nearest(ofChooser, 'verbatimToolCallingEnabled') ?? DEFAULT_SETTINGS.verbatimToolCallingEnabled,
		...replyingOf({ server, persona, channel }, user),
	};
}

/** The rows of the place that a turn happens in. */
interface PlaceRows {
	readonly server: SettingsRow;
	readonly persona: SettingsRow;
	readonly channel: SettingsRow;
}

/** What shapes the conversation itself; the nearest scope of the place wins, except where prompts and notes add up. */
function talkOf({ server, persona, channel }: PlaceRows) {
	const ofPlace = [channel, persona, server];
	const on = (field: keyof EffectiveSettings & BooleanField): boolean =>
		nearest(ofPlace, field) ?? DEFAULT_SETTINGS[field];
	return {
		timeAwarenessEnabled: on('timeAwarenessEnabled'),
		contextNotes: [...noteOf(persona, server), ...noteOf(channel)],
		systemPrompt: server.prompt,
		channelPrompt: channel.prompt === null ? null : { text: channel.prompt, mode: channel.promptMode ?? 'append' },
		personaPrompt: persona.prompt,
		uncensorUnicodeSpaceEnabled: on('uncensorUnicodeSpaceEnabled'),
		uncensorSanitizeEnabled: on('uncensorSanitizeEnabled'),
	} as const;
}

/** When and how often the bot answers. */
function replyingOf({ server, persona, channel }: PlaceRows, user: SettingsRow) {
	const ofPlace = [channel, persona, server];
	const { autoReplyMin, autoReplyMax } = channel;
	const cooled = ofPlace.find((row) => row.cooldownScope !== null);
	return {
		speakerStopEnabled: nearest(ofPlace, 'speakerStopEnabled') ?? DEFAULT_SETTINGS.speakerStopEnabled,
		autoReply:
			autoReplyMin === null
				? null
				: { messagesMin: autoReplyMin, messagesMax: Math.max(autoReplyMin, autoReplyMax ?? 0) },
		deliberateTriggersOnly: user.deliberateTriggersOnly ?? server.deliberateTriggersOnly ?? false,
		matchLimit: nearest(ofPlace, 'matchLimit') ?? DEFAULT_SETTINGS.matchLimit,
		cascadeLimit: nearest(ofPlace, 'cascadeLimit') ?? DEFAULT_SETTINGS.cascadeLimit,
		cooldown: { scope: cooled?.cooldownScope ?? 'off', seconds: cooled?.cooldownSeconds ?? 0 },
		repliesPerDay: {
			user: quotaOf(nearest(ofPlace, 'userRepliesPerDay')),
			channel: quotaOf(nearest(ofPlace, 'channelRepliesPerDay')),
			server: quotaOf(server.serverRepliesPerDay),
		},
		membersMayTeach: server.membersMayTeach ?? DEFAULT_SETTINGS.membersMayTeach,
		personalMemoriesEnabled: server.personalMemoriesEnabled ?? DEFAULT_SETTINGS.personalMemoriesEnabled,
		conditioningEnabled: nearest(ofPlace, 'conditioningEnabled') ?? DEFAULT_SETTINGS.conditioningEnabled,
	} as const;
}

/** 0 is a choice of no limit, where a farther scope has one. */
function quotaOf(repliesPerDay: number | null): number | null {
	return repliesPerDay === 0 ? null : repliesPerDay;
}

type BooleanField = {
	[Field in keyof SettingsRow]: SettingsRow[Field] extends boolean | null ? Field : never;
}[keyof SettingsRow];

/** The first row with a note brings it, with its own depth or else the next row's (seed: persona-level override). */
function noteOf(...rows: readonly SettingsRow[]): readonly ContextNote[] {
	const text = rows.find((row) => row.contextNote !== null)?.contextNote ?? '';
	if (text.trim() === '') return [];
	return [{ text, depth: nearest(rows, 'contextNoteDepth') ?? CONTEXT_NOTE_LIMITS.depthDefault }];
}

/**
 * The nearest scope that chose a model brings its own preset, so that a server's preset never replaces a personal one;
 * samplers set in nearer scopes change it, those of farther scopes were made for another choice and do not.
 */
function modelOf(rows: readonly SettingsRow[]): Pick<EffectiveSettings, 'modelCodename' | 'sampling'> {
	const owner = rows.findIndex((row) => row.modelCodename !== null);
	const counted = owner === -1 ? rows : rows.slice(0, owner + 1);
	return {
		modelCodename: rows[owner]?.modelCodename ?? DEFAULT_SETTINGS.modelCodename,
		sampling: {
			presetName: rows[owner]?.presetName ?? null,
			edits: Object.assign({}, ...counted.map(explicitSampling).reverse()),
		},
	};
}

/** Without a preset every stored sampler was set by a person. */
function explicitSampling(row: SettingsRow): SamplingOverrides {
	if (row.presetName === null) return row.sampling;
	const edited: readonly string[] = row.editedSamplers;
	return Object.fromEntries(Object.entries(row.sampling).filter(([name]) => edited.includes(name)));
}

function nearest<Field extends keyof SettingsRow>(
	rows: readonly SettingsRow[],
	field: Field,
): SettingsRow[Field] | null {
	for (const row of rows) {
		if (row[field] !== null) return row[field];
	}
	return null;
}

function clampFetchLimit(limit: number): number {
	return Math.min(MESSAGE_FETCH_LIMITS.messagesMax, Math.max(MESSAGE_FETCH_LIMITS.messagesMin, Math.round(limit)));
}
