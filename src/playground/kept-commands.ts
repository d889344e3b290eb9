/**
 * Keeps the registered slash commands beside the bot's data: the bot remembers that it registered them and does not
 * do so again, as Discord remembers too, but the loopback Discord is new at every start.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIApplicationCommand } from 'discord-api-types/v10';
import type { World } from '#playground/discord-server/world';

const fileName = 'commands.json';

/** Puts the commands of an earlier start back; a folder without any is fine. */
export async function restoreCommands(world: World, dataDirectory: string): Promise<void> {
	const text = await readFile(join(dataDirectory, fileName), 'utf8').catch(() => '[]');
	for (const command of JSON.parse(text) as APIApplicationCommand[]) world.commands.set(command.id, command);
}

/** Keeps the commands for the next start; throws a sentence when there are none, since then nothing can be set up. */
export async function keepCommands(world: World, dataDirectory: string): Promise<void> {
	const commands = [...world.commands.values()];
	if (commands.length === 0) {
		throw new Error(`The bot registered no slash commands. Delete the folder ${dataDirectory} and start again.`);
	}
	await writeFile(join(dataDirectory, fileName), JSON.stringify(commands));
}
