/** `/provider add`: an OpenAI-compatible endpoint for a server or for oneself. */
import { everyLocale } from '#core/i18n/translate';
import { CUSTOM_PROVIDER_LIMITS, customCodename } from '#domain/custom-provider';
import { NOVELAI_PROVIDER } from '#domain/provider-name';
import type { CommandAnswer, CommandInvocation, CommandModal, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { keyField, openKeyForm, submittedKey } from '../key/key-form.ts';
import { modelScope } from '../model-scope.ts';
import { acceptAddress } from './accept-address.ts';
import { readProviderFields } from './provider-fields.ts';
import { endpointOptions, providerScope } from './provider-options.ts';
import { setVerbatim } from './set-verbatim.ts';

/** The subcommand. */
export function providerAdd(ports: CommandPorts): Subcommand {
	return {
		name: 'add',
		description: everyLocale('command.provider.add.description'),
		answer: 'private',
		options: [
			{
				name: 'name',
				description: everyLocale('command.provider.add.name'),
				kind: 'string',
				required: true,
				lengthMax: CUSTOM_PROVIDER_LIMITS.nameMax,
			},
			...endpointOptions(true, ports),
			providerScope(),
		],
		modal: addModal(),
		fill: (query) => openKeyForm(query, ports),
		run: (invocation) => addProvider(invocation, ports),
	};
}

/** Always asked, since a key in a command could be seen by others; sent empty for an endpoint without one. */
function addModal(): CommandModal {
	return {
		title: everyLocale('command.provider.add.modal-title'),
		fields: [keyField(everyLocale('command.provider.add.modal-key'), false)],
	};
}

async function addProvider(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { values, place, signal } = invocation;
	const scene = await CommandScene.open(place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return scene.answer('answer.needs-manage');
	const fields = readProviderFields(values, null);
	if (!fields.ok) return scene.answer(fields.error.key, fields.error.parameters);
	const { name, baseUrl } = fields.value;
	const present = await ports.customProviders.listProviders(scope.owner);
	// `/key` names NovelAI beside the endpoints.
	const taken = [NOVELAI_PROVIDER, ...present.map((one) => one.name.toLowerCase())];
	if (taken.includes(name.toLowerCase())) {
		return scene.answer('answer.provider-exists', { name });
	}
	if (present.length >= CUSTOM_PROVIDER_LIMITS.perScopeMax) {
		return scene.answer('answer.provider-too-many', { count: CUSTOM_PROVIDER_LIMITS.perScopeMax });
	}
	const accepted = await acceptAddress({ baseUrl, userId: place.userId, signal }, ports);
	if (!accepted.ok) return scene.answer(accepted.error.key, accepted.error.parameters);
	const provider = customCodename(name);
	const endpoint = { ...fields.value, ...accepted.value };
	const hasKey = (values.get('key') ?? '').trim() !== '';
	const credential = hasKey ? submittedKey(invocation, scope.owner, { provider, endpoint }) : null;
	if (hasKey && credential === null) return scene.answer('answer.key-shape-custom');
	// A key that is still stored under the name was given to another endpoint.
	await ports.credentials.removeCredential(scope.owner, provider);
	await ports.customProviders.saveProvider(scope.owner, endpoint);
	if (credential !== null) await ports.credentials.saveCredential(scope.owner, provider, credential.secret);
	const verbatim = await setVerbatim(invocation, { scene, scope }, ports);
	return { text: [scene.say('answer.provider-added', { name, codename: provider }), verbatim ?? []].flat().join('\n') };
}
