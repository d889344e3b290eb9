/** What the subcommands about the last hours share. */
import { everyLocale } from '#core/i18n/translate';
import type { SubcommandGroup } from '#ports/command';

/** `/memory short-term`. */
export function shortTermGroup(): SubcommandGroup {
	return { name: 'short-term', description: everyLocale('command.memory.short-term.description') };
}
