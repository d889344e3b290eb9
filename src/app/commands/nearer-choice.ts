/** Whose choice of a model holds for the asker. */
import { attemptsOf } from '#app/chat/attempts-of';
import type { CommandPorts } from './command-ports.ts';
import type { CommandScene } from './command-scene.ts';
import { offeredModels } from './model/offered-models.ts';
import type { ModelScope } from './model-scope.ts';

/** Whether the asker's own choices serve them here: with keys or endpoints of their own, or in their own conversation. */
export async function servesOwnChoices(scene: CommandScene, ports: CommandPorts): Promise<boolean> {
	if (scene.workspace.kind === 'direct') return true;
	const attempts = await attemptsOf(scene, ports, ports.operator);
	return attempts.ok && attempts.value[0]?.route.scope === 'personal';
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
	const models = await offeredModels({ kind: 'personal', userId: scene.userId }, ports);
	const model = models.find((one) => one.codename === own);
	return scene.say('answer.model-own-holds', { model: model?.displayName ?? own });
}
