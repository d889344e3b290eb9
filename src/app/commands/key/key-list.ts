/** `/key list`: which keys there are, by fingerprint and plan, never the keys. */

import { singleKey } from '#app/chat/choose-credential';
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { PooledKey } from '#ports/key-pool-store';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { PROVIDER } from '../provider-option.ts';
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
	const own = await ports.credentials.findCredential({ kind: 'personal', userId: scene.userId }, PROVIDER);
	const shared = place.canManage ? await ports.keyPool.listKeys(scene.workspace.id, PROVIDER) : [];
	const describe = (key: PooledKey) => keyLine({ key, scene, signal }, ports);
	const ownLines = own ? [await describe(singleKey(own))] : [];
	const sharedLines = await Promise.all(shared.map(describe));
	const none = scene.say('answer.none');
	const fields = [
		{ name: scene.say('answer.keys-own'), value: ownLines.join('\n') || none },
		...(place.canManage ? [{ name: scene.say('answer.keys-server'), value: sharedLines.join('\n') || none }] : []),
	];
	return { text: '', card: { title: scene.say('answer.keys-title'), fields } };
}

interface ListedKey {
	readonly key: PooledKey;
	readonly scene: CommandScene;
	readonly signal: AbortSignal;
}

async function keyLine({ key, scene, signal }: ListedKey, ports: CommandPorts): Promise<string> {
	const facts = await ports.model.keyFacts(key.credential, signal);
	const plan = facts.ok ? facts.value.tier : scene.say('answer.key-plan-unknown');
	const parts = [`\`${fingerprint(key.credential)}\` · ${plan}`];
	if (!key.isEnabled) parts.push(scene.say('answer.key-disabled'));
	if (key.lastErrorCode !== null) parts.push(scene.say('answer.key-cooling', { code: key.lastErrorCode }));
	return parts.join(' · ');
}
