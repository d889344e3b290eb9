/** Turns what NovelAI answers into our failures, without ever letting a key through. */
import type { Failure } from '#domain/failure';
import type { Secret } from '#domain/secret';

/** Longest quotation of the provider's words, in characters. */
const detailCharactersMax = 300;

const TIER_REFUSAL = /not allowed for current user tier\s*'?([\w ]*)'?|not eligible for this model/iu;
const CONCURRENT = /concurrent|generation is locked/iu;
const HTML_PAGE = /^\s*<(?:!doctype|html|head|body)\b/iu;

/** A refusal and what is known around it. */
export interface Refusal {
	/** The HTTP status, or the one inside an error object that came with success. */
	readonly status: number;
	readonly body: string;
	readonly model: string;
	/** The plan's name as far as it is known. */
	readonly tier: string;
	readonly secret: Secret;
	/** The longest reply that NovelAI publishes for plan and model, when the request asked for more (ruling N7). */
	readonly publishedOutputTokens: number | null;
}

/** A JSON object, or null for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Readonly<Record<string, unknown>>)
			: null;
	} catch {
		return null;
	}
}

/** Whether a body is a web page, as Cloudflare sends in place of an answer. */
export function isHtmlPage(body: string): boolean {
	return HTML_PAGE.test(body);
}

/** The provider's own words: `message`, then `error.message`, then `error`, then the body itself. */
function providerWords(body: string): string {
	const parsed = parseObject(body);
	if (parsed === null) return body;
	const error = parsed['error'];
	const nested = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)['message'] : error;
	return [parsed['message'], nested].find((words) => typeof words === 'string' && words !== '')?.toString() ?? body;
}

/** Words on one line, bounded and without anything that looks like a key. */
export function safeDetail(words: string, secret: Secret): string {
	const key = secret.reveal();
	const withoutKey = key === '' ? words : words.replaceAll(key, '[secret]');
	const flat = withoutKey
		.replaceAll(/bearer\s+[^\s"',}]+/giu, '[secret]')
		.replaceAll(/pst-\w+/giu, '[secret]')
		.replaceAll(/\s+/gu, ' ')
		.trim();
	const characters = [...flat];
	return characters.length > detailCharactersMax ? `${characters.slice(0, detailCharactersMax - 1).join('')}…` : flat;
}

function rejected(refusal: Refusal, words: string): Failure {
	const detail = safeDetail(words, refusal.secret);
	const limit = refusal.publishedOutputTokens;
	if (limit === null) return { code: 'provider-rejected', detail };
	return { code: 'provider-rejected', detail: `${detail} (published maximum: ${limit} output tokens)` };
}

/** The failure of a refusal (wire: errors). */
export function novelaiFailure(refusal: Refusal): Failure {
	const { status, body, model } = refusal;
	// 408 is a server that gave up waiting, like 504.
	if (isHtmlPage(body) || status >= 500 || status === 408) return { code: 'provider-overloaded' };
	const words = providerWords(body);
	const tierRefusal = TIER_REFUSAL.exec(words);
	if (tierRefusal !== null) {
		return { code: 'tier-unsupported', model, tier: tierRefusal[1]?.trim() || refusal.tier };
	}
	if (status === 401) return { code: 'key-rejected' };
	if (status === 402) return { code: 'subscription-inactive' };
	if (status === 409) return { code: 'tier-unsupported', model, tier: refusal.tier };
	if (status === 429 || CONCURRENT.test(words)) return { code: 'provider-busy' };
	return rejected(refusal, words);
}

/**
 * Reads an error out of a JSON object that came with a success status, such as `{"error": …}` or
 * `{"statusCode": 500, "message": …}`; null when the object is no error. Without a status of its own it counts as 400.
 */
export function errorStatusOf(payload: Readonly<Record<string, unknown>>): number | null {
	const status = payload['statusCode'];
	const hasError = payload['error'] !== undefined && payload['error'] !== null;
	if (typeof status === 'number' && status >= 400) return status;
	return hasError ? 400 : null;
}
