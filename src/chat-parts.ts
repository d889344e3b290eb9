/** The part of the composition root that gives turns their outside. */
import { workerShaper } from '#adapters/canvas/worker-shaper';
import { DISCORD_MEDIA_HOSTS, guardedImageFetch } from '#adapters/fetch/guarded-image-fetch';
import { MemoryGuard } from '#adapters/system/memory-guard';
import { systemClock } from '#adapters/system/system-clock';
import { systemRandom } from '#adapters/system/system-random';
import type { ChatPorts } from '#app/chat/chat-ports';
import { CredentialQueue } from '#app/chat/credential-queue';
import { LimitMemory } from '#app/chat/limit-memory';
import { PersonaAvatars } from '#app/chat/persona-avatars';
import { ShortTermWriter } from '#app/chat/short-term-write';
import { StandInNotices } from '#app/chat/stand-in-notices';
import { TurnLeases } from '#app/chat/turn-leases';
import { firstPersona } from '#app/first-persona';
import { MediaLoader } from '#app/media/media-loader';
import type { BotParts } from './serve-commands.ts';

/** Everything outside that a turn may touch, from the parts of a started bot. */
export function chatPorts({ env, log, connection, stores, operator, model, shared, watch }: BotParts): ChatPorts {
	return {
		surface: connection.surface,
		model,
		stores,
		credentialQueue: new CredentialQueue(systemClock, shared.credentialLeases),
		leases: shared.leases,
		channelLeases: shared.channelLeases,
		turnLeases: new TurnLeases({ openTurns: stores.openTurns, clock: systemClock, log }),
		operator,
		firstPersona: firstPersona(env.DEFAULT_BOTNAME, env.BASE_TRIGGER_WORDS),
		selfId: connection.selfId,
		directory: connection.directory,
		limitMemory: new LimitMemory(systemClock),
		fallbackLocale: 'en',
		guildLocale: (guildId) => connection.guildLocale(guildId),
		channelNames: (channelId) => connection.channelNames(channelId),
		isPrivateChannel: connection.isPrivateChannel,
		shortTerm: new ShortTermWriter({ stores, isPrivateChannel: connection.isPrivateChannel, clock: systemClock, log }),
		loreCharactersMax: env.LORE_ACTIVATION_CHAR_BUDGET,
		reunions: {
			claims: shared.reunionClaims,
			reunionDays: env.TIME_AWARENESS_REUNION_DAYS,
			noteDepth: env.TIME_AWARENESS_NOTE_DEPTH,
		},
		reactions: env.reactions,
		avatars: new PersonaAvatars({
			host: connection.avatars,
			cards: stores.personaCards,
			clock: systemClock,
			log,
		}),
		memoryLimits: env.memoryLimits,
		mediaLoader: mediaLoader({ env, log, connection }),
		memoryPressure: new MemoryGuard({ ...env.memoryGuard, clock: systemClock, log }),
		imageMessagesMax: env.MEDIA_IMAGE_MESSAGE_LIMIT,
		delivery: {
			isPaced: env.COALESCE_MS > 0,
			keepsUnknownEmoji: env.EMOJI_PRESERVE_UNRESOLVED_SHORTCODES,
			random: systemRandom,
			standInNotices: new StandInNotices(systemClock, env.WEBHOOK_ERROR_COOLDOWN_MS),
		},
		replyMessagesMax: env.MAX_FLUSH_COUNT,
		turnTimeoutMs: env.CHANNEL_LOCK_TIMEOUT_MS,
		keyErrorCooldownMs: env.KEY_ROTATION_ERROR_COOLDOWN_MS,
		turnTally: watch.turnTally,
		clock: systemClock,
		log,
	};
}

/** Discord's own files come from the host that the operator named as Discord, where one is named. */
function mediaLoader({ env, log, connection }: Pick<BotParts, 'env' | 'log' | 'connection'>): MediaLoader {
	const source = guardedImageFetch({
		hosts: [...DISCORD_MEDIA_HOSTS, ...env.MEDIA_ALLOWED_HOSTS],
		trustedHosts: env.DISCORD_API_URL === undefined ? [] : [new URL(env.DISCORD_API_URL).host],
		clock: systemClock,
	});
	const shaper = workerShaper({ clock: systemClock, log });
	return new MediaLoader({ source, shaper, media: connection.media, clock: systemClock, log });
}
