/** `/key set`: takes a key by form, asks the provider about it, and stores it. */
import { everyLocale } from '#core/i18n/translate';
import type { Credential } from '#domain/credential';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { type ModelScope, modelScope } from '../model-scope.ts';
import { chosenProvider, providerOption } from '../provider-option.ts';
import { scopeOption } from '../scope-option.ts';
import { fingerprint, keyModal, keyShape, openKeyForm, submittedKey, unknownProvider } from './key-form.ts';
import { verifyKey } from './verify-key.ts';

/** The subcommand. */
export function keySet(ports: CommandPorts): Subcommand {
	return {
		name: 'set',
		description: everyLocale('command.key.set.description'),
		answer: 'private',
		options: [scopeOption(everyLocale('command.key.set.scope')), providerOption(ports)],
		modal: keyModal(),
		fill: (query) => openKeyForm(query, ports),
		run: async (invocation) => (await setKey(invocation, ports)).answer,
	};
}

/** What came of it; `isSaved` is false whenever nothing was changed. */
export interface GivenChange {
	readonly isSaved: boolean;
	readonly answer: CommandAnswer;
}

const refused = (answer: CommandAnswer): GivenChange => ({ isSaved: false, answer });

/** Takes the key of a filled-in form for the scope of the invocation's values. */
export async function setKey(invocation: CommandInvocation, ports: CommandPorts): Promise<GivenChange> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return refused(scene.answer('answer.needs-manage'));
	const chosen = await chosenProvider(invocation, scope.owner, ports);
	if (!chosen) return refused(unknownProvider(invocation, scene));
	const credential = submittedKey(invocation, scope.owner, chosen);
	if (!credential) return refused(scene.answer(keyShape(chosen)));
	const { provider } = credential;
	const others = await rotatingKeys(scope, provider, ports);
	const verified = await verifyKey({ scene, credential, scope, others, signal: invocation.signal }, ports);
	if (!verified.ok) return refused(scene.failure(verified.error));
	await ports.credentials.saveCredential(scope.owner, provider, credential.secret);
	const { tier } = verified.value;
	const saved = { provider: chosen.endpoint?.name ?? '', fingerprint: fingerprint(credential) };
	const answer =
		tier === null
			? scene.answer('answer.key-saved-custom', saved)
			: scene.answer('answer.key-saved', { ...saved, tier });
	return { isSaved: true, answer };
}

/** The enabled keys beside the main one, which a new main key joins. */
async function rotatingKeys(
	{ owner }: ModelScope,
	provider: string,
	ports: CommandPorts,
): Promise<readonly Credential[]> {
	if (owner.kind !== 'server') return [];
	const keys = await ports.keyPool.listKeys(owner.serverId, provider);
	return keys.filter((key) => key.isEnabled && !key.isMain).map((key) => key.credential);
}
