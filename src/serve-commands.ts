/** The other half of the composition root: what people can use beside writing. */
import { pngPicture } from '#adapters/canvas/png-picture';
import { workerPainter } from '#adapters/canvas/worker-painter';
import { createCardFileCodec } from '#adapters/cards/card-file-codec';
import { CustomModelCatalog } from '#adapters/custom/custom-model-catalog';
import type { DiscordConnection } from '#adapters/discord/connection';
import type { InteractionSharing } from '#adapters/discord/interaction-sharing';
import { keepRegistering } from '#adapters/discord/keep-registering';
import { attachmentsOf } from '#adapters/fetch/discord-attachment-source';
import { systemClock } from '#adapters/system/system-clock';
import type { ChatIntake } from '#app/chat/chat-intake';
import type { ChatPorts, ChatStores } from '#app/chat/chat-ports';
import type { OperatorKey } from '#app/chat/choose-credential';
import { allCommands } from '#app/commands/all-commands';
import { CARD_FILE_MEGABYTES_MAX } from '#app/commands/read-attachment';
import { everyLocale } from '#core/i18n/translate';
import type { AddressGuard } from '#ports/address-guard';
import type { AppStateStore } from '#ports/app-state-store';
import type { LineageSigner } from '#ports/lineage-signer';
import type { Log } from '#ports/log';
import type { PresetStore } from '#ports/preset-store';
import type { TextModel } from '#ports/text-model';
import type { Env } from './env.ts';
import type { SharedParts } from './shared-parts.ts';
import type { Watch } from './watch-parts.ts';

/** What a started bot is made of. */
export interface BotParts {
	readonly env: Env;
	readonly log: Log;
	readonly connection: DiscordConnection;
	readonly stores: ChatStores;
	readonly presets: PresetStore;
	readonly lineages: LineageSigner;
	readonly operator: OperatorKey | null;
	readonly model: TextModel;
	readonly addressGuard: AddressGuard;
	readonly watch: Watch;
	readonly shared: SharedParts;
}

/** Whoever works in a channel answers there first. */
function interactionSharing({ leases, channelLeases }: ChatPorts): InteractionSharing {
	return {
		giveWay: (channelId) => channelLeases.giveWay(channelId),
		giveWayToOthers: () => channelLeases.giveWayToOthers(),
		once: (name) => leases.once(name),
	};
}

/** Serves and registers all commands; a refused registration is tried again. */
export async function serveCommands(
	parts: BotParts,
	use: { readonly chat: ChatPorts } & Pick<ChatIntake, 'replies' | 'endTurnsOf'>,
	registration: { readonly state: AppStateStore; readonly signal: AbortSignal },
): Promise<void> {
	const { env, log, connection, stores, presets, addressGuard } = parts;
	const { chat, replies, endTurnsOf } = use;
	const commands = allCommands({
		...stores,
		...chat,
		chat,
		replies,
		endTurnsOf,
		presets,
		lineages: parts.lineages,
		addressGuard,
		modelCatalog: new CustomModelCatalog({ clock: systemClock, addressGuard }),
		ownerIds: connection.ownerIds,
		voices: connection.voices,
		memoryLimits: env.memoryLimits,
		stopStringLimits: {
			stopStringsMax: env.BOT_MAX_STOP_STRINGS_PER_SERVER,
			stopStringCharactersMax: env.BOT_MAX_STOP_STRING_LENGTH,
		},
		painter: workerPainter({ clock: systemClock, log }),
		readsContent: env.DISCORD_MESSAGE_CONTENT,
		cards: createCardFileCodec(pngPicture),
		attachments: attachmentsOf(env.DISCORD_API_URL, CARD_FILE_MEGABYTES_MAX * 1_000_000),
	});
	connection.serveCommands(commands, {
		internalError: everyLocale('failure.internal-error'),
		databaseUnavailable: everyLocale('failure.database-unavailable'),
		formForgotten: everyLocale('answer.form-forgotten'),
		sharing: interactionSharing(chat),
		shuttingDown: everyLocale('command.shutting-down'),
	});
	const { state, signal } = registration;
	const register = () => connection.registerCommands(commands, state);
	await keepRegistering({ register, clock: systemClock, log, signal });
}
