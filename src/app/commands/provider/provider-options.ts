/** Options that the subcommands of `/provider` share. */
import { everyLocale } from '#core/i18n/translate';
import { CUSTOM_PROVIDER_LIMITS } from '#domain/custom-provider';
import type { CommandOption } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { suggestProviders } from '../provider-option.ts';
import { scopeOption } from '../scope-option.ts';
import { suggestModelNames } from './suggest-model-names.ts';

const YES_OR_NO = [
	{ value: 'yes', label: everyLocale('command.choice.yes') },
	{ value: 'no', label: everyLocale('command.choice.no') },
] as const;

/** Digits of a number of tokens. */
const numberCharactersMax = 7;

/** `scope`, last of every list. */
export function providerScope(): CommandOption {
	return scopeOption(everyLocale('command.provider.scope'));
}

/** `name` of a provider that is there. */
export function presentName(ports: CommandPorts): CommandOption {
	return {
		name: 'name',
		description: everyLocale('command.provider.name'),
		kind: 'string',
		required: true,
		lengthMax: CUSTOM_PROVIDER_LIMITS.nameMax,
		autocomplete: (query) => suggestProviders(query, ports),
	};
}

/** What can be said of an endpoint; address and model are required of a new one. */
export function endpointOptions(isNew: boolean, ports: CommandPorts): readonly CommandOption[] {
	const text = { kind: 'string', required: isNew } as const;
	const choice = { kind: 'string', required: false, choices: YES_OR_NO } as const;
	const number = { kind: 'string', required: false, lengthMax: numberCharactersMax } as const;
	const { baseUrlMax, modelMax } = CUSTOM_PROVIDER_LIMITS;
	return [
		{ ...text, name: 'base_url', description: everyLocale('command.provider.base-url'), lengthMax: baseUrlMax },
		{
			...text,
			name: 'model',
			description: everyLocale('command.provider.model'),
			lengthMax: modelMax,
			autocomplete: (query) => suggestModelNames(query, ports),
		},
		{ ...number, name: 'window', description: everyLocale('command.provider.window') },
		{ ...number, name: 'output_limit', description: everyLocale('command.provider.output-limit') },
		{ ...choice, name: 'images', description: everyLocale('command.provider.images') },
		{ ...choice, name: 'videos', description: everyLocale('command.provider.videos') },
		{ ...choice, name: 'tools', description: everyLocale('command.provider.tools') },
		{ ...choice, name: 'verbatim', description: everyLocale('command.provider.verbatim') },
	];
}
