/** A failed start in words for the operator. */
import type { DiscordStartFailure } from './start-failure.ts';

/** One English sentence that names what to do. */
export function startSentence(failure: DiscordStartFailure): string {
	switch (failure.code) {
		case 'token-rejected':
			return 'Discord refused DISCORD_TOKEN: copy the current token from https://discord.com/developers/applications → Bot.';
		case 'intents-refused':
			return 'Discord refused the Message Content intent: switch on "Message Content Intent" in the developer portal (Bot → Privileged Gateway Intents), or set DISCORD_MESSAGE_CONTENT=false.';
		case 'gateway-refused':
			return `Discord refused the connection for good (close code ${failure.closeCode}): check DISCORD_TOKEN and DISCORD_API_URL.`;
		case 'cancelled':
			return 'The start was cancelled.';
	}
}
