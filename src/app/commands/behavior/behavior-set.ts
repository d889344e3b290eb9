/** `/behavior set`: changes one setting of one scope. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandInvocation, CommandModal, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { applySetting, SCOPE_NAMES } from './apply-setting.ts';
import { BEHAVIOR_SCOPES, BEHAVIOR_SETTINGS } from './behavior-settings.ts';

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
				choices: BEHAVIOR_SETTINGS.map(({ name, label }) => ({ value: name, label: everyLocale(label) })),
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
