/** The option that says which provider a key is for. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandOption } from '#ports/command';

/** The provider that every workspace has, key or not. */
export const PROVIDER = 'novelai';

/** `provider`, optional. */
export function providerOption(): CommandOption {
	return {
		name: 'provider',
		description: everyLocale('command.key.set.provider'),
		kind: 'string',
		required: false,
		choices: [{ value: PROVIDER, label: everyLocale('command.provider.novelai') }],
	};
}
