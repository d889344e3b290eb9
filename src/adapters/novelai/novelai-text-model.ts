/** NovelAI as a text model: facts of the key, preparation in the worker, and the request loop. */
import { gateFailure } from '#core/novelai/profiles/model-gate';
import { allProfiles, profileOf } from '#core/novelai/profiles/profile-of';
import { tierName } from '#core/novelai/profiles/tier-names';
import type { AttemptEvent } from '#core/reply/attempt-reader';
import { RetryPolicy } from '#core/reply/retry-policy';
import type { TextEndpoint } from '#core/reply/text-endpoint';
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import type { PromptRequest } from '#domain/prompt-request';
import type { SubscriptionFacts } from '#domain/subscription';
import { assert } from '#lib/assert';
import { requestEvents } from '#lib/event-request';
import type { Timer } from '#lib/request-guard';
import { err, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { PromptPreparer } from '#ports/prompt-preparer';
import type { Random } from '#ports/random';
import type { KeyFacts, ModelDescription, TextModel } from '#ports/text-model';
import { COMPLETION_ENDPOINT } from './completion-endpoint.ts';
import { continuedReply } from './continued-reply.ts';
import { describeModel, keyFactsOf } from './describe-model.ts';
import { NATIVE_ENDPOINT } from './native-endpoint.ts';
import { novelaiFailure } from './novelai-failure.ts';
import { readAttempt } from './read-attempt.ts';
import { endpointUrl, requestHeaders } from './request-headers.ts';
import { Subscription } from './subscription.ts';

/** Hosts, times and the capabilities that the model works with. */
export interface NovelaiTextModelOptions {
	readonly textUrl: string;
	readonly accountUrl: string;
	/** Until the first byte of an answer. */
	readonly requestTimeoutMs: number;
	/** Between two reads of a stream. */
	readonly streamReadTimeoutMs: number;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Log;
	readonly preparer: PromptPreparer;
}

/** Null where a prompt was prepared for another provider. */
function endpointOf({ transport }: PreparedPrompt): TextEndpoint {
	return transport === 'native' ? NATIVE_ENDPOINT : COMPLETION_ENDPOINT;
}

/** Refusals after which the remembered plan of a key is no longer believed. */
const PLAN_REFUSALS: ReadonlySet<Failure['code']> = new Set([
	'key-rejected',
	'subscription-inactive',
	'tier-unsupported',
]);

/** The output length that a body asks for, in tokens. */
function askedTokens(body: PreparedPrompt['body']): number {
	const parameters = body['parameters'] as Readonly<Record<string, unknown>> | undefined;
	return Number(parameters?.['max_length'] ?? body['max_tokens'] ?? 0);
}

/** Prepares and streams replies of NovelAI's models. One generation at a time per credential is the caller's duty. */
export class NovelaiTextModel implements TextModel {
	readonly #options: NovelaiTextModelOptions;
	readonly #subscription: Subscription;
	readonly #missingFamilies: ReadonlySet<string>;

	private constructor(options: NovelaiTextModelOptions, missingFamilies: readonly string[]) {
		this.#options = options;
		this.#subscription = new Subscription(options);
		this.#missingFamilies = new Set(missingFamilies);
	}

	/** Opens the model once it is known which tokenizers are missing; nothing is asked of NovelAI yet. */
	static async open(options: NovelaiTextModelOptions): Promise<NovelaiTextModel> {
		return new NovelaiTextModel(options, await options.preparer.missingFamilies());
	}

	/** NovelAI's models read what people and personas said or did, and nothing beside it. */
	readsNotes(): boolean {
		return false;
	}

	/** NovelAI's terms do (ruling N10). */
	needsPerson(): boolean {
		return true;
	}

	async prepare(
		request: PromptRequest,
		credential: Credential,
		signal: AbortSignal,
	): Promise<Result<PreparedPrompt, Failure>> {
		const profile = profileOf(request.codename);
		if (profile === null) return err({ code: 'model-unknown', model: request.codename });
		const isServed = (facts: SubscriptionFacts) => gateFailure(profile, facts) === null;
		const facts = await this.#subscription.factsToGrant(credential, isServed, signal);
		if (!facts.ok) return facts;
		const refusal = gateFailure(profile, facts.value);
		if (refusal !== null) return err(refusal);
		return this.#options.preparer.prepare(request, facts.value.tier, signal);
	}

	stream(prepared: PreparedPrompt, credential: Credential, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
		const { clock, random, log, preparer } = this.#options;
		return continuedReply(prepared, {
			attempt: (one) => this.#attempt(one, credential, signal),
			prepare: async (request) => {
				log.info({ model: prepared.codename }, 'A reply broke off and is continued.');
				assert(prepared.tier !== null, 'a prompt of NovelAI is made for a plan');
				const { tier } = prepared;
				return tier === null ? err({ code: 'continuation-exhausted' }) : preparer.prepare(request, tier, signal);
			},
			retryWaits: () => {
				const policy = new RetryPolicy(() => random.next());
				return (failure) => {
					if (PLAN_REFUSALS.has(failure.code)) this.#subscription.forget(credential);
					const waitMs = policy.nextWaitMs(failure);
					if (waitMs !== null) {
						log.info({ model: prepared.codename, code: failure.code, waitMs }, 'Generation is tried again.');
					}
					return waitMs;
				};
			},
			sleep: (waitMs) => clock.sleep(waitMs, signal),
			signal,
		});
	}

	async checkCredential(credential: Credential, signal: AbortSignal): Promise<Result<KeyFacts, Failure>> {
		return keyFactsOf(await this.#subscription.ask(credential, signal));
	}

	async keyFacts(credential: Credential, signal: AbortSignal): Promise<Result<KeyFacts, Failure>> {
		return keyFactsOf(await this.#subscription.facts(credential, signal));
	}

	models(): readonly ModelDescription[] {
		return allProfiles().map((profile) => describeModel(profile, this.#missingFamilies));
	}

	#attempt(prepared: PreparedPrompt, credential: Credential, signal: AbortSignal): AsyncIterable<AttemptEvent> {
		const endpoint = endpointOf(prepared);
		assert(endpoint !== null, 'a prompt goes to the provider that it was made for');
		const { textUrl, clock, requestTimeoutMs, streamReadTimeoutMs } = this.#options;
		const url = endpointUrl(textUrl, endpoint.path);
		const { body } = prepared;
		const after: Timer = (delayMs, action) => clock.after(delayMs, action);
		const headers = requestHeaders(credential);
		const steps = requestEvents({ url, body, headers, after, requestTimeoutMs, streamReadTimeoutMs }, signal);
		return readAttempt(steps, {
			endpoint,
			refusalFailure: (status, text) => this.#refusalFailure(status, text, { prepared, credential }),
		});
	}

	#refusalFailure(
		status: number,
		body: string,
		context: { prepared: PreparedPrompt; credential: Credential },
	): Failure {
		const { prepared, credential } = context;
		const profile = profileOf(prepared.codename);
		const tier = this.#subscription.remembered(credential)?.tier;
		const published = tier === undefined ? undefined : profile?.publishedOutputTokens[tier];
		const exceeded = published !== undefined && askedTokens(prepared.body) > published;
		return novelaiFailure({
			status,
			body,
			model: profile?.displayName ?? prepared.codename,
			tier: tier === undefined ? '?' : tierName(tier),
			secret: credential.secret,
			publishedOutputTokens: exceeded ? published : null,
		});
	}
}
