/** Lists the slash commands as a person types them: one entry for each subcommand, with its options. */
import type { APIApplicationCommand } from 'discord-api-types/v10';

/** An option as the page needs it. */
export interface CommandOption {
	/** 3 text, 4 whole number, 5 truth, 6 person, 7 channel, 8 role, 9 person or role, 10 number, 11 file. */
	readonly type: number;
	readonly name: string;
	readonly description: string;
	readonly required: boolean;
	readonly autocomplete: boolean;
	readonly choices: readonly { readonly name: string; readonly value: string | number }[];
}

/** A command that can be run. */
export interface CommandPath {
	/** Such as `model set`, without the slash. */
	readonly path: string;
	readonly description: string;
	readonly options: readonly CommandOption[];
}

/** Who is looking, and where. */
export interface CommandViewer {
	readonly isDirect: boolean;
	readonly isOwner: boolean;
	/** The permission bits that everyone has here. */
	readonly permissions: bigint;
}

interface RawOption {
	readonly type: number;
	readonly name: string;
	readonly description: string;
	readonly required?: boolean;
	readonly autocomplete?: boolean;
	readonly choices?: CommandOption['choices'];
	readonly options?: readonly RawOption[];
}

const subcommandType = 1;
const groupType = 2;
const slashType = 1;

function optionOf(raw: RawOption): CommandOption {
	return {
		type: raw.type,
		name: raw.name,
		description: raw.description,
		required: raw.required ?? false,
		autocomplete: raw.autocomplete ?? false,
		choices: raw.choices ?? [],
	};
}

function isOffered(command: APIApplicationCommand, viewer: CommandViewer): boolean {
	const contexts = command.contexts as readonly number[] | null | undefined;
	if (contexts !== null && contexts !== undefined && !contexts.includes(viewer.isDirect ? 1 : 0)) return false;
	if (viewer.isDirect || viewer.isOwner) return true;
	const needed = BigInt(command.default_member_permissions ?? '0');
	return (viewer.permissions & needed) === needed;
}

function pathsUnder(path: string, description: string, options: readonly RawOption[]): CommandPath[] {
	const nested = options.filter((option) => option.type === subcommandType || option.type === groupType);
	if (nested.length === 0) return [{ path, description, options: options.map(optionOf) }];
	return nested.flatMap((option) => pathsUnder(`${path} ${option.name}`, option.description, option.options ?? []));
}

/** Every slash command that this viewer is offered, by name. */
export function commandPaths(commands: readonly APIApplicationCommand[], viewer: CommandViewer): CommandPath[] {
	return commands
		.filter((command) => command.type === slashType && isOffered(command, viewer))
		.flatMap((command) =>
			pathsUnder(command.name, command.description, (command.options ?? []) as readonly RawOption[]),
		)
		.sort((left, right) => left.path.localeCompare(right.path, 'en'));
}

/** The commands that a typed `/…` may mean; those that begin with it come first. */
export function matchingCommands(paths: readonly CommandPath[], typed: string): CommandPath[] {
	const query = typed.replace(/^\//, '').trim().toLowerCase();
	const begins = paths.filter(({ path }) => path.startsWith(query));
	return [...begins, ...paths.filter((path) => !begins.includes(path) && path.path.includes(query))];
}
