/** Why the connection to Discord could not be made, or was ended for good. */
import { DiscordjsError, DiscordjsErrorCodes, GatewayCloseCodes } from 'discord.js';

/** What only the operator can mend; everything else is tried again. `cancelled` is our own doing. */
export type DiscordStartFailure =
	| { readonly code: 'token-rejected' }
	| { readonly code: 'intents-refused' }
	| { readonly code: 'gateway-refused'; readonly closeCode: number }
	| { readonly code: 'cancelled' };

const HOPELESS_CLOSES: ReadonlySet<number> = new Set([
	GatewayCloseCodes.InvalidShard,
	GatewayCloseCodes.ShardingRequired,
	GatewayCloseCodes.InvalidAPIVersion,
	GatewayCloseCodes.InvalidIntents,
]);

/** The failure that a gateway close code means, or null when connecting again may help. */
export function failureOfClose(closeCode: number): DiscordStartFailure | null {
	if (closeCode === GatewayCloseCodes.AuthenticationFailed) return { code: 'token-rejected' };
	if (closeCode === GatewayCloseCodes.DisallowedIntents) return { code: 'intents-refused' };
	return HOPELESS_CLOSES.has(closeCode) ? { code: 'gateway-refused', closeCode } : null;
}

/** The failure that a rejected login means, or null when trying again may help. */
export function failureOfLogin(error: unknown, lastClose: number | null): DiscordStartFailure | null {
	if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) {
		return { code: 'token-rejected' };
	}
	return lastClose === null ? null : failureOfClose(lastClose);
}
