/** What people may set, and how the scopes add up. */
import type { Locale } from '#domain/locale';
import type { SamplingOverrides, SamplingSelection, ThinkingLevel } from '#domain/sampling';

/** Delivery style: 0 whole reply, 1 paragraphs, 2 paragraphs with long ones cut, 3 sentences (ruling H21). */
export type HumanizerDegree = 0 | 1 | 2 | 3;

/** A sampler by its name in settings. */
export type SamplerName = keyof SamplingOverrides;

/** The samplers that every preset sets; the others of a preset act at request time. */
export const PRESET_SAMPLERS = ['temperature', 'topK', 'topP', 'minP'] as const satisfies readonly SamplerName[];

/** One of the samplers that every preset sets. */
export type PresetSampler = (typeof PRESET_SAMPLERS)[number];

/** How a scope wants its model to write; settings rows and saved provider rows both hold it. */
export interface ModelChoice {
	/** Null is the model's own default. */
	readonly presetName: string | null;
	/** Stored values. With a preset, only those named by `editedSamplers` are somebody's explicit choice. */
	readonly sampling: SamplingOverrides;
	/** Samplers whose value came from a preset or a person (ruling N6). */
	readonly enabledSamplers: readonly PresetSampler[];
	/** Changed by a person since the preset was applied or the model was chosen. */
	readonly editedSamplers: readonly SamplerName[];
	readonly thinkingLevel: ThinkingLevel | null;
	/** Tokens. */
	readonly maxOutputTokens: number | null;
	/** Exact texts that end a reply; null inherits, an empty list is a choice of none. */
	readonly stopStrings: readonly string[] | null;
}

/** One scope's row; null inherits from the next scope, the last being the defaults. */
export interface SettingsRow extends ModelChoice {
	readonly language: Locale | null;
	/** IANA name or fixed offset such as `+09:00` (ruling H1). */
	readonly zone: string | null;
	readonly modelCodename: string | null;
	/** Models tried in this order when the chosen one fails; null inherits. */
	readonly fallbackModels: readonly string[] | null;
	/** Whether the server's key may answer where the person's own fails; personal only. */
	readonly personalServerFallback: boolean | null;
	/** Messages, 20 to 100. */
	readonly messageFetchLimit: number | null;
	readonly humanizerDegree: HumanizerDegree | null;
	/** Reunion notes, date separators, and days that keep messages apart. */
	readonly timeAwarenessEnabled: boolean | null;
	/** Text of a note that stands inside the conversation. */
	readonly contextNote: string | null;
	/** Entries of the history that follow the note, 0 to 100. */
	readonly contextNoteDepth: number | null;
	/** The server's system prompt, the channel's prompt, the persona's prompt, or what is written in a person's name. */
	readonly prompt: string | null;
	/** Whether a channel's prompt follows the server's or takes its place. */
	readonly promptMode: PromptMode | null;
	readonly uncensorUnicodeSpaceEnabled: boolean | null;
	readonly uncensorSanitizeEnabled: boolean | null;
	/** Tool calls in plain text, for models without a calling form of their own. */
	readonly verbatimToolCallingEnabled: boolean | null;
	/** Whether `Name:` at the beginning of a line ends a reply through the provider's own stops, too. */
	readonly speakerStopEnabled: boolean | null;
	/** Messages after which a channel is answered unasked: drawn between both, 0 answers every one; channel only. */
	readonly autoReplyMin: number | null;
	readonly autoReplyMax: number | null;
	/** Trigger words call only behind an @; personal or server. */
	readonly deliberateTriggersOnly: boolean | null;
	/** Personas that one message may call, 1 to 10. */
	readonly matchLimit: number | null;
	/** Answers of personas to personas, 0 to 10. */
	readonly cascadeLimit: number | null;
	readonly cooldownScope: CooldownScope | null;
	readonly cooldownSeconds: number | null;
	/** Replies a day; 0 is without limit. */
	readonly userRepliesPerDay: number | null;
	readonly channelRepliesPerDay: number | null;
	readonly serverRepliesPerDay: number | null;
	/** Members without Manage Server may add memories, lore and samples; server only. */
	readonly membersMayTeach: boolean | null;
	/** What people want to be known about themselves comes up here at all; server only. */
	readonly personalMemoriesEnabled: boolean | null;
	/** What the persona was rewarded and scolded for shapes its prompt; server or persona. */
	readonly conditioningEnabled: boolean | null;
	/** Days after which closed turns and what they said are removed; null keeps them; server only. */
	readonly retentionDays: number | null;
	/** The codename of a model that looks at pictures for one that cannot. */
	readonly visionModel: string | null;
}

/** Whose replies a cooldown holds apart: nobody's, a person's, a channel's, the server's; `strict` is the server's without exemption. */
export const COOLDOWN_SCOPES = ['off', 'user', 'channel', 'server', 'strict'] as const;

