/** The option that says which provider a key is for. */
import { everyLocale } from '#core/i18n/translate';
import { type CustomProvider, customCodename, customNameOf } from '#domain/custom-provider';
import { NOVELAI_PROVIDER } from '#domain/provider-name';
import type { AutocompleteQuery, CommandInvocation, CommandOption, Suggestion } from '#ports/command';
import type { CredentialScope } from '#ports/credential-store';
import type { CommandPorts } from './command-ports.ts';
import { CommandScene } from './command-scene.ts';

/** A provider of a scope; the endpoint of NovelAI is nobody's to choose. */
export interface ChosenProvider {
	/** As keys are kept under it. */
	readonly provider: string;
	readonly endpoint: CustomProvider | null;
}

/** `provider`, optional: NovelAI or the name of a custom one. */
export function providerOption(ports: CommandPorts): CommandOption {
	return {
		name: 'provider',
		description: everyLocale('command.key.set.provider'),
		kind: 'string',
		required: false,
		autocomplete: (query) => suggestKeyProviders(query, ports),
	};
}

/** The provider that was named, NovelAI when none was; null when the scope has none of that name. */
export async function chosenProvider(
	invocation: CommandInvocation,
	owner: CredentialScope,
	ports: CommandPorts,
): Promise<ChosenProvider | null> {
	const given = (invocation.values.get('provider') ?? '').trim().toLowerCase();
	if (given === '' || given === NOVELAI_PROVIDER) return { provider: NOVELAI_PROVIDER, endpoint: null };
	const endpoint = await ports.customProviders.findProvider(owner, customNameOf(given) ?? given);
	return endpoint === null ? null : { provider: customCodename(endpoint.name), endpoint };
}

async function suggestKeyProviders(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const custom = await suggestProviders(query, ports);
	const typed = query.text.trim().toLowerCase();
	return NOVELAI_PROVIDER.includes(typed) ? [{ name: 'NovelAI', value: NOVELAI_PROVIDER }, ...custom] : custom;
}

/** Names of the custom providers that the asker may change. */
export async function suggestProviders(query: AutocompleteQuery, ports: CommandPorts): Promise<readonly Suggestion[]> {
	const scene = await CommandScene.find(query.place, ports);
	if (scene === null) return [];
	const own = await ports.customProviders.listProviders({ kind: 'personal', userId: scene.userId });
	const shared = query.place.canManage
		? await ports.customProviders.listProviders({ kind: 'server', serverId: scene.workspace.id })
		: [];
	const typed = query.text.trim().toLowerCase();
	const names = new Set([...shared, ...own].map(({ name }) => name.toLowerCase()));
	return [...names].filter((name) => name.includes(typed)).map((name) => ({ name, value: name }));
}
