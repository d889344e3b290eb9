/** Finds a message and fills its placeholders. */
import { LOCALES, type Locale } from '#domain/locale';
import type { LocalizedText } from '#domain/localized-text';
import { type Catalogue, en, type MessageKey } from './locales/en.ts';
import { ja } from './locales/ja.ts';
import { ptBr } from './locales/pt-br.ts';

/** All catalogues by language. */
export const CATALOGUES: Readonly<Record<Locale, Catalogue>> = { en, ja, 'pt-BR': ptBr };

/** Values of placeholders; `count` also chooses the plural form. */
export type MessageParameters = Readonly<Record<string, string | number>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/** The message in a language. A placeholder without a value stays as it stands, which the tests forbid. */
export function translate(locale: Locale, key: MessageKey, parameters: MessageParameters = {}): string {
	const entry = CATALOGUES[locale][key];
	const template = typeof entry === 'string' ? entry : pluralForm(locale, entry, parameters['count']);
	return template.replace(PLACEHOLDER, (whole, name: string) => {
		const value = parameters[name];
		if (value === undefined) return whole;
		return typeof value === 'number' ? value.toLocaleString(locale) : value;
	});
}

function pluralForm(
	locale: Locale,
	forms: Exclude<Catalogue[MessageKey], string>,
	count: string | number | undefined,
): string {
	const category = new Intl.PluralRules(locale).select(Number(count ?? 0));
	return forms[category] ?? forms.other;
}

/** The message in every language, for descriptions that are registered rather than spoken. */
export function everyLocale(key: MessageKey): LocalizedText {
	return Object.fromEntries(LOCALES.map((locale) => [locale, translate(locale, key)])) as Record<Locale, string>;
}

/** Private answers: personal language, then the asker's Discord language, then the server's, then English (ruling P8). */
export function privateLocale(...candidates: readonly (Locale | null)[]): Locale {
	return candidates.find((candidate) => candidate !== null) ?? 'en';
}
