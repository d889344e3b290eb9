/** `/zone`: the time zone of the server or of one's own. */
import { everyLocale } from '#core/i18n/translate';
import type { Subcommand, Suggestion } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { DEFAULT_VALUE } from '../model/parameter-values.ts';
import { scopeOption } from '../scope-option.ts';
import { applySetting } from './apply-setting.ts';
import { ZONE_SETTING } from './behavior-settings.ts';

/** Characters; the longest name of a zone has less. */
const zoneCharactersMax = 64;

/** The command. */
export function zone(ports: CommandPorts): Subcommand {
	return {
		name: 'zone',
		description: everyLocale('command.zone.description'),
		answer: 'private',
		options: [
			{
				name: 'value',
				description: everyLocale('command.zone.value'),
				kind: 'string',
				required: true,
				lengthMax: zoneCharactersMax,
				autocomplete: async ({ text }) => suggestZones(text),
			},
			scopeOption(everyLocale('command.zone.scope')),
		],
		run: (invocation) => {
			const value = invocation.values.get('value') ?? '';
			return applySetting({ setting: ZONE_SETTING, value }, invocation, ports);
		},
	};
}

/** Zones whose name holds what was typed; people write `new york` for `America/New_York`. */
function suggestZones(text: string): readonly Suggestion[] {
	const typed = text.trim().toLowerCase().replaceAll(' ', '_');
	return [DEFAULT_VALUE, 'UTC', ...Intl.supportedValuesOf('timeZone')]
		.filter((name, place, all) => name.toLowerCase().includes(typed) && all.indexOf(name) === place)
		.map((name) => ({ name, value: name }));
}
