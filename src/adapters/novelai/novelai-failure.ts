/** Turns what NovelAI answers into our failures, without ever letting a key through. */
import { isHtmlPage, providerWords, safeDetail } from '#core/text/provider-words';
import type { Failure } from '#domain/failure';
import type { Secret } from '#domain/secret';

const TIER_REFUSAL = /not allowed for current user tier\s*'?([\w ]*)'?|not eligible for this model/iu;
const CONCURRENT = /concurrent|generation is locked/iu;

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
