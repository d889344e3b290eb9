/** A failure in the words of its reader. */
import type { Failure } from '#domain/failure';
import type { Locale } from '#domain/locale';
import { translate } from './translate.ts';

/** One clear sentence for a failure; its code is the message's key, so a new code without words does not compile. */
export function failureMessage(locale: Locale, failure: Failure): string {
	const { code, ...parameters } = failure;
	return translate(locale, `failure.${code}`, parameters as Readonly<Record<string, string | number>>);
}
