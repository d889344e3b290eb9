/** Commands that only those use who manage the server. */
import type { CommandAnswer, CommandInvocation } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { CommandScene } from '../command-scene.ts';

/** Everybody else is told what they lack. A direct conversation is managed by whoever is in it. */
export async function forManagers(
	{ place }: CommandInvocation,
	ports: CommandPorts,
	run: () => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
	if (place.canManage) return await run();
	return (await CommandScene.open(place, ports, 'private')).answer('answer.needs-manage');
}
