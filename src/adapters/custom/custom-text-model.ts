/** Any OpenAI-compatible chat endpoint as a text model (ruling P6). */
import { mediaTokens } from '#core/chat-completions/media-tokens';
import { mediaTokensMax, prepareChat } from '#core/chat-completions/prepare-chat';
import { withToolRounds } from '#core/chat-completions/with-tool-rounds';
import { promptMediaBytesMax, withinRoom } from '#core/media/media-budget';
import { resolveMediaForModel } from '#core/media/resolve-media';
import type { AttemptEvent } from '#core/reply/attempt-reader';
import { RetryPolicy } from '#core/reply/retry-policy';
import type { Credential } from '#domain/credential';
import { type CustomProvider, customUrl } from '#domain/custom-provider';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import type { MediaOutcomes } from '#domain/loaded-media';
import type { PromptRequest } from '#domain/prompt-request';
import { imageAnalysisTool } from '#domain/tool-call';
import { ExpiringMap } from '#lib/expiring-map';
import { RequestGuard, type Timer } from '#lib/request-guard';
import { err, ok, type Result } from '#lib/result';
import type { AddressGuard } from '#ports/address-guard';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { Random } from '#ports/random';
import type { KeyFacts, ModelDescription, TextModel } from '#ports/text-model';
import { ChatRequests, type EndpointUse } from './chat-requests.ts';
import { customHeaders } from './custom-headers.ts';
import { type CustomReplyPorts, customReply } from './custom-reply.ts';
import { EndpointLessons } from './endpoint-lessons.ts';
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

/** The shortest reply that proves that an endpoint answers, in tokens. */
const proofTokens = 16;

/** How long, in milliseconds, and of how many models at most it is remembered that they begin inside a thought. */
const openedThoughtsMs = 7 * 86_400_000;
const openedThoughtsMax = 1_000;

/** Prepares and streams replies of the endpoint that the credential names. Where it leads is looked at for each request. */
export class CustomTextModel implements TextModel {
	readonly #options: CustomTextModelOptions;
	readonly #after: Timer;
	readonly #lessons: EndpointLessons;
	readonly #requests: ChatRequests;
	/** Models whose replies turned out to begin inside a thought that their template opens. */
	readonly #openedThoughts: ExpiringMap<string, true>;

	constructor(options: CustomTextModelOptions) {
		this.#options = options;
		const nowMs = (): number => options.clock.now();
		this.#openedThoughts = new ExpiringMap({ ttlMs: openedThoughtsMs, entriesMax: openedThoughtsMax, nowMs });
		this.#after = (delayMs, action) => options.clock.after(delayMs, action);
		this.#lessons = new EndpointLessons(nowMs);
		const { requestTimeoutMs, streamReadTimeoutMs, addressGuard } = options;
		const times = { requestTimeoutMs, streamReadTimeoutMs, after: this.#after };
		this.#requests = new ChatRequests({ ...times, addressGuard, lessons: this.#lessons });
	}

	/** Chat models read notes beside what was said. */
	readsNotes(): boolean {
		return true;
	}

	/** An endpoint's terms are those of whoever runs it. */
	needsPerson(): boolean {
		return false;
	}

	/**
	 * Cheap enough for the main loop; asks nothing of the endpoint. Pictures that leave no room for the words that must be
	 * there are told in words, like everything that the endpoint does not see.
	 */
	async prepare(request: PromptRequest, credential: Credential): Promise<Result<PreparedPrompt, Failure>> {
		if (credential.endpoint === undefined) return err({ code: 'model-unknown', model: request.codename });
		const endpoint = { ...credential.endpoint, windowTokens: this.#lessons.windowOf(credential.endpoint) };
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
		const looker = request.tools?.find(({ name }) => name === imageAnalysisTool)?.name ?? null;
		const items = resolveMediaForModel(request.items, { capabilities, imageAnalysisTool: looker, loaded });
		const skippedMedia = items.flatMap((item) => item.skippedMedia ?? []);
		if (skippedMedia.length > 0) {
			this.#options.log.info(
				{ model: request.codename, skippedMedia },
				'the model does not see some media that it could',
			);
		}
		const prepared = prepareChat(request, items, { ...endpoint, tokenScale: this.#lessons.scaleOf(endpoint) });
		if (!prepared.ok) return prepared;
		return ok({ ...prepared.value, body: this.#lessons.askingForUsage(prepared.value.body, endpoint) });
	}

	stream(prepared: PreparedPrompt, credential: Credential, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
		const { clock, random, log } = this.#options;
		const policy = new RetryPolicy(() => random.next());
		return customReply(prepared, {
			attempt: () => this.#attempt(prepared, credential, signal),
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

	/** A prompt that turns out to be too long is prepared once more, in the size that is known then. */
	async *#attempt(prepared: PreparedPrompt, credential: Credential, signal: AbortSignal): AsyncGenerator<AttemptEvent> {
		const { endpoint } = credential;
		if (endpoint === undefined) return yield failed({ code: 'model-unknown', model: prepared.codename });
		const use = { credential, endpoint };
		let hasSaid = false;
		for await (const event of this.#requests.events(withToolRounds(prepared), use, signal)) {
			if (hasSaid || !isTooLong(event)) {
				hasSaid = true;
				yield event;
				continue;
			}
			this.#options.log.info({ model: prepared.codename }, 'A prompt was too long for its endpoint and is shortened.');
			const shorter = await this.prepare(prepared.request, credential);
			if (!shorter.ok) return yield failed(shorter.error);
			const { toolRounds } = prepared;
			const again = toolRounds === undefined ? shorter.value : { ...shorter.value, toolRounds };
			yield* this.#requests.events(withToolRounds(again), use, signal);
		}
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
		const target = await this.#requests.target(endpoint, signal);
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
	async #proof(use: EndpointUse, signal: AbortSignal): Promise<Failure | null> {
		const body = {
			model: use.endpoint.model,
			messages: [{ role: 'user', content: 'Hello' }],
			stream: true,
			max_tokens: proofTokens,
		};
		for await (const event of this.#requests.events(body, use, signal)) {
			if (event.kind !== 'end' || event.end.kind === 'normal') return null;
			return 'failure' in event.end ? event.end.failure : OUT_OF_REACH;
		}
		return OUT_OF_REACH;
	}
}

const OUT_OF_REACH: Failure = { code: 'provider-unreachable' };

function failed(failure: Failure): AttemptEvent {
	return { kind: 'end', end: { kind: 'failed', failure } };
}

function isTooLong(event: AttemptEvent): boolean {
	return event.kind === 'end' && event.end.kind === 'failed' && event.end.failure.code === 'context-exceeded';
}
