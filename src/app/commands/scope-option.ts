/** The option that says whom a choice is for. */
import { everyLocale } from '#core/i18n/translate';
import type { LocalizedText } from '#domain/localized-text';
import type { CommandInvocation, CommandOption } from '#ports/command';

/** Whom a choice is for. */
export type ChosenScope = 'server' | 'personal';

/** `scope: server/personal`, optional. */
export function scopeOption(description: LocalizedText): CommandOption {
	return {
		name: 'scope',
		description,
		kind: 'string',
		required: false,
		choices: [
			{ value: 'server', label: everyLocale('command.scope.server') },
			{ value: 'personal', label: everyLocale('command.scope.personal') },
		],
	};
}

/** The chosen scope; left out, it is the server's for those who manage one and personal for everyone else. */
export function chosenScope({ place, values }: Pick<CommandInvocation, 'place' | 'values'>): ChosenScope {
	const value = values.get('scope');
	if (value === 'server' || value === 'personal') return value;
	return place.guildId !== null && place.canManage ? 'server' : 'personal';
}
