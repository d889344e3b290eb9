/** `/key remove`: deletes a scope's key, and a server's further keys with it. */
import { everyLocale } from '#core/i18n/translate';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { modelScope } from '../model-scope.ts';
import { chosenProvider, providerOption } from '../provider-option.ts';
import { scopeOption } from '../scope-option.ts';
import { unknownProvider } from './key-form.ts';

/** The subcommand. */
export function keyRemove(ports: CommandPorts): Subcommand {
	return {
		name: 'remove',
		description: everyLocale('command.key.remove.description'),
		answer: 'private',
		options: [scopeOption(everyLocale('command.key.set.scope')), providerOption(ports)],
		run: (invocation) => removeKey(invocation, ports),
	};
}

async function removeKey(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return scene.answer('answer.needs-manage');
	const chosen = await chosenProvider(invocation, scope.owner, ports);
	if (!chosen) return unknownProvider(invocation, scene);
	const removed = await ports.credentials.removeCredential(scope.owner, chosen.provider);
	return scene.answer(removed ? 'answer.key-removed' : 'answer.key-none');
}
