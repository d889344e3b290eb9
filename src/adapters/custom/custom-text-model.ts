/** Any OpenAI-compatible chat endpoint as a text model (ruling P6). */
import { mediaTokens } from '#core/chat-completions/media-tokens';
import { mediaTokensMax, prepareChat } from '#core/chat-completions/prepare-chat';
import { withToolRounds } from '#core/chat-completions/with-tool-rounds';
import { promptMediaBytesMax, withinRoom } from '#core/media/media-budget';
import { resolveMediaForModel } from '#core/media/resolve-media';
import { type AttemptEvent, AttemptReader } from '#core/reply/attempt-reader';
import { RetryPolicy } from '#core/reply/retry-policy';
import type { Credential } from '#domain/credential';
import { type CustomProvider, customUrl } from '#domain/custom-provider';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import type { MediaOutcomes } from '#domain/loaded-media';
import type { PromptRequest } from '#domain/prompt-request';
import { type RequestStep, requestEvents } from '#lib/event-request';
import { ExpiringMap } from '#lib/expiring-map';
import { RequestGuard, type Timer } from '#lib/request-guard';
import { err, ok, type Result } from '#lib/result';
import type { AddressGuard } from '#ports/address-guard';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { Random } from '#ports/random';
import type { KeyFacts, ModelDescription, TextModel } from '#ports/text-model';
import { CHAT_COMPLETIONS_ENDPOINT } from './chat-completions-endpoint.ts';
import { customFailure } from './custom-failure.ts';
import { customHeaders } from './custom-headers.ts';
import { type CustomReplyPorts, customReply } from './custom-reply.ts';
import { listModels } from './list-models.ts';

/** Times and the capabilities that the model works with. */
export interface CustomTextModelOptions {
	/** Until the first byte of an answer. */
	readonly requestTimeoutMs: number;
	/** Between two reads of a stream. */
	readonly streamReadTimeoutMs: number;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Log;
	readonly addressGuard: AddressGuard;
}

/** A credential whose requests go to an endpoint. */
interface EndpointUse {
	readonly credential: Credential;
	readonly endpoint: CustomProvider;
}

/** The shortest reply that proves that an endpoint answers, in tokens. */
const proofTokens = 16;

/** How long, in milliseconds, and of how many models at most it is remembered that they begin inside a thought. */
const openedThoughtsMs = 7 * 86_400_000;
const openedThoughtsMax = 1_000;

/** Prepares and streams replies of the endpoint that the credential names. Where it leads is looked at for each request. */
export class CustomTextModel implements TextModel {
	readonly #options: CustomTextModelOptions;
	readonly #after: Timer;
	/** Models whose replies turned out to begin inside a thought that their template opens. */
	readonly #openedThoughts: ExpiringMap<string, true>;

	constructor(options: CustomTextModelOptions) {
		this.#options = options;
		const nowMs = (): number => options.clock.now();
		this.#openedThoughts = new ExpiringMap({ ttlMs: openedThoughtsMs, entriesMax: openedThoughtsMax, nowMs });
		this.#after = (delayMs, action) => options.clock.after(delayMs, action);
	}

	/** Chat models read notes beside what was said. */
	readsNotes(): boolean {
		return true;
	}

	/**
	 * Cheap enough for the main loop; asks nothing of the endpoint. Pictures that leave no room for the words that must be
	 * there are told in words, like everything that the endpoint does not see.
	 */
	async prepare(request: PromptRequest, credential: Credential): Promise<Result<PreparedPrompt, Failure>> {
		const { endpoint } = credential;
		if (endpoint === undefined) return err({ code: 'model-unknown', model: request.codename });
		const room = { tokensMax: mediaTokensMax(endpoint), bytesMax: promptMediaBytesMax, tokensOf: mediaTokens };
		const shown = withinRoom(request.items, request.media ?? new Map(), room);
		const prepared = this.#prepareWith(shown, request, endpoint);
		if (prepared.ok || prepared.error.code !== 'floor-too-large' || shown.size === 0) return prepared;
		const nothing = withinRoom(request.items, shown, { ...room, tokensMax: 0 });
		return this.#prepareWith(nothing, request, endpoint);
	}

