/** Whose choice of a model holds for the asker. */
import type { CommandPorts } from './command-ports.ts';
import type { CommandScene } from './command-scene.ts';
import type { ModelScope } from './model-scope.ts';
import { PROVIDER } from './provider-option.ts';

/** Whether the asker's own choices serve them here: with a key of their own, or in their own conversation. */
export async function servesOwnChoices(scene: CommandScene, ports: CommandPorts): Promise<boolean> {
	if (scene.workspace.kind === 'direct') return true;
	return (await ports.credentials.findCredential({ kind: 'personal', userId: scene.userId }, PROVIDER)) !== null;
}

/**
 * One sentence where a change for the server does not reach the asker, because a model of their own comes first; else
 * null.
 */
export async function nearerChoice(
	scope: ModelScope,
	scene: CommandScene,
	ports: CommandPorts,
): Promise<string | null> {
	const own = scene.scopes.user?.modelCodename ?? null;
	if (scope.kind === 'personal' || own === null || !(await servesOwnChoices(scene, ports))) return null;
	const model = ports.model.models().find((one) => one.codename === own);
	return scene.say('answer.model-own-holds', { model: model?.displayName ?? own });
}
