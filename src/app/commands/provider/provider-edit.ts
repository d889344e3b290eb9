/** `/provider edit`: changes what is stored of an endpoint; its key is `/key`'s. */
import { everyLocale } from '#core/i18n/translate';
import { type CustomProvider, customCodename } from '#domain/custom-provider';
import { ok, type Result } from '#lib/result';
import type { CommandAnswer, CommandInvocation, CommandOption, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { modelScope } from '../model-scope.ts';
import { acceptAddress } from './accept-address.ts';
import { findNamed } from './find-named.ts';
import { type ProviderFields, type ProviderRefusal, readProviderFields } from './provider-fields.ts';
import { endpointOptions, presentName, providerScope } from './provider-options.ts';
import { setVerbatim } from './set-verbatim.ts';

/** The subcommand. */
export function providerEdit(ports: CommandPorts): Subcommand {
	const changes = endpointOptions(false, ports);
	return {
		name: 'edit',
		description: everyLocale('command.provider.edit.description'),
		answer: 'private',
		options: [presentName(ports), ...changes, providerScope()],
		run: (invocation) => editProvider(invocation, changes, ports),
	};
}

async function editProvider(
	invocation: CommandInvocation,
	changes: readonly CommandOption[],
	ports: CommandPorts,
): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return scene.answer('answer.needs-manage');
	const found = await findNamed(invocation, scope.owner, ports);
	if (!found.ok) return scene.answer(found.error.key, found.error.parameters);
	const before = found.value;
	if (!changes.some(({ name }) => invocation.values.has(name))) return scene.answer('answer.parameters-none');
	const fields = readProviderFields(invocation.values, before);
	if (!fields.ok) return scene.answer(fields.error.key, fields.error.parameters);
	const address = await addressOf({ before, fields: fields.value, invocation }, ports);
	if (!address.ok) return scene.answer(address.error.key, address.error.parameters);
	// A key was given to one host; before another one is asked in its place, the key is gone.
	const leaves = new URL(before.baseUrl).origin !== new URL(fields.value.baseUrl).origin;
	const codename = customCodename(before.name);
	const dropped = leaves && (await ports.credentials.removeCredential(scope.owner, codename));
	await ports.customProviders.saveProvider(scope.owner, { ...fields.value, ...address.value });
	const verbatim = await setVerbatim(invocation, { scene, scope }, ports);
	const told = [
		scene.say('answer.provider-edited', { name: before.name }),
		dropped ? scene.say('answer.provider-key-dropped', { codename }) : [],
		verbatim ?? [],
	];
	return { text: told.flat().join('\n') };
}

interface AddressChange {
	readonly before: CustomProvider;
	readonly fields: ProviderFields;
	readonly invocation: CommandInvocation;
}

/** An address that stays is not asked about again: it was accepted from whoever named it. */
async function addressOf(
	{ before, fields, invocation }: AddressChange,
	ports: CommandPorts,
): Promise<Result<Pick<CustomProvider, 'mayBePrivate'>, ProviderRefusal>> {
	const { baseUrl } = fields;
	if (baseUrl === before.baseUrl) return ok({ mayBePrivate: before.mayBePrivate });
	const { place, signal } = invocation;
	return await acceptAddress({ baseUrl, userId: place.userId, signal }, ports);
}
