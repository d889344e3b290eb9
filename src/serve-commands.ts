/** The other half of the composition root: what people can use beside writing. */
import { cardFileCodec } from '#adapters/cards/card-file-codec';
import type { DiscordConnection } from '#adapters/discord/connection';
import { keepRegistering } from '#adapters/discord/keep-registering';
import { DISCORD_ATTACHMENT_HOSTS, discordAttachmentSource } from '#adapters/fetch/discord-attachment-source';
import type { NovelaiTextModel } from '#adapters/novelai/novelai-text-model';
import { systemClock } from '#adapters/system/system-clock';
import type { ChatStores } from '#app/chat/chat-ports';
import type { OperatorKey } from '#app/chat/choose-credential';
import type { ReplyControls } from '#app/chat/reply-controls';
import { allCommands } from '#app/commands/all-commands';
import { CARD_FILE_MEGABYTES_MAX } from '#app/commands/persona/persona-import';
import { firstPersona } from '#app/first-persona';
import { everyLocale } from '#core/i18n/translate';
import type { AppStateStore } from '#ports/app-state-store';
import type { Log } from '#ports/log';
import type { PresetStore } from '#ports/preset-store';
import type { Env } from './env.ts';

const ATTACHMENT_TIMEOUT_MS = 15_000;

/** What a started bot is made of. */
export interface BotParts {
	readonly env: Env;
	readonly log: Log;
	readonly connection: DiscordConnection;
	readonly stores: ChatStores;
	readonly presets: PresetStore;
	readonly operator: OperatorKey | null;
	readonly model: NovelaiTextModel;
}

/** Serves and registers all commands; a refused registration is tried again. */
export async function serveCommands(
	parts: BotParts & { readonly replies: ReplyControls },
	state: AppStateStore,
	signal: AbortSignal,
): Promise<void> {
	const { env, log, connection, stores, presets, operator, model, replies } = parts;
	const apiHost = env.DISCORD_API_URL ? [new URL(env.DISCORD_API_URL).host] : [];
	const commands = allCommands({
		...stores,
		replies,
		presets,
		operator,
		model,
		cards: cardFileCodec,
		attachments: discordAttachmentSource({
			hosts: [...DISCORD_ATTACHMENT_HOSTS, ...apiHost],
			bytesMax: CARD_FILE_MEGABYTES_MAX * 1_000_000,
			timeoutMs: ATTACHMENT_TIMEOUT_MS,
		}),
		firstPersona: firstPersona(env.DEFAULT_BOTNAME, env.BASE_TRIGGER_WORDS),
	});
	connection.serveCommands(commands, {
		internalError: everyLocale('failure.internal-error'),
		databaseUnavailable: everyLocale('failure.database-unavailable'),
	});
	const register = () => connection.registerCommands(commands, state);
	await keepRegistering({ register, clock: systemClock, log, signal });
}
