/** How the models of a scope call tools, said together with an endpoint. */
import type { CommandInvocation } from '#ports/command';
import { SCOPE_NAMES } from '../behavior/apply-setting.ts';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import type { ModelScope } from '../model-scope.ts';

/**
 * Writes the scope's `verbatim_tool_calling_enabled` (seed), which holds for all of its endpoints, where the option
 * `verbatim` is given; a sentence that says so, or null.
 */
export async function setVerbatim(
	{ values }: Pick<CommandInvocation, 'values'>,
	{ scene, scope }: { readonly scene: CommandScene; readonly scope: ModelScope },
	{ settings }: Pick<CommandPorts, 'settings'>,
): Promise<string | null> {
	const given = values.get('verbatim');
	if (given === undefined) return null;
	await settings.writeScope(scope.key, { verbatimToolCallingEnabled: given === 'yes' });
	const told = { name: 'verbatim_tool_calling_enabled', value: given, scope: scene.say(SCOPE_NAMES[scope.kind]) };
	return scene.say('answer.setting-saved', told);
}
