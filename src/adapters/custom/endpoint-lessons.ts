/** What requests taught about endpoints: how they count, how much they read, and which fields they refuse. */
import { estimateRequest } from '#core/chat-completions/estimate-request';
import { readOverflow, refusedField } from '#core/chat-completions/read-refusal';
import { observedScale, tokenScale, withObservation } from '#core/chat-completions/token-scale';
import type { CustomProvider } from '#domain/custom-provider';
import { ExpiringMap } from '#lib/expiring-map';

type Body = Readonly<Record<string, unknown>>;
type Endpoint = Pick<CustomProvider, 'baseUrl' | 'model' | 'windowTokens'>;

/** Servers are updated, restarted with other models and given more memory, so that nothing is believed for ever. */
const HOUR_MS = 3_600_000;
const scalesMs = 7 * 24 * HOUR_MS;
const fieldsMs = 24 * HOUR_MS;
const windowsMs = HOUR_MS;

/** Models of endpoints that are remembered; of more, those learnt first are forgotten. */
const endpointsMax = 1_000;

/** A window below this is a number that was read wrongly. */
const windowTokensMin = 256;

/** Where a server does not say how much too long a prompt was. */
const unknownOverflow = 1.5;

/**
 * Fields that a reply can do without; what they would have done is the endpoint's own choice then, and a call where nothing
 * may be called any more is not made anyway.
 */
const SPARED_FIELDS = [
	'stream_options',
	'temperature',
	'top_p',
	'top_k',
	'min_p',
	'frequency_penalty',
	'presence_penalty',
	'stop',
	'tool_choice',
] as const;

/** The name of the longest reply's length, and the one that models with reasoning take in its place. */
const LENGTH_FIELD = 'max_tokens';
const OTHER_LENGTH_FIELD = 'max_completion_tokens';

/** Kept in memory alone, by address and model: a restart learns anew. */
export class EndpointLessons {
	readonly #scales: ExpiringMap<string, readonly number[]>;
	readonly #windows: ExpiringMap<string, number>;
	readonly #refused: ExpiringMap<string, readonly string[]>;
	/** Endpoints that were asked for their count and did not give it in time. */
	readonly #silent: ExpiringMap<string, true>;

	constructor(nowMs: () => number) {
		const entriesMax = endpointsMax;
		this.#scales = new ExpiringMap({ ttlMs: scalesMs, entriesMax, nowMs });
		this.#windows = new ExpiringMap({ ttlMs: windowsMs, entriesMax, nowMs });
		this.#refused = new ExpiringMap({ ttlMs: fieldsMs, entriesMax, nowMs });
		this.#silent = new ExpiringMap({ ttlMs: fieldsMs, entriesMax, nowMs });
	}

	/** How many tokens it counts for one that is estimated. */
	scaleOf(endpoint: Endpoint): number {
		return tokenScale(this.#scales.get(keyOf(endpoint)) ?? []);
	}

	/** How much it reads: what is stored of it, or less where it said so. */
	windowOf(endpoint: Endpoint): number {
		return Math.min(endpoint.windowTokens, this.#windows.get(keyOf(endpoint)) ?? endpoint.windowTokens);
	}

	/** The body with the question for its count, in the fields that it takes. */
	askingForUsage(body: Body, endpoint: Endpoint): Body {
		return this.taken({ ...body, stream_options: { include_usage: true } }, endpoint);
	}

	/** The body in the fields that the endpoint takes. */
	taken(body: Body, endpoint: Endpoint): Body {
		const refused = this.#refused.get(keyOf(endpoint)) ?? [];
		if (refused.length === 0) return body;
		const kept = Object.entries(body).filter(([field]) => !refused.includes(field));
		const length = refused.includes(LENGTH_FIELD) ? body[LENGTH_FIELD] : undefined;
		return { ...Object.fromEntries(kept), ...(length === undefined ? {} : { [OTHER_LENGTH_FIELD]: length }) };
	}

	/** Whether the count of this request is still to be waited for when the reply is over. */
	awaitsUsage(body: Body, endpoint: Endpoint): boolean {
		return body['stream_options'] !== undefined && !this.#silent.has(keyOf(endpoint));
	}

	noteSilence(endpoint: Endpoint): void {
		this.#silent.set(keyOf(endpoint), true);
	}

	/** What it counted of a body; pictures teach nothing. */
	noteUsage(promptTokens: unknown, body: Body, endpoint: Endpoint): void {
		const scale = observedScale(promptTokens, estimateRequest(body) ?? 0);
		if (scale !== null) this.#observe(scale, endpoint);
	}

	/**
	 * True when the refusal names a field that the next request can do without, or under another name; never twice for
	 * the same field.
	 */
	noteRefusedField(refusal: string, body: Body, endpoint: Endpoint): boolean {
		const fields = [LENGTH_FIELD, ...SPARED_FIELDS].filter((field) => body[field] !== undefined);
		const named = refusedField(refusal, fields);
		const field = named === 'unnamed' && body['stream_options'] !== undefined ? 'stream_options' : named;
		const refused = this.#refused.get(keyOf(endpoint)) ?? [];
		if (field === null || field === 'unnamed' || refused.includes(field)) return false;
		this.#refused.set(keyOf(endpoint), [...refused, field]);
		return true;
	}

	/** A body was too long; afterwards one of the same pieces is prepared shorter. */
	noteOverflow(refusal: string, body: Body, endpoint: Endpoint): void {
		const { windowTokens, promptTokens } = readOverflow(refusal) ?? { windowTokens: null, promptTokens: null };
		const before = { window: this.windowOf(endpoint), scale: this.scaleOf(endpoint) };
		if (windowTokens !== null && windowTokens >= windowTokensMin && windowTokens < before.window) {
			this.#windows.set(keyOf(endpoint), windowTokens);
		}
		const scale = observedScale(promptTokens, estimateRequest(body) ?? 0);
		if (scale !== null) this.#observe(scale, endpoint);
		const isShorter = this.windowOf(endpoint) < before.window || this.scaleOf(endpoint) > before.scale;
		if (!isShorter) this.#observe(before.scale * unknownOverflow, endpoint);
	}

	#observe(scale: number, endpoint: Endpoint): void {
		const key = keyOf(endpoint);
		this.#scales.set(key, withObservation(this.#scales.get(key) ?? [], scale));
	}
}

function keyOf({ baseUrl, model }: Endpoint): string {
	return JSON.stringify([baseUrl, model]);
}
