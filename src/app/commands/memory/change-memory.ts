/** Writes what becomes of one memory, whichever kind it is. */
import type { MemoryWords } from '#ports/memory-store';
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';
import type { AnyMemory } from './memory-rights.ts';

/** A memory that the asker may change; null words remove it. */
export interface MemoryChange {
	readonly scene: CommandScene;
	readonly memory: AnyMemory;
	readonly words: MemoryWords | null;
}

/** False when it was gone. */
export async function changeMemory(
	{ scene, memory, words }: MemoryChange,
	{ memories }: Pick<CommandPorts, 'memories'>,
): Promise<boolean> {
	const { workspace, userId } = scene;
	if ('serverId' in memory) {
		return words === null
			? await memories.removeServerMemory(workspace.id, memory.id)
			: await memories.editServerMemory(workspace.id, memory.id, words);
	}
	return words === null
		? await memories.removePersonalMemory(userId, memory.id)
		: await memories.editPersonalMemory(userId, memory.id, words);
}
