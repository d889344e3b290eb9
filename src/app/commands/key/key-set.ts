/** `/key set`: takes a key by form, asks the provider about it, and stores it. */
import { everyLocale } from '#core/i18n/translate';
import type { Credential } from '#domain/credential';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { type ModelScope, modelScope } from '../model-scope.ts';
import { PROVIDER, providerOption } from '../provider-option.ts';
import { scopeOption } from '../scope-option.ts';
import { fingerprint, keyModal, submittedKey } from './key-form.ts';
import { verifyKey } from './verify-key.ts';

/** The subcommand. */
export function keySet(ports: CommandPorts): Subcommand {
	return {
		name: 'set',
		description: everyLocale('command.key.set.description'),
		answer: 'private',
		options: [scopeOption(everyLocale('command.key.set.scope')), providerOption()],
		modal: keyModal(),
		run: (invocation) => setKey(invocation, ports),
	};
}

async function setKey(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return scene.answer('answer.needs-manage');
	const credential = submittedKey(invocation, scope.owner);
	if (!credential) return scene.answer('answer.key-shape');
	const others = await rotatingKeys(scope, ports);
	const verified = await verifyKey({ scene, credential, scope, others, signal: invocation.signal }, ports);
	if (!verified.ok) return scene.failure(verified.error);
	await ports.credentials.saveCredential(scope.owner, PROVIDER, credential.secret);
	return scene.answer('answer.key-saved', {
		tier: verified.value.tier ?? scene.say('answer.none'),
		fingerprint: fingerprint(credential),
	});
}

/** The enabled keys beside the main one, which a new main key joins. */
async function rotatingKeys({ owner }: ModelScope, ports: CommandPorts): Promise<readonly Credential[]> {
	if (owner.kind !== 'server') return [];
	const keys = await ports.keyPool.listKeys(owner.serverId, PROVIDER);
	return keys.filter((key) => key.isEnabled && !key.isMain).map((key) => key.credential);
}
