/** Everything outside that a turn may touch. */
import type { MediaLoader } from '#app/media/media-loader';
import type { Locale } from '#domain/locale';
import type { MemoryLimits } from '#domain/memory';
import type { PersonaDraft } from '#domain/persona';
import type { AccessRuleStore } from '#ports/access-rule-store';
import type { AutoReplyStore } from '#ports/auto-reply-store';
import type { ChatSurface } from '#ports/chat-surface';
import type { Clock } from '#ports/clock';
import type { ConditioningStore } from '#ports/conditioning-store';
import type { CredentialStore } from '#ports/credential-store';
import type { CustomProviderStore } from '#ports/custom-provider-store';
import type { GuildDirectory } from '#ports/guild-directory';
import type { KeyPoolStore } from '#ports/key-pool-store';
import type { Log } from '#ports/log';
import type { LorebookStore } from '#ports/lorebook-store';
import type { MemoryPressure } from '#ports/memory-pressure';
import type { MemoryStore } from '#ports/memory-store';
import type { NoticeStore } from '#ports/notice-store';
import type { OpenTurnStore } from '#ports/open-turn-store';
import type { PeopleStore } from '#ports/people-store';
import type { PersonaBlockStore } from '#ports/persona-block-store';
import type { PersonaCardStore } from '#ports/persona-card-store';
import type { PersonaStore } from '#ports/persona-store';
import type { PersonalDataStore } from '#ports/personal-data-store';
import type { ProxyStore } from '#ports/proxy-store';
import type { Random } from '#ports/random';
import type { ReplyLimitStore } from '#ports/reply-limit-store';
import type { ReplyStore } from '#ports/reply-store';
import type { SettingsStore } from '#ports/settings-store';
import type { ShortTermStore } from '#ports/short-term-store';
import type { StatStore } from '#ports/stat-store';
import type { TextModel } from '#ports/text-model';
import type { TurnStore } from '#ports/turn-store';
import type { WorkspaceStore } from '#ports/workspace-store';
import type { ChannelLeases } from './channel-leases.ts';
import type { OperatorKey } from './choose-credential.ts';
import type { CredentialQueue } from './credential-queue.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { LimitMemory } from './limit-memory.ts';
import type { ReactionSettings } from './name-reactions.ts';
import type { PersonaAvatars } from './persona-avatars.ts';
import type { ReunionPorts } from './reunion-presence.ts';
import type { ShortTermWriter } from './short-term-write.ts';
import type { StandInNotices } from './stand-in-notices.ts';
import type { TurnLeases } from './turn-leases.ts';
import type { TurnTally } from './turn-tally.ts';

/** The stores of a turn. */
export interface ChatStores {
	readonly workspaces: WorkspaceStore;
	readonly personas: PersonaStore;
	readonly personaCards: PersonaCardStore;
	readonly settings: SettingsStore;
	readonly credentials: CredentialStore;
	readonly keyPool: KeyPoolStore;
	readonly customProviders: CustomProviderStore;
	readonly turns: TurnStore;
	readonly openTurns: OpenTurnStore;
	readonly replies: ReplyStore;
	readonly notices: NoticeStore;
	readonly blocks: PersonaBlockStore;
	readonly accessRules: AccessRuleStore;
	readonly replyLimits: ReplyLimitStore;
	readonly autoReplies: AutoReplyStore;
	readonly people: PeopleStore;
	readonly personalData: PersonalDataStore;
	readonly proxies: ProxyStore;
	readonly memories: MemoryStore;
	readonly shortTerm: ShortTermStore;
	readonly conditioning: ConditioningStore;
	readonly lorebooks: LorebookStore;
	/** Null when STAT_TRACKING_ENABLED is false. */
	readonly stats: StatStore | null;
}

/** How people who come back are greeted. */
export interface ReunionSettings extends Pick<ReunionPorts, 'claims' | 'reunionDays'> {
	/** `TIME_AWARENESS_NOTE_DEPTH`. */
	readonly noteDepth: number;
}

/** How replies reach their channels. */
export interface DeliverySettings {
	/** Whether personas seem to type; without it everything is posted as soon as it is written. */
	readonly isPaced: boolean;
	/** Whether `:names:` that no emoji of the server bears stay as they stand (EMOJI_PRESERVE_UNRESOLVED_SHORTCODES). */
	readonly keepsUnknownEmoji: boolean;
	readonly random: Random;
	readonly standInNotices: StandInNotices;
}

/** The outside of a turn, given once by the composition root. */
export interface ChatPorts {
	readonly surface: ChatSurface;
	readonly model: TextModel;
	readonly stores: ChatStores;
	readonly credentialQueue: CredentialQueue;
	readonly leases: LeaseKeeper;
	readonly channelLeases: ChannelLeases;
	readonly turnLeases: TurnLeases;
	readonly operator: OperatorKey | null;
	readonly firstPersona: PersonaDraft;
	readonly selfId: string;
	readonly directory: GuildDirectory;
	readonly limitMemory: LimitMemory;
	/** The language of notices where no other is known. */
	readonly fallbackLocale: Locale;
	/** The guild's Discord language, or null. */
	readonly guildLocale: (guildId: string) => string | null;
	/** What a channel goes by: its id and name and, in a thread, those of the channel above it. */
	readonly channelNames: (channelId: string) => readonly string[];
	/** Whether a channel is closed to anybody of its server, or may be; what is said there stays there. */
	readonly isPrivateChannel: (channelId: string) => boolean;
	readonly shortTerm: ShortTermWriter;
	/** Characters of lore that one prompt may bring up (ruling L2). */
	readonly loreCharactersMax: number;
	/** What greeting people who come back needs, the stores apart. */
	readonly reunions: ReunionSettings;
	readonly reactions: ReactionSettings;
	readonly avatars: Pick<PersonaAvatars, 'urlOf' | 'remove'>;
	/** How much may be remembered. */
	readonly memoryLimits: MemoryLimits;
	readonly mediaLoader: Pick<MediaLoader, 'load'>;
	readonly memoryPressure: MemoryPressure;
	/** Messages whose pictures one prompt may show (MEDIA_IMAGE_MESSAGE_LIMIT). */
	readonly imageMessagesMax: number;
	readonly delivery: DeliverySettings;
	/** Messages that one reply may have (MAX_FLUSH_COUNT). */
	readonly replyMessagesMax: number;
	readonly turnTimeoutMs: number;
	/** How long a rotating key rests after an error. */
	readonly keyErrorCooldownMs: number;
	readonly turnTally: Pick<TurnTally, 'note' | 'noteCrash'>;
	readonly clock: Clock;
	readonly log: Log;
}
