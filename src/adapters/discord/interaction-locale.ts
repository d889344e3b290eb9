/** In which language an interaction is answered while nothing is read. */
import type { Locale } from '#domain/locale';
import type { CommandPlace } from '#ports/command';

/** Before anything is read from the database only Discord's own languages are known (ruling D4). */
export function localeFor(place: CommandPlace, visibility: 'private' | 'public'): Locale {
	const own = visibility === 'private' ? place.userLocale : null;
	return own ?? place.guildLocale ?? place.userLocale ?? 'en';
}
