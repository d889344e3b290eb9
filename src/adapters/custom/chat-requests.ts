/** Requests for a chat completion: where the address leads, what is sent there, and what the answer teaches. */
import { type AttemptEvent, AttemptReader } from '#core/reply/attempt-reader';
import type { Credential } from '#domain/credential';
import { type CustomProvider, customUrl } from '#domain/custom-provider';
import type { Failure } from '#domain/failure';
import { type RequestStep, requestEvents } from '#lib/event-request';
import { RequestGuard, type Timer } from '#lib/request-guard';
import type { Result } from '#lib/result';
import type { AddressGuard } from '#ports/address-guard';
import { CHAT_COMPLETIONS_ENDPOINT } from './chat-completions-endpoint.ts';
import { customFailure } from './custom-failure.ts';
import { customHeaders } from './custom-headers.ts';
import type { EndpointLessons } from './endpoint-lessons.ts';
import { endpointTarget } from './endpoint-target.ts';
import { promptTokensIn } from './read-usage.ts';

type Body = Readonly<Record<string, unknown>>;

/** A credential whose requests go to an endpoint. */
export interface EndpointUse {
	readonly credential: Credential;
	readonly endpoint: CustomProvider;
}

/** Times and the capabilities that requests need. */
export interface ChatRequestsOptions {
	/** Until the first byte of an answer. */
	readonly requestTimeoutMs: number;
	/** Between two reads of a stream. */
	readonly streamReadTimeoutMs: number;
	readonly after: Timer;
	readonly addressGuard: AddressGuard;
	readonly lessons: EndpointLessons;
}

/** How long a reply that is over is kept for the count of its prompt, in milliseconds; it comes right behind it. */
const usageWaitMs = 1_000;

/** Statuses of a body that is not as the endpoint wants it. */
const OF_FIELDS: ReadonlySet<number> = new Set([400, 422]);

/** Fields that an endpoint may refuse one after the other until one request is given up. */
const refusedFieldsMax = 8;

/** What became of one request. */
interface Sent {
	readonly end: AttemptEvent;
	/** A refusal that came before anything else, else null. */
	readonly refusal: Refusal | null;
}

/** What an endpoint said in place of a reply. */
interface Refusal {
	readonly status: number;
	readonly text: string;
}

const ADDRESS_UNKNOWN: Failure = { code: 'provider-unreachable' };

/** Sends bodies to endpoints and reads what comes. */
export class ChatRequests {
	readonly #options: ChatRequestsOptions;

	constructor(options: ChatRequestsOptions) {
		this.#options = options;
	}

	/**
	 * The events of the answer, the end last. A request that is refused for a field is sent again without it, or with its
	 * other name. Leaving the loop releases the connection.
	 */
	async *events(body: Body, use: EndpointUse, signal: AbortSignal): AsyncGenerator<AttemptEvent> {
		const { lessons } = this.#options;
		for (let left = refusedFieldsMax; ; left -= 1) {
			const taken = lessons.taken(body, use.endpoint);
			const { end, refusal } = yield* this.#send(taken, use, signal);
			const isOverflow = end.kind === 'end' && 'failure' in end.end && end.end.failure.code === 'context-exceeded';
			if (refusal !== null && isOverflow) lessons.noteOverflow(refusal.text, taken, use.endpoint);
			else if (refusal !== null && OF_FIELDS.has(refusal.status) && left > 0) {
				if (lessons.noteRefusedField(refusal.text, taken, use.endpoint)) continue;
			}
			yield end;
			return;
		}
	}

	async *#send(body: Body, use: EndpointUse, signal: AbortSignal): AsyncGenerator<AttemptEvent, Sent> {
		const target = await this.target(use.endpoint, signal);
		if (!target.ok) return { end: failed(target.error), refusal: null };
		const refusals: Refusal[] = [];
		let isFirst = true;
		const reader = new AttemptReader({
			endpoint: CHAT_COMPLETIONS_ENDPOINT,
			refusalFailure(status, text) {
				if (isFirst) refusals.push({ status, text });
				return customFailure(status, text, use.credential.secret);
			},
		});
		const tail = new RequestGuard(this.#options.after, signal);
		try {
			const steps = this.#steps(body, { ...use, address: target.value }, tail.signal);
			const usage = new UsageWatch(this.#options.lessons, body, use.endpoint);
			let end: AttemptEvent | null = null;
			for await (const step of steps) {
				usage.look(step);
				const news: readonly AttemptEvent[] = end === null ? reader.take(step) : [];
				for (const event of news) {
					if (event.kind === 'end') end = event;
					else yield event;
					isFirst = false;
				}
				if (end === null) continue;
				if (!usage.isMissingBehind(step, end)) break;
				if (!usage.isAwaited) tail.arm(usageWaitMs);
				usage.isAwaited = true;
			}
			if (tail.timedOut) this.#options.lessons.noteSilence(use.endpoint);
			return { end: end ?? failed(ADDRESS_UNKNOWN), refusal: refusals[0] ?? null };
		} finally {
			tail.close();
		}
	}

	#steps(
		body: Body,
		{ credential, endpoint, address }: EndpointUse & { readonly address: string | null },
		signal: AbortSignal,
	): AsyncIterable<RequestStep> {
		const { requestTimeoutMs, streamReadTimeoutMs, after } = this.#options;
		const url = customUrl(endpoint, '/chat/completions');
		const headers = customHeaders(credential);
		return requestEvents({ url, address, body, headers, after, requestTimeoutMs, streamReadTimeoutMs }, signal);
	}

	/** Where the endpoint leads, looked at for each request. */
	async target(endpoint: CustomProvider, signal: AbortSignal): Promise<Result<string | null, Failure>> {
		const { addressGuard, requestTimeoutMs: timeoutMs, after } = this.#options;
		return await endpointTarget(endpoint, { addressGuard, after, timeoutMs }, signal);
	}
}

/** Whether the count of a prompt has come, which some servers send behind the end of the reply. */
class UsageWatch {
	readonly #lessons: EndpointLessons;
	readonly #body: Body;
	readonly #endpoint: CustomProvider;
	#hasCome = false;
	isAwaited = false;

	constructor(lessons: EndpointLessons, body: Body, endpoint: CustomProvider) {
		this.#lessons = lessons;
		this.#body = body;
		this.#endpoint = endpoint;
	}

	look(step: RequestStep): void {
		const promptTokens = step.kind === 'event' ? promptTokensIn(step.event.data) : undefined;
		if (promptTokens === undefined || this.#hasCome) return;
		this.#hasCome = true;
		this.#lessons.noteUsage(promptTokens, this.#body, this.#endpoint);
	}

	/** Whether it may still come behind this step, with which the reply is over. */
	isMissingBehind(step: RequestStep, end: AttemptEvent): boolean {
		if (this.#hasCome || step.kind === 'end' || step.event.data.trim() === CHAT_COMPLETIONS_ENDPOINT.sentinel) {
			return false;
		}
		const isWhole = end.kind === 'end' && end.end.kind === 'normal';
		return isWhole && this.#lessons.awaitsUsage(this.#body, this.#endpoint);
	}
}

function failed(failure: Failure): AttemptEvent {
	return { kind: 'end', end: { kind: 'failed', failure } };
}