/** One of them. */
export type CooldownScope = (typeof COOLDOWN_SCOPES)[number];

/** Limits of when and how often the bot answers. */
export const REPLY_LIMITS = {
	autoReplyMessagesMax: 1_000,
	matchMax: 10,
	cascadeMax: 10,
	cooldownSecondsMax: 86_400,
	repliesPerDayMax: 100_000,
} as const;

/** How a channel's prompt stands to the server's. */
export type PromptMode = 'append' | 'replace';

/** A note that stands inside the conversation. */
export interface ContextNote {
	readonly text: string;
	/** Entries of the history that follow it (ruling H15). */
	readonly depth: number;
}

/** The settings that hold for one turn, resolved once. */
export interface EffectiveSettings {
	/** Null when nobody chose one: then the interface language of the asker or the guild decides. */
	readonly language: Locale | null;
	readonly zone: string;
	readonly modelCodename: string;
	readonly sampling: SamplingSelection;
	readonly thinkingLevel: ThinkingLevel;
	readonly maxOutputTokens: number | null;
	readonly stopStrings: readonly string[];
	readonly fallbackModels: readonly string[];
	readonly personalServerFallback: boolean;
	readonly messageFetchLimit: number;
	readonly humanizerDegree: HumanizerDegree;
	/** The person's own zone, else the server's. */
	readonly personalZone: string;
	readonly timeAwarenessEnabled: boolean;
	/** The persona's note in place of the server's, and the channel's beside either (ruling H3). */
	readonly contextNotes: readonly ContextNote[];
	readonly systemPrompt: string | null;
	readonly channelPrompt: { readonly text: string; readonly mode: PromptMode } | null;
	readonly personaPrompt: string | null;
	readonly uncensorUnicodeSpaceEnabled: boolean;
	readonly uncensorSanitizeEnabled: boolean;
	readonly verbatimToolCallingEnabled: boolean;
	readonly speakerStopEnabled: boolean;
	/** Null where the channel is answered only when it asks. */
	readonly autoReply: { readonly messagesMin: number; readonly messagesMax: number } | null;
	readonly deliberateTriggersOnly: boolean;
	readonly matchLimit: number;
	readonly cascadeLimit: number;
	readonly cooldown: { readonly scope: CooldownScope; readonly seconds: number };
	/** Replies a day; null is without limit. */
	readonly repliesPerDay: Readonly<Record<'user' | 'channel' | 'server', number | null>>;
	readonly membersMayTeach: boolean;
	readonly personalMemoriesEnabled: boolean;
	readonly conditioningEnabled: boolean;
	readonly retentionDays: number | null;
	readonly visionModel: string | null;
}

/** No choice at all. */
export const EMPTY_MODEL_CHOICE: ModelChoice = {
	presetName: null,
	sampling: {},
	enabledSamplers: [],
	editedSamplers: [],
	thinkingLevel: null,
	maxOutputTokens: null,
	stopStrings: null,
};

/** A row that inherits everything. */
export const EMPTY_SETTINGS_ROW: SettingsRow = {
	...EMPTY_MODEL_CHOICE,
	language: null,
	zone: null,
	modelCodename: null,
	fallbackModels: null,
	personalServerFallback: null,
	messageFetchLimit: null,
	humanizerDegree: null,
	timeAwarenessEnabled: null,
	contextNote: null,
	contextNoteDepth: null,
	prompt: null,
	promptMode: null,
	uncensorUnicodeSpaceEnabled: null,
	uncensorSanitizeEnabled: null,
	verbatimToolCallingEnabled: null,
	speakerStopEnabled: null,
	autoReplyMin: null,
	autoReplyMax: null,
	deliberateTriggersOnly: null,
	matchLimit: null,
	cascadeLimit: null,
	cooldownScope: null,
	cooldownSeconds: null,
	userRepliesPerDay: null,
	channelRepliesPerDay: null,
	serverRepliesPerDay: null,
	membersMayTeach: null,
	personalMemoriesEnabled: null,
	conditioningEnabled: null,
	retentionDays: null,
	visionModel: null,
};

/** Of context notes; each limit is a number of characters or of entries. */
export const CONTEXT_NOTE_LIMITS = { charactersMax: 2_000, depthMin: 0, depthMax: 100, depthDefault: 4 } as const;

/** Of the server's, a channel's and a persona's prompt. */
export const PROMPT_LIMITS = { charactersMax: 8_000 } as const;

/** The scopes' rows of one turn; a missing row inherits everything. */
export interface SettingsScopes {
	readonly server: SettingsRow | null;
	readonly channel: SettingsRow | null;
	readonly persona: SettingsRow | null;
	readonly user: SettingsRow | null;
}

/** How long closed turns may be kept; they are needed a day to tell a message that is delivered again. */
export const RETENTION_LIMITS = { daysMin: 1, daysMax: 3_650 } as const;
