/** The part of the composition root that opens what is outside: the text models and Discord. */
import { avatarPicture } from '#adapters/canvas/avatar-picture';
import { CustomTextModel } from '#adapters/custom/custom-text-model';
import { type DiscordOptions, openDiscord } from '#adapters/discord/client';
import { NovelaiTextModel } from '#adapters/novelai/novelai-text-model';
import { PrepareClient } from '#adapters/system/prepare-client';
import { systemClock } from '#adapters/system/system-clock';
import { systemRandom } from '#adapters/system/system-random';
import { modelSwitch } from '#app/chat/model-switch';
import { Secret } from '#domain/secret';
import type { AddressGuard } from '#ports/address-guard';
import type { Log } from '#ports/log';
import type { Env } from './env.ts';

/** Opens the text model over the preparation worker, and tells the operator which tokenizers are missing. */
export async function openModel(env: Env, log: Log, addressGuard: AddressGuard) {
	const preparer = new PrepareClient({ directories: [env.TOKENIZER_ASSET_DIR], clock: systemClock, log });
	const missing = await preparer.missingFamilies();
	if (missing.length > 0) {
		log.warn({ families: missing }, 'tokenizers are missing: run npx bun@1.4.5 run setup:tokenizers and restart');
	}
	const times = {
		requestTimeoutMs: env.NOVELAI_REQUEST_TIMEOUT_MS,
		streamReadTimeoutMs: env.NOVELAI_STREAM_READ_TIMEOUT_MS,
	};
	const shared = { ...times, clock: systemClock, random: systemRandom, log };
	const urls = { textUrl: env.NOVELAI_TEXT_URL, accountUrl: env.NOVELAI_ACCOUNT_URL };
	const novelai = await NovelaiTextModel.open({ ...urls, ...shared, preparer });
	return { model: modelSwitch(novelai, new CustomTextModel({ ...shared, addressGuard })), preparer };
}

/** Logs in to Discord and resolves when the bot is ready. */
export function connectDiscord({
	env,
	...parts
}: { readonly env: Env } & Pick<DiscordOptions, 'log' | 'signal' | 'webhooks' | 'vitals'>) {
	return openDiscord({
		...parts,
		token: new Secret(env.DISCORD_TOKEN),
		...(env.DISCORD_API_URL ? { apiUrl: env.DISCORD_API_URL } : {}),
		requestsPerSecond: env.DISCORD_REQUESTS_PER_SECOND,
		messageContent: env.DISCORD_MESSAGE_CONTENT,
		shards: env.SHARDS,
		typingEveryMs: env.DISCORD_TYPING_KEEPALIVE_INTERVAL_MS,
		forwardDepthMax: env.FORWARD_CHAIN_MAX_DEPTH,
		shrinkAvatar: avatarPicture,
		clock: systemClock,
	});
}
