/** Whether somebody may name an address. */
import type { Snowflake } from '#domain/ids';
import { err, ok, type Result } from '#lib/result';
import type { CommandPorts } from '../command-ports.ts';
import type { ProviderRefusal } from './provider-fields.ts';

/** An address and who names it. */
export interface NamedAddress {
	readonly baseUrl: string;
	/** Discord's id. */
	readonly userId: Snowflake;
	readonly signal: AbortSignal;
}

/**
 * What is stored with the address: private ones are accepted from the application's owner only, and no other address may
 * ever become one (ruling P6).
 */
export async function acceptAddress(
	{ baseUrl, userId, signal }: NamedAddress,
	{ addressGuard, ownerIds }: Pick<CommandPorts, 'addressGuard' | 'ownerIds'>,
): Promise<Result<{ readonly mayBePrivate: boolean }, ProviderRefusal>> {
	const reach = await addressGuard.reachOf(baseUrl, signal);
	if (reach === 'unknown') return err({ key: 'answer.provider-address-unknown', parameters: {} });
	const isPrivate = reach === 'private';
	if (isPrivate && !ownerIds.has(userId)) return err({ key: 'answer.provider-address-private', parameters: {} });
	return ok({ mayBePrivate: isPrivate });
}
