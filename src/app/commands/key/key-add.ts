/** `/key add`: gives a server a further key, which takes turns with its main one. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { modelScope } from '../model-scope.ts';
import { chosenProvider, providerOption } from '../provider-option.ts';
import { scopeOption } from '../scope-option.ts';
import { fingerprint, keyModal, keyShape, openKeyForm, submittedKey, unknownProvider } from './key-form.ts';
import { verifyKey } from './verify-key.ts';

/** Keys of one server for one provider, the main one included. */
const KEYS_MAX = 10;

/** The subcommand. */
export function keyAdd(ports: CommandPorts): Subcommand {
	return {
		name: 'add',
		description: everyLocale('command.key.add.description'),
		answer: 'private',
		options: [scopeOption(everyLocale('command.key.add.scope')), providerOption(ports)],
		modal: keyModal(),
		fill: (query) => openKeyForm(query, ports),
		run: (invocation) => addKey(invocation, ports),
	};
}

async function addKey(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return scene.answer('answer.needs-manage');
	if (scope.owner.kind !== 'server') return scene.answer('answer.key-no-personal-pool');
	const chosen = await chosenProvider(invocation, scope.owner, ports);
	if (!chosen) return unknownProvider(invocation, scene);
	const credential = submittedKey(invocation, scope.owner, chosen);
	if (!credential) return scene.answer(keyShape(chosen));
	const { provider } = credential;
	const { serverId } = scope.owner;
	const present = await ports.keyPool.listKeys(serverId, provider);
	if (present.length === 0) return scene.answer('answer.key-no-main');
	if (present.some((key) => key.credential.digest === credential.digest)) return scene.answer('answer.key-present');
	if (present.length >= KEYS_MAX) return scene.answer('answer.key-too-many', { count: KEYS_MAX });
	const others = present.filter((key) => key.isEnabled).map((key) => key.credential);
	const verified = await verifyKey({ scene, credential, scope, others, signal: invocation.signal }, ports);
	if (!verified.ok) return scene.failure(verified.error);
	await ports.keyPool.addKey(serverId, provider, credential.secret);
	const { tier } = verified.value;
	const added = { fingerprint: fingerprint(credential), count: present.length + 1 };
	return tier === null
		? scene.answer('answer.key-added-custom', { ...added, provider: chosen.endpoint?.name ?? '' })
		: scene.answer('answer.key-added', { ...added, tier });
}
