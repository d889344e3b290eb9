/** One sentence in all our languages. */
import type { Locale } from '#domain/locale';

/** Every language's wording, so that whoever shows it only has to choose. */
export type LocalizedText = Readonly<Record<Locale, string>>;
