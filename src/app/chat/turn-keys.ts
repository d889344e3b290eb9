/** What the attempts of one turn learn of keys. */
import { hostOf } from '#domain/credential';
import type { PooledKey } from '#ports/key-pool-store';
import type { ServingRoute } from './choose-credential.ts';
import { pickKey } from './pick-key.ts';

/** Chooses the keys of a turn. */
export class TurnKeys {
	readonly #nowMs: () => number;
	/** Of no use in the whole turn. */
	readonly #spent = new Set<string>();
	/** The route and key on which a host was busy. */
	readonly #busy = new Map<string, { readonly route: ServingRoute; readonly digest: string }>();

	constructor(nowMs: () => number) {
		this.#nowMs = nowMs;
	}

	/** The key for the next use of a route, or null. Another key of a host that is busy is no way around it (ruling N8). */
	next(route: ServingRoute, tried: ReadonlySet<string>): PooledKey | null {
		const met = this.#busy.get(hostOfRoute(route));
		if (met !== undefined && met.route !== route) return null;
		return pickKey(route.keys, { tried, spent: this.#spent, pinned: met?.digest ?? null, nowMs: this.#nowMs() });
	}

	/** The host of the route was busy on this key. */
	markBusy(route: ServingRoute, { credential }: PooledKey): void {
		this.#busy.set(hostOfRoute(route), { route, digest: credential.digest });
	}

	/** The key will meet the same failure with every model. */
	markSpent({ credential }: PooledKey): void {
		this.#spent.add(credential.digest);
	}
}

function hostOfRoute({ provider, keys: [key] }: ServingRoute): string {
	return key === undefined ? provider : hostOf(key.credential);
}
