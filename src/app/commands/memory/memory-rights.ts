/** What of the memories somebody may see and change (behaviour, section 10; ruling Commands). */
import type { PersonalMemory, ServerMemory } from '#domain/memory';
import type { CommandPlace } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import type { ChosenScope } from '../scope-option.ts';

/** Either kind. */
export type AnyMemory = ServerMemory | PersonalMemory;

/** Everything, what they told themselves, or nothing. */
export type MemoryRights = 'all' | 'own' | 'none';

/** Who manages a server may do all with its memories; members what is theirs, where members may teach. */
export function memoryRights(scene: CommandScene, place: CommandPlace, scope: ChosenScope): MemoryRights {
	if (scope === 'personal' || place.canManage) return 'all';
	return scene.settings.membersMayTeach ? 'own' : 'none';
}

/** The memories of a scope that somebody may see and change, oldest first. */
export async function memoriesOf(
	scene: CommandScene,
	{ scope, rights }: { readonly scope: ChosenScope; readonly rights: MemoryRights },
	{ memories }: Pick<CommandPorts, 'memories'>,
): Promise<readonly AnyMemory[]> {
	if (rights === 'none') return [];
	if (scope === 'personal') return await memories.listPersonalMemories(scene.userId);
	const ofServer = await memories.listServerMemories(scene.workspace.id, scene.persona.lineageId);
	return rights === 'all' ? ofServer : ofServer.filter(({ authorUserId }) => authorUserId === scene.userId);
}
