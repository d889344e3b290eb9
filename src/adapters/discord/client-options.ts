/** How the discord.js client is made: few intents, and caches that stay small. */
import { type ClientOptions, GatewayIntentBits, Options, Partials } from 'discord.js';
import { type RestRoute, restOptions } from './rest-route.ts';

/** What decides the client's shape. */
export interface ClientShape extends RestRoute {
	/** Whether the privileged content intent is requested. */
	readonly messageContent: boolean;
	/** Number of shards, or Discord's own recommendation. */
	readonly shards: number | 'auto';
}

const UNPRIVILEGED_INTENTS = [
	GatewayIntentBits.Guilds,
	GatewayIntentBits.GuildMessages,
	GatewayIntentBits.DirectMessages,
	GatewayIntentBits.GuildMessageTyping,
	GatewayIntentBits.DirectMessageTyping,
];

/** Members and users that are kept, beside the bot itself. */
const peopleMax = 50;

/** Custom emoji that a guild can have at most: replies name them. */
const emojisMax = 500;

/** Stickers that a guild can have at most: prompts name them. */
const stickersMax = 60;

const sweepIntervalS = 600;

/** Presence and member intents are never requested (ruling P5); nothing that people write is cached. */
export function clientOptions(shape: ClientShape): ClientOptions {
	const keepsPeople = {
		maxSize: peopleMax,
		keepOverLimit: (person: {
			readonly id: string;
			readonly client: { readonly user: { readonly id: string } | null };
		}) => person.id === person.client.user?.id,
	};
	return {
		intents: shape.messageContent ? [...UNPRIVILEGED_INTENTS, GatewayIntentBits.MessageContent] : UNPRIVILEGED_INTENTS,
		partials: [Partials.Channel],
		allowedMentions: { parse: [] },
		...(shape.shards === 'auto' ? { shards: 'auto' as const } : { shardCount: shape.shards }),
		rest: restOptions(shape),
		makeCache: Options.cacheWithLimits({
			ApplicationCommandManager: 0,
			ApplicationEmojiManager: 0,
			AutoModerationRuleManager: 0,
			BaseGuildEmojiManager: emojisMax,
			DMMessageManager: 0,
			EntitlementManager: 0,
			GuildBanManager: 0,
			GuildEmojiManager: emojisMax,
			GuildForumThreadManager: 0,
			GuildInviteManager: 0,
			GuildMemberManager: keepsPeople,
			GuildMessageManager: 0,
			GuildScheduledEventManager: 0,
			GuildStickerManager: stickersMax,
			GuildTextThreadManager: 0,
			MessageManager: 0,
			PresenceManager: 0,
			ReactionManager: 0,
			ReactionUserManager: 0,
			StageInstanceManager: 0,
			ThreadManager: 0,
			ThreadMemberManager: 0,
			UserManager: keepsPeople,
			VoiceStateManager: 0,
		}),
		sweepers: {
			users: { interval: sweepIntervalS, filter: () => (user) => user.id !== user.client.user.id },
			guildMembers: { interval: sweepIntervalS, filter: () => (member) => member.id !== member.client.user.id },
		},
	};
}
