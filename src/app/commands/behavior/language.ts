/** `/language`: the language that the bot speaks about itself, on the server or to oneself. */
import type { MessageKey } from '#core/i18n/locales/en';
import { everyLocale } from '#core/i18n/translate';
import { LOCALES, type Locale } from '#domain/locale';
import type { Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { DEFAULT_VALUE } from '../model/parameter-values.ts';
import { scopeOption } from '../scope-option.ts';
import { applySetting } from './apply-setting.ts';
import { LANGUAGE_SETTING } from './behavior-settings.ts';

/** What the languages are called. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, MessageKey>> = {
	en: 'command.language.en',
	ja: 'command.language.ja',
	'pt-BR': 'command.language.pt-br',
};

/** The command. */
export function language(ports: CommandPorts): Subcommand {
	const languages = LOCALES.map((value) => ({ value, label: everyLocale(LANGUAGE_NAMES[value]) }));
	return {
		name: 'language',
		description: everyLocale('command.language.description'),
		answer: 'private',
		options: [
			{
				name: 'value',
				description: everyLocale('command.language.value'),
				kind: 'string',
				required: true,
				choices: [...languages, { value: DEFAULT_VALUE, label: everyLocale('answer.language-of-discord') }],
			},
			scopeOption(everyLocale('command.language.scope')),
		],
		run: (invocation) => {
			const value = invocation.values.get('value') ?? '';
			return applySetting({ setting: LANGUAGE_SETTING, value }, invocation, ports);
		},
	};
}
