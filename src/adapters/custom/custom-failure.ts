/** Turns what an endpoint answers into our failures, without ever letting a key through. */
import { isHtmlPage, providerWords, safeDetail } from '#core/text/provider-words';
import type { Failure } from '#domain/failure';
import type { Secret } from '#domain/secret';

const ABOUT_THE_KEY = /api.?key|authoriz|authent|credential|token|permission/iu;
const OUT_OF_CREDIT = /insufficient.?(?:quota|credit|funds|balance)|billing|exceeded your current quota/iu;

/** The failure of a refusal: `status` is HTTP's, or the one inside an error that came with success. */
export function customFailure(status: number, body: string, secret: Secret): Failure {
	const words = isHtmlPage(body) ? '' : providerWords(body);
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
			return status >= 500 ? { code: 'provider-overloaded' } : rejected(status, words, secret);
	}
}

/** Without words of the endpoint's own, its status has to do. */
function rejected(status: number, words: string, secret: Secret): Failure {
	const isRedirect = status >= 300 && status < 400;
	const fallback = isRedirect ? 'it sends elsewhere' : 'it gave no reason';
	const detail = (isRedirect ? '' : safeDetail(words, secret)) || `${fallback} (HTTP ${status})`;
	return { code: 'provider-rejected', detail };
}
