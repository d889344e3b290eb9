/** Lists of models, asked for while somebody types and remembered for a minute. */
import { customUrl } from '#domain/custom-provider';
import { ExpiringMap } from '#lib/expiring-map';
import type { Timer } from '#lib/request-guard';
import type { AddressGuard } from '#ports/address-guard';
import type { Clock } from '#ports/clock';
import type { CatalogQuery, ModelCatalog } from '#ports/model-catalog';
import { customHeaders } from './custom-headers.ts';
import { endpointTarget } from './endpoint-target.ts';
import { listModels } from './list-models.ts';

/** For the name and for the list, in milliseconds each: what is late for one letter is there for the next. */
const askTimeoutMs = 2_500;

/** Lists that are remembered, those that could not be had among them, and for how many milliseconds. */
const rememberedMax = 20;
const rememberedForMs = 60_000;

/** Endpoints that are asked at once: whoever types addresses sends nobody more than these. */
const askedAtOnceMax = 8;

/** What the catalog works with. */
export interface CustomModelCatalogOptions {
	readonly clock: Clock;
	readonly addressGuard: AddressGuard;
}

/** Each address is looked at before it is asked, and asked by the address that was looked at. */
export class CustomModelCatalog implements ModelCatalog {
	readonly #options: CustomModelCatalogOptions;
	readonly #after: Timer;
	readonly #lists: ExpiringMap<string, Promise<readonly string[]>>;
	#asked = 0;

	constructor(options: CustomModelCatalogOptions) {
		this.#options = options;
		const nowMs = (): number => options.clock.now();
		this.#after = (delayMs, action) => options.clock.after(delayMs, action);
		this.#lists = new ExpiringMap({ ttlMs: rememberedForMs, entriesMax: rememberedMax, nowMs });
	}

	async modelsAt(query: CatalogQuery): Promise<readonly string[]> {
		const { endpoint, credential } = query;
		const key = JSON.stringify([endpoint.baseUrl, endpoint.mayBePrivate, credential.digest]);
		const known = this.#lists.get(key);
		if (known !== undefined) return await known;
		if (this.#asked >= askedAtOnceMax) return [];
		const asked = this.#ask(query);
		this.#lists.set(key, asked);
		return await asked;
	}

	async #ask({ endpoint, credential }: CatalogQuery): Promise<readonly string[]> {
		const { signal } = new AbortController();
		const after = this.#after;
		this.#asked += 1;
		try {
			const look = { addressGuard: this.#options.addressGuard, after, timeoutMs: askTimeoutMs };
			const target = await endpointTarget(endpoint, look, signal);
			if (!target.ok) return [];
			const request = { url: customUrl(endpoint, '/models'), address: target.value, after, timeoutMs: askTimeoutMs };
			return await listModels({ ...request, headers: customHeaders(credential) }, signal);
		} finally {
			this.#asked -= 1;
		}
	}
}
