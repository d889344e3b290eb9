/** `/behavior set`: changes one setting of one scope. */
import { everyLocale, translate } from '#core/i18n/translate';
import type { AutocompleteQuery, CommandInvocation, CommandModal, Subcommand, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { applySetting, SCOPE_NAMES } from './apply-setting.ts';
import { BEHAVIOR_SETTINGS } from './behavior-settings.ts';
import { BEHAVIOR_SCOPES } from './setting-kinds.ts';

/** Discord's own limits for an option of a command and for a field of a form. */
const optionCharactersMax = 6_000;
const fieldCharactersMax = 4_000;

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
			},
			{
				name: 'scope',
				description: everyLocale('command.behavior.set.scope'),
				kind: 'string',
				required: false,
				choices: BEHAVIOR_SCOPES.map((value) => ({ value, label: everyLocale(SCOPE_NAMES[value]) })),
			},
		],
		modal: valueForm(),
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

/** An option has no line breaks and less room than a prompt may take, so a value that is left out is asked for. */
function valueForm(): CommandModal {
	const field = { style: 'paragraph', lengthMax: fieldCharactersMax } as const;
	return {
		title: everyLocale('command.behavior.set.form-title'),
		unlessGiven: 'value',
		fields: [
			{ ...field, name: 'value', label: everyLocale('command.behavior.set.form-value'), required: true },
			{ ...field, name: 'more', label: everyLocale('command.behavior.set.form-more'), required: false },
		],
	};
}

function givenValue({ values }: CommandInvocation): string {
	return [values.get('value') ?? '', values.get('more') ?? ''].join('\n').trim();
}
