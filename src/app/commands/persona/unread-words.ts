/** Says that words call nobody where the bot may not read. */
import type { CommandPorts } from '../command-ports.ts';
import type { CommandScene } from '../command-scene.ts';

/** One sentence, or null where messages are read. */
export function unreadWords(scene: CommandScene, { readsContent }: CommandPorts): string | null {
	const isReading = readsContent || scene.workspace.kind === 'direct';
	return isReading ? null : scene.say('answer.persona-no-content');
}
