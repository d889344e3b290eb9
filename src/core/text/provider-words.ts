/** What a provider says when it does not answer as it should: read, bounded, and without any key. */
import type { Secret } from '#domain/secret';
import { blotSecrets } from './blot-secrets.ts';

const BLOT = '[secret]';

/** Longest quotation of the provider's words, in characters. */
const detailCharactersMax = 300;

const HTML_PAGE = /^\s*<(?:!doctype|html|head|body)\b/iu;

/** A JSON object, or null for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : null;
	} catch {
		return null;
	}
}

/** Whether a body is a web page, as Cloudflare sends in place of an answer. */
export function isHtmlPage(body: string): boolean {
	return HTML_PAGE.test(body);
}

/** The provider's own words: `message`, then `error.message`, `error` and `detail`, then the body itself. */
export function providerWords(body: string): string {
	const parsed = parseObject(body);
	if (parsed === null) return body;
	const { error, message, detail } = parsed;
	const nested = isObject(error) ? error['message'] : error;
	return [message, nested, detail].find((words) => typeof words === 'string' && words !== '')?.toString() ?? body;
}

/** Words on one line, bounded and without anything that looks like a key. */
export function safeDetail(words: string, secret: Secret): string {
	const key = secret.reveal();
	const dresses = key === '' ? [] : [key, encodeURIComponent(key.toWellFormed())];
	const withoutKey = dresses.reduce((text, dress) => text.replaceAll(dress, BLOT), words);
	const flat = blotSecrets(withoutKey, BLOT)
		.replaceAll(/bearer\s+[^\s"',}]+/giu, BLOT)
		.replaceAll(/\s+/gu, ' ')
		.trim();
	const characters = [...flat];
	return characters.length > detailCharactersMax ? `${characters.slice(0, detailCharactersMax - 1).join('')}…` : flat;
}

/** What servers call their errors where they give no number. */
const NAMED_STATUSES: readonly (readonly [RegExp, number])[] = [
	[/invalid_api_key|authentication|unauthorized/iu, 401],
	[/insufficient_quota|billing|payment/iu, 402],
	[/rate_?limit|too_many_requests/iu, 429],
	[/server_error|overloaded|internal|unavailable|timeout/iu, 503],
];

/**
 * Reads an error out of a JSON object that came with a success status, such as `{"error": …}`, `{"object": "error", …}`
 * or `{"statusCode": 500, "message": …}`; null when the object is no error. Without a status of its own, or a name that
 * stands for one, it counts as 400.
 */
export function errorStatusOf(payload: Readonly<Record<string, unknown>>): number | null {
	const { statusCode, error, object } = payload;
	if (isFailing(statusCode)) return statusCode;
	// Some servers name the field in every chunk and leave it empty.
	const isEmpty = error === undefined || error === null || error === false || error === '';
	if (isEmpty && object !== 'error') return null;
	const { code, status, type } = isObject(error) ? error : payload;
	const numbered = [code, status].map((value) => (typeof value === 'string' ? Number(value) : value)).find(isFailing);
	if (numbered !== undefined) return numbered;
	const names = [code, status, type].filter((value) => typeof value === 'string').join(' ');
	return NAMED_STATUSES.find(([pattern]) => pattern.test(names))?.[1] ?? 400;
}

function isFailing(value: unknown): value is number {
	return typeof value === 'number' && value >= 400 && value < 600;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
