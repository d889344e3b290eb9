/** A scope's endpoint by what people type. */
import { CUSTOM_PROVIDER_LIMITS, type CustomProvider, customNameOf } from '#domain/custom-provider';
import { err, ok, type Result } from '#lib/result';
import type { CommandInvocation } from '#ports/command';
import type { CredentialScope } from '#ports/credential-store';
import type { CommandPorts } from '../command-ports.ts';
import { shortened } from '../shortened.ts';
import type { ProviderRefusal } from './provider-fields.ts';

/** By the option `name`: the name alone, or as it stands among models. */
export async function findNamed(
	invocation: CommandInvocation,
	owner: CredentialScope,
	{ customProviders }: Pick<CommandPorts, 'customProviders'>,
): Promise<Result<CustomProvider, ProviderRefusal>> {
	const given = (invocation.values.get('name') ?? '').trim();
	const found = await customProviders.findProvider(owner, customNameOf(given.toLowerCase()) ?? given);
	if (found !== null) return ok(found);
	const name = shortened(given, CUSTOM_PROVIDER_LIMITS.nameMax);
	return err({ key: 'answer.provider-unknown', parameters: { name } });
}
