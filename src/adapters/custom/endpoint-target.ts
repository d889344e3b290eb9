/** Where an endpoint's address leads just now (ruling P6). */
import type { CustomProvider } from '#domain/custom-provider';
import type { Failure } from '#domain/failure';
import { RequestGuard, type Timer } from '#lib/request-guard';
import { err, ok, type Result } from '#lib/result';
import type { AddressGuard } from '#ports/address-guard';

/** What the look needs. */
export interface EndpointTargetOptions {
	readonly addressGuard: AddressGuard;
	readonly after: Timer;
	/** How long the name service may take. */
	readonly timeoutMs: number;
}

const ADDRESS_UNKNOWN: Failure = { code: 'provider-unreachable' };

/**
 * The address to connect to, which is the one that was checked, or null to go by the name, where it may lead anywhere.
 * A name service that does not answer is out of reach like a server. Never rejects.
 */
export async function endpointTarget(
	{ baseUrl, mayBePrivate }: Pick<CustomProvider, 'baseUrl' | 'mayBePrivate'>,
	{ addressGuard, after, timeoutMs }: EndpointTargetOptions,
	signal: AbortSignal,
): Promise<Result<string | null, Failure>> {
	const guard = new RequestGuard(after, signal);
	try {
		guard.arm(timeoutMs);
		const { reach, addresses } = await guard.until(addressGuard.whereabouts(baseUrl, guard.signal));
		if (reach === 'unknown') return err(ADDRESS_UNKNOWN);
		if (mayBePrivate) return ok(null);
		return reach === 'private' ? err({ code: 'address-private' }) : ok(addresses[0] ?? null);
	} catch {
		return err(ADDRESS_UNKNOWN);
	} finally {
		guard.close();
	}
}