	#prepareWith(
		loaded: MediaOutcomes,
		request: PromptRequest,
		endpoint: CustomProvider,
	): Result<PreparedPrompt, Failure> {
		const { capabilities } = endpoint;
		const items = resolveMediaForModel(request.items, { capabilities, imageAnalysisTool: null, loaded });
		const skippedMedia = items.flatMap((item) => item.skippedMedia ?? []);
		if (skippedMedia.length > 0) {
			this.#options.log.info(
				{ model: request.codename, skippedMedia },
				'the model does not see some media that it could',
			);
		}
		return prepareChat(request, items, endpoint);
	}

	stream(prepared: PreparedPrompt, credential: Credential, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
		const { clock, random, log } = this.#options;
		const policy = new RetryPolicy(() => random.next());
		return customReply(prepared, {
			attempt: () => this.#attempt(withToolRounds(prepared), credential, signal),
			waitAfter: (failure) => {
				const waitMs = policy.nextWaitMs(failure);
				if (waitMs !== null) {
					log.info({ model: prepared.codename, code: failure.code, waitMs }, 'Generation is tried again.');
				}
				return waitMs;
			},
			sleep: (waitMs) => clock.sleep(waitMs, signal),
			signal,
			thoughts: this.#thoughtsOf(credential),
		});
	}

	/** Some templates open the thought in the prompt, and then only the closing tag comes. */
	#thoughtsOf({ endpoint }: Credential): CustomReplyPorts['thoughts'] {
		const key = JSON.stringify([endpoint?.baseUrl, endpoint?.model]);
		return {
			areOpened: this.#openedThoughts.has(key),
			note: (areOpened) => {
				if (areOpened) this.#openedThoughts.set(key, true);
				else this.#openedThoughts.delete(key);
			},
		};
	}

	/**
	 * Asks for the shortest reply, since many endpoints list their models to anybody; then for that list. Nobody ends a
	 * turn here, so an endpoint that only keeps the connection alive is left after the time that an answer may take.
	 */
	async checkCredential(credential: Credential, signal: AbortSignal): Promise<Result<KeyFacts, Failure>> {
		const { endpoint } = credential;
		if (endpoint === undefined) return err({ code: 'model-unknown', model: credential.provider });
		const { requestTimeoutMs, streamReadTimeoutMs } = this.#options;
		const guard = new RequestGuard(this.#after, signal);
		try {
			guard.arm(requestTimeoutMs + streamReadTimeoutMs);
			const failure = await this.#proof({ credential, endpoint }, guard.signal);
			if (failure !== null) return err(guard.timedOut ? { code: 'provider-timeout' } : failure);
			return ok({ tier: null, models: await this.#listed({ credential, endpoint }, signal) });
		} finally {
			guard.close();
		}
	}

	/** What the endpoint lists; its address is looked at again, since it may lead elsewhere by now. */
	async #listed({ credential, endpoint }: EndpointUse, signal: AbortSignal): Promise<readonly string[]> {
		const target = await this.#target(endpoint, signal);
		if (!target.ok) return [];
		const { requestTimeoutMs: timeoutMs } = this.#options;
		const request = { url: customUrl(endpoint, '/models'), address: target.value, after: this.#after, timeoutMs };
		return await listModels({ ...request, headers: customHeaders(credential) }, signal);
	}

	/** Nothing is remembered and nothing is to be known: an endpoint has no plans. */
	async keyFacts(credential: Credential): Promise<Result<KeyFacts, Failure>> {
		return ok({ tier: null, models: credential.endpoint === undefined ? [] : [credential.endpoint.model] });
	}

	/** None: endpoints are people's own. */
	models(): readonly ModelDescription[] {
		return [];
	}

	/** Null when the endpoint writes something. */
	async #proof({ credential, endpoint }: EndpointUse, signal: AbortSignal): Promise<Failure | null> {
		const body = {
			model: endpoint.model,
			messages: [{ role: 'user', content: 'Hello' }],
			stream: true,
			max_tokens: proofTokens,
		};
		for await (const event of this.#attempt(body, credential, signal)) {
			if (event.kind !== 'end' || event.end.kind === 'normal') return null;
			return 'failure' in event.end ? event.end.failure : { code: 'provider-unreachable' };
		}
		return { code: 'provider-unreachable' };
	}

	async *#attempt(
		body: Readonly<Record<string, unknown>>,
		credential: Credential,
		signal: AbortSignal,
	): AsyncGenerator<AttemptEvent> {
		const { endpoint } = credential;
		const target = endpoint === undefined ? err(ADDRESS_UNKNOWN) : await this.#target(endpoint, signal);
		if (endpoint === undefined || !target.ok) {
			yield { kind: 'end', end: { kind: 'failed', failure: target.ok ? ADDRESS_UNKNOWN : target.error } };
			return;
		}
		const reader = new AttemptReader({
			endpoint: CHAT_COMPLETIONS_ENDPOINT,
			refusalFailure: (status, text) => customFailure(status, text, credential.secret),
		});
		for await (const step of this.#steps(body, { credential, endpoint, address: target.value }, signal)) {
			for (const event of reader.take(step)) {
				yield event;
				if (event.kind === 'end') return;
			}
		}
	}

	#steps(
		body: Readonly<Record<string, unknown>>,
		{ credential, endpoint, address }: EndpointUse & { readonly address: string | null },
		signal: AbortSignal,
	): AsyncIterable<RequestStep> {
		const { requestTimeoutMs, streamReadTimeoutMs } = this.#options;
		const url = customUrl(endpoint, '/chat/completions');
		const after = this.#after;
		const headers = customHeaders(credential);
		return requestEvents({ url, address, body, headers, after, requestTimeoutMs, streamReadTimeoutMs }, signal);
	}

	/**
	 * The address to connect to, which is the one that was checked, or null to go by the name, where it may lead anywhere.
	 * A name service that does not answer is out of reach like a server.
	 */
	async #target(endpoint: CustomProvider, signal: AbortSignal): Promise<Result<string | null, Failure>> {
		const { addressGuard, requestTimeoutMs } = this.#options;
		const guard = new RequestGuard(this.#after, signal);
		try {
			guard.arm(requestTimeoutMs);
			const { reach, addresses } = await guard.until(addressGuard.whereabouts(endpoint.baseUrl, guard.signal));
			if (reach === 'unknown') return err(ADDRESS_UNKNOWN);
			if (endpoint.mayBePrivate) return ok(null);
			return reach === 'private' ? err({ code: 'address-private' }) : ok(addresses[0] ?? null);
		} catch {
			return err(ADDRESS_UNKNOWN);
		} finally {
			guard.close();
		}
	}
}

const ADDRESS_UNKNOWN: Failure = { code: 'provider-unreachable' };
