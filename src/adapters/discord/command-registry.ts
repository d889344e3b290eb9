/** Finds the subcommand that an interaction asks for. */
import type { Command, MessageCommand, Subcommand } from '#ports/command';
import { isFlat } from './command-json.ts';

/** Finds by names; null for commands that are registered no more. */
export type FindSubcommand = (command: unknown, subcommand: string | null) => Subcommand | null;

/** A finder over all commands; a flat command is found by its own name alone. */
export function subcommandFinder(commands: readonly Command[]): FindSubcommand {
	const byPath = new Map<string, Subcommand>();
	for (const command of commands) {
		for (const subcommand of command.subcommands) {
			byPath.set(isFlat(command) ? command.name : `${command.name} ${pathOf(subcommand)}`, subcommand);
		}
	}
	return (command, subcommand) => {
		if (typeof command !== 'string') return null;
		return byPath.get(subcommand === null ? command : `${command} ${subcommand}`) ?? null;
	};
}

/** A subcommand's name behind that of its group. */
function pathOf({ group, name }: Subcommand): string {
	return group === undefined ? name : `${group.name} ${name}`;
}

/** What runs when a command is used: a subcommand, or a message command in its form. */
export type Runnable = Pick<Subcommand, 'name' | 'answer' | 'publicOption' | 'options' | 'fill' | 'run'> & {
	readonly modal?: NonNullable<Subcommand['modal']> & { readonly filledField?: string };
};

/** Finds a message command by its registered name; null for those that are registered no more. */
export function messageCommandFinder(commands: readonly MessageCommand[]): (name: string) => Runnable | null {
	const byName = new Map<string, Runnable>();
	for (const { name, modal, run } of commands) {
		const form = modal === undefined ? {} : { modal };
		byName.set(name.en, { name: name.en, answer: 'private', options: [], run, ...form });
	}
	return (name) => byName.get(name) ?? null;
}
