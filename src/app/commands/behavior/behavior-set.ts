/** `/behavior set`: changes one setting of one scope. */
import { everyLocale, translate } from '#core/i18n/translate';
import type { AutocompleteQuery, Subcommand, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { ofPersonaOption } from '../managed-scene.ts';
import { applySetting, SCOPE_NAMES } from './apply-setting.ts';
import { BEHAVIOR_SETTINGS } from './behavior-settings.ts';
import { fillSettingForm, givenValue, settingForm } from './setting-form.ts';
import { BEHAVIOR_SCOPES } from './setting-kinds.ts';
import { suggestValues } from './suggest-values.ts';

/** Discord's own limit for an option of a command. */
const optionCharactersMax = 6_000;

/** The subcommand. */
export function behaviorSet(ports: CommandPorts): Subcommand {
	return {
		name: 'set',
		description: everyLocale('command.behavior.set.description'),
		answer: 'private',
		options: [
			{
				name: 'name',
				description: everyLocale('command.behavior.set.name'),
				kind: 'string',
				required: true,
				autocomplete: suggestSettings,
			},
			{
				name: 'value',
				description: everyLocale('command.behavior.set.value'),
				kind: 'string',
				required: false,
				lengthMax: optionCharactersMax,
				autocomplete: (query) => suggestValues(query, ports),
			},
			{
				name: 'scope',
				description: everyLocale('command.behavior.set.scope'),
				kind: 'string',
				required: false,
				choices: BEHAVIOR_SCOPES.map((value) => ({ value, label: everyLocale(SCOPE_NAMES[value]) })),
			},
			ofPersonaOption(ports),
		],
		modal: settingForm(),
		fill: (query) => fillSettingForm(query, ports),
		run: (invocation) => {
			const setting = BEHAVIOR_SETTINGS.find((one) => one.name === invocation.values.get('name'));
			return applySetting({ setting, value: givenValue(invocation) }, invocation, ports);
		},
	};
}

/** Settings whose name or label holds what was typed; Discord shows 25 at once and the others when one goes on typing. */
async function suggestSettings({ text, place }: AutocompleteQuery): Promise<readonly Suggestion[]> {
	const typed = text.trim().toLowerCase();
	const locale = place.userLocale ?? 'en';
	return BEHAVIOR_SETTINGS.map(({ name, label }) => ({
		name: `${translate(locale, label)} · ${name}`,
		value: name,
	})).filter(({ name }) => name.toLowerCase().includes(typed));
}
