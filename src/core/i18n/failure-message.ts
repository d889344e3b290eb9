/** A failure in the words of its reader. */
import { escapeMarkdown } from '#core/text/escape-markdown';
import type { Failure } from '#domain/failure';
import type { Locale } from '#domain/locale';
import type { MessageKey } from './locales/en.ts';
import { translate } from './translate.ts';

/** Whose failures are meant where they do not say. */
const DEFAULT_PROVIDER = 'NovelAI';

type DetailedFailure = Extract<Failure, { readonly detail: string }>;

/** What is said where the foreign words are missing. */
const WORDLESS = {
	'provider-rejected': 'wordless.provider-rejected',
	'provider-broken': 'wordless.provider-broken',
	'discord-rejected': 'wordless.discord-rejected',
} as const satisfies Readonly<Record<DetailedFailure['code'], MessageKey>>;

/**
 * One clear sentence for a failure; its code is the message's key, so a new code without words does not compile. Foreign
 * words come as they were written, and a sentence that would end in none has a form of its own.
 */
export function failureMessage(locale: Locale, failure: Failure): string {
	const provider = escapeMarkdown(('provider' in failure ? failure.provider : undefined) ?? DEFAULT_PROVIDER);
	if (!('detail' in failure)) {
		const { code, ...parameters } = failure;
		const given = parameters as Readonly<Record<string, string | number>>;
		return translate(locale, `failure.${code}`, { ...given, provider });
	}
	const detail = failure.detail.trim();
	if (detail === '') return translate(locale, WORDLESS[failure.code], { provider });
	return translate(locale, `failure.${failure.code}`, { detail: escapeMarkdown(detail), provider });
}
