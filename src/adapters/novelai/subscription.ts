/** Which plan a key belongs to: asked at the account host, remembered for a day while it is active. */
import { isHtmlPage, parseObject } from '#core/text/provider-words';
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { SubscriptionFacts, SubscriptionTier } from '#domain/subscription';
import { ExpiringMap } from '#lib/expiring-map';
import { RequestGuard } from '#lib/request-guard';
import { err, ok, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import { endpointUrl, requestHeaders } from './request-headers.ts';

const factsTtlMs = 24 * 60 * 60 * 1000;
const rememberedKeysMax = 10_000;

/** By the number that the API gives. */
const TIERS: readonly SubscriptionTier[] = ['paper', 'tablet', 'scroll', 'opus'];

/** Where and how long to ask. */
export interface SubscriptionOptions {
	readonly accountUrl: string;
	readonly requestTimeoutMs: number;
	readonly clock: Clock;
}

/** The facts in an answer, or null when they are not all there. */
function readFacts(body: string): SubscriptionFacts | null {
	const payload = parseObject(body);
	const tier = TIERS[Number(payload?.['tier'] ?? -1)];
	const active = payload?.['active'];
	return tier !== undefined && typeof active === 'boolean' ? { tier, active } : null;
}

/** Facts are cached by the key's digest, never by the key; an inactive plan is asked for again every time. */
export class Subscription {
	readonly #options: SubscriptionOptions;
	readonly #known: ExpiringMap<string, SubscriptionFacts>;

	constructor(options: SubscriptionOptions) {
		this.#options = options;
		this.#known = new ExpiringMap({
			ttlMs: factsTtlMs,
			entriesMax: rememberedKeysMax,
			nowMs: () => options.clock.now(),
		});
	}

	/** The remembered plan, or null. */
	remembered(credential: Credential): SubscriptionFacts | null {
		return this.#known.get(credential.digest) ?? null;
	}

	/** Forgets the plan, so that the next question is asked fresh. */
	forget(credential: Credential): void {
		this.#known.delete(credential.digest);
	}

	/** The plan, active or not; asks only when nothing is remembered. */
	async facts(credential: Credential, signal: AbortSignal): Promise<Result<SubscriptionFacts, Failure>> {
		const remembered = this.remembered(credential);
		return remembered ? ok(remembered) : this.ask(credential, signal);
	}

	/**
	 * The plan, where what is remembered grants something; else asked afresh, since a plan may have grown. What is
	 * remembered stands while nobody can say better.
	 */
	async factsToGrant(
		credential: Credential,
		grants: (facts: SubscriptionFacts) => boolean,
		signal: AbortSignal,
	): Promise<Result<SubscriptionFacts, Failure>> {
		const remembered = this.remembered(credential);
		if (remembered && grants(remembered)) return ok(remembered);
		const asked = await this.ask(credential, signal);
		const isUnknown = !asked.ok && asked.error.code === 'subscription-unavailable';
		return remembered && isUnknown ? ok(remembered) : asked;
	}

	/** The plan, asked now. Fails with `key-rejected` or, whatever else goes wrong, `subscription-unavailable`. */
	async ask(credential: Credential, signal: AbortSignal): Promise<Result<SubscriptionFacts, Failure>> {
		const answer = await this.#request(credential, signal);
		if (answer?.status === 401) {
			this.forget(credential);
			return err({ code: 'key-rejected' });
		}
		const facts = answer?.ok && !isHtmlPage(answer.body) ? readFacts(answer.body) : null;
		if (facts === null) return err({ code: 'subscription-unavailable' });
		if (facts.active) this.#known.set(credential.digest, facts);
		else this.forget(credential);
		return ok(facts);
	}

	async #request(
		credential: Credential,
		signal: AbortSignal,
	): Promise<{ status: number; ok: boolean; body: string } | null> {
		const guard = new RequestGuard((delayMs, action) => this.#options.clock.after(delayMs, action), signal);
		try {
			guard.arm(this.#options.requestTimeoutMs);
			const url = endpointUrl(this.#options.accountUrl, '/user/subscription');
			const headers = requestHeaders(credential);
			// Whoever answers with another address would be sent the key.
			const response = await guard.until(fetch(url, { headers, redirect: 'manual', signal: guard.signal }));
			const body = await guard.until(response.text());
			return { status: response.status, ok: response.ok, body };
		} catch {
			return null;
		} finally {
			guard.close();
		}
	}
}
