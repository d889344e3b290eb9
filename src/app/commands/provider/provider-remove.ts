/** `/provider remove`: forgets an endpoint and its keys. */
import { everyLocale } from '#core/i18n/translate';
import { customCodename } from '#domain/custom-provider';
import type { CommandAnswer, CommandInvocation, Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';
import { modelScope } from '../model-scope.ts';
import { findNamed } from './find-named.ts';
import { presentName, providerScope } from './provider-options.ts';

/** The subcommand. */
export function providerRemove(ports: CommandPorts): Subcommand {
	return {
		name: 'remove',
		description: everyLocale('command.provider.remove.description'),
		answer: 'private',
		options: [presentName(ports), providerScope()],
		run: (invocation) => removeProvider(invocation, ports),
	};
}

/** A choice of the model stays, so that the same endpoint may be added again; the answer says what that means. */
async function removeProvider(invocation: CommandInvocation, ports: CommandPorts): Promise<CommandAnswer> {
	const scene = await CommandScene.open(invocation.place, ports, 'private');
	const scope = modelScope(scene, invocation);
	if (!scope) return scene.answer('answer.needs-manage');
	const found = await findNamed(invocation, scope.owner, ports);
	if (!found.ok) return scene.answer(found.error.key, found.error.parameters);
	const { name } = found.value;
	await ports.customProviders.removeProvider(scope.owner, name);
	const removed = scene.say('answer.provider-removed', { name });
	const codename = customCodename(name);
	const uses = [
		scope.row.modelCodename === codename ? scene.say('answer.provider-was-chosen') : [],
		scope.row.visionModel === codename ? scene.say('answer.provider-was-vision') : [],
	].flat();
	return { text: [removed, ...uses].join('\n') };
}
