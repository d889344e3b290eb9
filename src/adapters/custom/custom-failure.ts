/** Turns what an endpoint answers into our failures, without ever letting a key through. */
import { readOverflow } from '#core/chat-completions/read-refusal';
import { isHtmlPage, providerWords, safeDetail } from '#core/text/provider-words';
import type { Failure } from '#domain/failure';
import type { Secret } from '#domain/secret';

const ABOUT_THE_KEY = /api.?key|authoriz|authent|credential|token|permission/iu;
const OUT_OF_CREDIT = /insufficient.?(?:quota|credit|funds|balance)|billing|exceeded your current quota/iu;

/** llama.cpp's server answers pictures that its model cannot see with an error of its own; asking again changes nothing. */
const NOT_ABLE = /is not supported|not implemented|does not support/iu;

/** What stands at an address that is somebody's web page, and no endpoint. */
const PAGE = 'it sent a web page in place of an answer';

/** Statuses of a prompt that is too long; older servers of llama.cpp say 500. */
const OF_SIZE: ReadonlySet<number> = new Set([400, 413, 422, 500]);

/** The failure of a refusal: `status` is HTTP's, or the one inside an error that came with success. */
export function customFailure(status: number, body: string, secret: Secret): Failure {
	const words = isHtmlPage(body) ? '' : providerWords(body);
	if (OF_SIZE.has(status) && readOverflow(body) !== null) return { code: 'context-exceeded' };
	switch (status) {
		case 401:
			return { code: 'key-rejected' };
		case 402:
			return { code: 'subscription-inactive' };
		case 403:
			return ABOUT_THE_KEY.test(words) || words.trim() === ''
				? { code: 'key-rejected' }
				: rejected(status, words, secret);
		case 408:
			return { code: 'provider-overloaded' };
		case 429:
			return OUT_OF_CREDIT.test(words) ? { code: 'subscription-inactive' } : { code: 'provider-busy' };
		default:
			return status >= 500 && !NOT_ABLE.test(words) ? { code: 'provider-overloaded' } : rejected(status, words, secret);
	}
}

/** Without words of the endpoint's own, what it did instead of answering has to do. */
function rejected(status: number, words: string, secret: Secret): Failure {
	const isRedirect = status >= 300 && status < 400;
	const detail = isRedirect ? '' : safeDetail(words, secret);
	if (detail !== '') return { code: 'provider-rejected', detail };
	const deed = isRedirect ? 'it sends elsewhere' : status < 300 ? PAGE : 'it gave no reason';
	return { code: 'provider-rejected', detail: `${deed} (HTTP ${status})` };
}
