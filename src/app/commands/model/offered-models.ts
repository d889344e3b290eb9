/** The models that a scope may choose: those of every workspace, and its own endpoints. */
import { type CustomProvider, customCodename } from '#domain/custom-provider';
import type { CredentialScope } from '#ports/credential-store';
import type { ModelDescription } from '#ports/text-model';
import type { CommandPorts } from '../command-ports.ts';

/** Default first, custom endpoints by name last. */
export async function offeredModels(
	owner: CredentialScope,
	ports: Pick<CommandPorts, 'model' | 'customProviders'>,
): Promise<readonly ModelDescription[]> {
	const providers = await ports.customProviders.listProviders(owner);
	return [...ports.model.models(), ...providers.map(describeProvider)];
}

/** A custom endpoint as a model. */
function describeProvider({ name, windowTokens }: CustomProvider): ModelDescription {
	return {
		codename: customCodename(name),
		displayName: name,
		windows: [{ tier: null, tokens: windowTokens }],
		available: true,
		isGated: false,
		style: 'chat',
		thinks: false,
		presetTarget: null,
		publishedOutputs: [],
	};
}
