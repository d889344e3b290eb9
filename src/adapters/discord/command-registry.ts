/** Finds the subcommand that an interaction asks for. */
import type { Command, Subcommand } from '#ports/command';
import { isFlat } from './command-json.ts';

/** Finds by names; null for commands that are registered no more. */
export type FindSubcommand = (command: unknown, subcommand: string | null) => Subcommand | null;

/** A finder over all commands; a flat command is found by its own name alone. */
export function subcommandFinder(commands: readonly Command[]): FindSubcommand {
	const byPath = new Map<string, Subcommand>();
	for (const command of commands) {
		for (const subcommand of command.subcommands) {
			byPath.set(isFlat(command) ? command.name : `${command.name} ${subcommand.name}`, subcommand);
		}
	}
	return (command, subcommand) => {
		if (typeof command !== 'string') return null;
		return byPath.get(subcommand === null ? command : `${command} ${subcommand}`) ?? null;
	};
}
