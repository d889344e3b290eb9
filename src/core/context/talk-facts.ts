/** What a prompt depends on beside the history and what is known: the place, the settings, the model's abilities. */
import type { Conditioning } from '#domain/conditioning';
import type { Snowflake } from '#domain/ids';
import { type ModelCapabilities, TEXT_ONLY } from '#domain/media-descriptor';
import type { ContextNote, EffectiveSettings } from '#domain/settings';
import type { ToolDefinition } from '#domain/tool-call';
import type { RoomFacts } from '#domain/turn-facts';
import type { UncensorOptions } from '#domain/uncensor-options';

/** How much media a prompt may show. */
export interface MediaPolicy {
	/** Entries of the history whose media may be shown, as configured and as memory allows; not yet capped. */
	readonly windowEntries: number;
	/** In place of these, for whoever asks for another window (seed: `mediaContextWindow`); the cap stays. */
	readonly mediaContextWindow?: number;
	/** `message_fetch_limit`. */
	readonly fetchLimit: number;
	/** `MEDIA_IMAGE_MESSAGE_LIMIT`. */
	readonly imageMessagesMax: number;
}

/** Everything else that stages read. */
export interface TalkFacts {
	readonly room: RoomFacts;
	readonly prompts: Pick<EffectiveSettings, 'systemPrompt' | 'channelPrompt' | 'personaPrompt'>;
	/** Whom the persona takes no notice of, by the names that the model reads. */
	readonly blocks: readonly { readonly name: string; readonly blockType: 'mute' | 'block' }[];
	/** What the persona was rewarded and scolded for, newest last; null where conditioning is off. */
	readonly conditioning: Conditioning | null;
	readonly notes: readonly ContextNote[];
	/** Without brackets; null when nobody returns. */
	readonly reunionNote: string | null;
	/** `TIME_AWARENESS_NOTE_DEPTH`. */
	readonly reunionNoteDepth: number;
	/** The server's calendar and the present, whether or not time awareness is on; null where nothing tells it. */
	readonly clock: { readonly zone: string; readonly nowMs: number } | null;
	/** Further names that people in the conversation go by. */
	readonly aliases: ReadonlyMap<Snowflake, readonly string[]>;
	/** What day separators are told by; null where time awareness is off. */
	readonly dates: { readonly zone: string; readonly nowMs: number } | null;
	readonly media: MediaPolicy;
	/** Of the effective model, for macros alone: what it is shown is decided behind the composition. */
	readonly capabilities: ModelCapabilities;
	/** What the effective model may call; empty where it has no tools. */
	readonly tools: readonly ToolDefinition[];
	/** `verbatim_tool_calling_enabled`, where the effective model has tools. */
	readonly callsVerbatim: boolean;
	readonly uncensor: UncensorOptions;
	/** In whose name the bot writes; null when the persona speaks. */
	readonly impersonatedUserId: Snowflake | null;
	/** What that person gave as a prompt for it. */
	readonly impersonationPrompt: string | null;
}

/** A direct conversation with all defaults and nothing special about it. */
export const EMPTY_TALK_FACTS: TalkFacts = {
	room: {
		kind: 'direct',
		name: 'someone',
		description: null,
		emojis: [],
		stickers: [],
		channelNames: [],
		names: { roles: new Map(), channels: new Map() },
	},
	prompts: { systemPrompt: null, channelPrompt: null, personaPrompt: null },
	blocks: [],
	conditioning: null,
	notes: [],
	reunionNote: null,
	reunionNoteDepth: 3,
	clock: null,
	aliases: new Map(),
	dates: null,
	media: { windowEntries: 10, fetchLimit: 80, imageMessagesMax: 3 },
	capabilities: TEXT_ONLY,
	tools: [],
	callsVerbatim: false,
	uncensor: { unicodeSpace: false, sanitize: false },
	impersonatedUserId: null,
	impersonationPrompt: null,
};
