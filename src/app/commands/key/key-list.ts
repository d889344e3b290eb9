/** `/key list`: which keys there are, by fingerprint and plan, never the keys. */

import { storedKeys } from '#app/chat/choose-credential';
import { everyLocale } from '#core/i18n/translate';
import { customCodename, customNameOf } from '#domain/custom-provider';
import { NOVELAI_PROVIDER } from '#domain/provider-name';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CredentialScope } from '#ports/credential-store';
import type { PooledKey } from '#ports/key-pool-store';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { fingerprint } from './key-form.ts';

/** The subcommand. */
export function keyList(ports: CommandPorts): Subcommand {
	return {
		name: 'list',
		description: everyLocale('command.key.list.description'),
		answer: 'private',
		options: [],
		run: (invocation) => listKeys(invocation, ports),
	};
}

/** A person sees their own key; who manages the server sees the server's too. */
async function listKeys(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const { place, signal } = invocation;
	const scene = await CommandScene.open(place, ports, 'private');
	const owner = { kind: 'personal', userId: scene.userId } as const;
	const workspace = { kind: 'server', serverId: scene.workspace.id } as const;
	const describe = (key: PooledKey) => keyLine({ key, scene, signal }, ports);
	const ownLines = await Promise.all((await keysHeldBy(owner, ports)).map(describe));
	const sharedLines = place.canManage ? await Promise.all((await keysHeldBy(workspace, ports)).map(describe)) : [];
	const none = scene.say('answer.none');
	const fields = [
		{ name: scene.say('answer.keys-own'), value: ownLines.join('\n') || none },
		...(place.canManage ? [{ name: scene.say('answer.keys-server'), value: sharedLines.join('\n') || none }] : []),
	];
	return { text: '', card: { title: scene.say('answer.keys-title'), fields } };
}

/** Everything that is stored in a scope: NovelAI's keys, then those of its own endpoints. */
async function keysHeldBy(owner: CredentialScope, ports: CommandPorts): Promise<readonly PooledKey[]> {
	const custom = await ports.customProviders.listProviders(owner);
	const providers = [NOVELAI_PROVIDER, ...custom.map(({ name }) => customCodename(name))];
	return (await Promise.all(providers.map((provider) => storedKeys(owner, provider, ports)))).flat();
}

interface ListedKey {
	readonly key: PooledKey;
	readonly scene: CommandScene;
	readonly signal: AbortSignal;
}

async function keyLine({ key, scene, signal }: ListedKey, ports: CommandPorts): Promise<string> {
	const name = customNameOf(key.credential.provider);
	const parts = [`\`${fingerprint(key.credential)}\` · ${name ?? (await planOf({ key, scene, signal }, ports))}`];
	if (!key.isEnabled) parts.push(scene.say('answer.key-disabled'));
	if (key.lastErrorCode !== null) parts.push(scene.say('answer.key-cooling', { code: key.lastErrorCode }));
	return parts.join(' · ');
}

async function planOf({ key, scene, signal }: ListedKey, ports: CommandPorts): Promise<string> {
	const facts = await ports.model.keyFacts(key.credential, signal);
	return (facts.ok ? facts.value.tier : null) ?? scene.say('answer.key-plan-unknown');
}
