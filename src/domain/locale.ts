/** The languages that tomori speaks of itself in; what a persona speaks is the persona's affair. */

/** Every language with a full catalogue, English first because it is the last fallback. */
export const LOCALES = ['en', 'ja', 'pt-BR'] as const;

/** One of our languages. */
export type Locale = (typeof LOCALES)[number];

/** The nearest of our languages for any BCP 47 tag (`en-GB` → `en`, `pt` → `pt-BR`), or null when none is near. */
export function localeOf(tag: string | null | undefined): Locale | null {
	if (!tag) return null;
	const exact = LOCALES.find((locale) => locale.toLowerCase() === tag.toLowerCase());
	if (exact) return exact;
	const language = tag.toLowerCase().split('-')[0];
	return LOCALES.find((locale) => locale.toLowerCase().split('-')[0] === language) ?? null;
}
