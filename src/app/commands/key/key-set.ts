/** `/key set`: takes a key by modal, asks the provider about it, and stores it. */
import { everyLocale } from '#core/i18n/translate';
import type { Credential } from '#domain/credential';
import { Secret } from '#domain/secret';
import { sha256Hex } from '#lib/sha256';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CredentialScope } from '#ports/credential-store';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { chosenScope, scopeOption } from '../scope-option.ts';

const PROVIDER = 'novelai';
const KEY_CHARACTERS_MIN = 10;
const KEY_CHARACTERS_MAX = 200;
/** Printable ASCII without spaces: anything else cannot stand in a header. */
const KEY_SHAPE = /^[\x21-\x7e]+$/;

/** The subcommand. */
export function keySet(ports: CommandPorts): Subcommand {
	return {
		name: 'set',
		description: everyLocale('command.key.set.description'),
		answer: 'private',
		options: [
			scopeOption(everyLocale('command.key.set.scope')),
			{
				name: 'provider',
				description: everyLocale('command.key.set.provider'),
				kind: 'string',
				required: false,
				choices: [{ value: PROVIDER, label: everyLocale('command.provider.novelai') }],
			},
		],
		modal: {
			title: everyLocale('command.key.set.modal-title'),
			fields: [
				{
					name: 'key',
					label: everyLocale('command.key.set.modal-key'),
					style: 'short',
					required: true,
					lengthMin: KEY_CHARACTERS_MIN,
					lengthMax: KEY_CHARACTERS_MAX,
				},
			],
		},
		run: (invocation) => setKey(invocation, ports),
	};
}

async function setKey(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = chosenScope(invocation);
	if (scope === 'server' && !invocation.place.canManage) return scene.answer('answer.needs-manage');
	const key = (invocation.values.get('key') ?? '').trim();
	if (key.length < KEY_CHARACTERS_MIN || !KEY_SHAPE.test(key)) return scene.answer('answer.key-shape');

	const owner: CredentialScope =
		scope === 'server' ? { kind: 'server', serverId: scene.workspace.id } : { kind: 'personal', userId: scene.userId };
	const secret = new Secret(key);
	const credential: Credential = { provider: PROVIDER, owner, secret, digest: sha256Hex(key) };
	const checked = await ports.model.checkCredential(credential, invocation.signal);
	if (!checked.ok) return scene.failure(checked.error);
	await ports.credentials.saveCredential(owner, PROVIDER, secret);
	return scene.answer('answer.key-saved', { tier: checked.value.tier });
}
