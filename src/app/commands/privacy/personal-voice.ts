/** The language of an answer that must leave nothing behind of who asked. */

import type { MessageKey } from '#core/i18n/locales/en';
import { type MessageParameters, privateLocale, translate } from '#core/i18n/translate';
import type { CommandPlace } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';

/** Speaks the asker's language. */
export type Say = (key: MessageKey, parameters?: MessageParameters) => string;

/** A command's scene would make rows of the person and the place. */
export async function personalVoice(
	place: CommandPlace,
	{ workspaces }: Pick<CommandPorts, 'workspaces'>,
): Promise<Say> {
	const locale = privateLocale(await workspaces.userLanguage(place.userId), place.userLocale, place.guildLocale);
	return (key, parameters) => translate(locale, key, parameters);
}
