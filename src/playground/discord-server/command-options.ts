/** Finds a registered command and turns a user's option values into what Discord sends, with the objects they name. */
import type { APIApplicationCommand } from 'discord-api-types/v10';
import type { PlacedCommandUse } from './interaction-input.ts';
import type { Json } from './payloads.ts';
import type { ChannelRecord } from './records.ts';
import { Resolver } from './resolver.ts';
import { presentMessage } from './store-message.ts';
import type { World } from './world.ts';

interface OptionDefinition {
	readonly type: number;
	readonly name: string;
	readonly required?: boolean;
	readonly autocomplete?: boolean;
	readonly max_length?: number;
	readonly min_length?: number;
	readonly max_value?: number;
	readonly min_value?: number;
	readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
	readonly options?: readonly OptionDefinition[];
}

/** The most characters a client lets a user type into an option. */
const optionTextMax = 6_000;

/** The command by name and type, a guild's own before a global one; throws when none is registered. */
export function findCommand(
	world: World,
	wanted: { readonly name: string; readonly type: number; readonly guildId: string | null },
): APIApplicationCommand {
	const named = [...world.commands.values()].filter(
		(command) => command.name === wanted.name && command.type === wanted.type,
	);
	const found =
		named.find((command) => command.guild_id !== undefined && command.guild_id === wanted.guildId) ??
		named.find((command) => command.guild_id === undefined);
	if (found !== undefined) return found;
	const known = [...world.commands.values()].map((command) => command.name).join(', ');
	throw new Error(`No command ${wanted.name} (type ${wanted.type}) is registered; there are: ${known || 'none'}`);
}

function checkValue(definition: OptionDefinition, value: string | number | boolean): void {
	const { name } = definition;
	const fits =
		typeof value === 'string'
			? value.length <= (definition.max_length ?? optionTextMax) && value.length >= (definition.min_length ?? 0)
			: typeof value !== 'number' ||
				(value <= (definition.max_value ?? Number.MAX_SAFE_INTEGER) &&
					value >= (definition.min_value ?? Number.MIN_SAFE_INTEGER));
	if (!fits) throw new Error(`The option ${name} is out of the range its definition allows`);
	const { choices } = definition;
	if (choices !== undefined && choices.length > 0 && !choices.some((choice) => choice.value === value)) {
		throw new Error(`The option ${name} has no choice ${String(value)}`);
	}
}

function optionJson(resolver: Resolver, definitions: readonly OptionDefinition[], use: PlacedCommandUse): Json[] {
	const given = use.options ?? {};
	for (const name of Object.keys(given)) {
		if (!definitions.some((definition) => definition.name === name)) {
			throw new Error(`/${use.command} has no option ${name}; it has ${definitions.map((d) => d.name).join(', ')}`);
		}
	}
	return definitions.flatMap((definition): Json[] => {
		const value = given[definition.name];
		const focused = use.kind === 'autocomplete' && use.focused === definition.name;
		if (focused && definition.autocomplete !== true) throw new Error(`${definition.name} has no autocomplete`);
		if (value === undefined) {
			if (definition.required === true && use.kind === 'slash') throw new Error(`${definition.name} is required`);
			return [];
		}
		const sent = resolver.value(definition, value);
		if (!focused) checkValue(definition, sent);
		return [{ type: definition.type, name: definition.name, value: sent, ...(focused ? { focused: true } : {}) }];
	});
}

function nested(
	path: readonly string[],
	definitions: readonly OptionDefinition[],
	leaf: (found: readonly OptionDefinition[]) => Json[],
): Json[] {
	const [name, ...rest] = path;
	const holdsSubcommands = definitions.some((definition) => definition.type === 1 || definition.type === 2);
	if (name === undefined) {
		if (holdsSubcommands) throw new Error(`A subcommand is needed: ${definitions.map((d) => d.name).join(', ')}`);
		return leaf(definitions);
	}
	const found = definitions.find((definition) => definition.name === name && definition.type <= 2);
	if (found === undefined)
		throw new Error(`No subcommand ${name}; there are ${definitions.map((d) => d.name).join(', ')}`);
	return [{ type: found.type, name, options: nested(rest, found.options ?? [], leaf) }];
}

/** The `data` of a command interaction. */
export function resolveCommandData(
	world: World,
	input: {
		readonly command: APIApplicationCommand;
		readonly path: readonly string[];
		readonly use: PlacedCommandUse;
		readonly channel: ChannelRecord;
		readonly userId: string;
	},
): Json {
	const { command, use } = input;
	const resolver = new Resolver(world, input.channel, input.userId);
	const base: Json = { id: command.id, name: command.name, type: command.type };
	if (command.guild_id !== undefined) base['guild_id'] = command.guild_id;
	if (use.target !== undefined) {
		resolver.put('messages', use.target.message.id, { ...presentMessage(world, use.target) });
		return { ...base, target_id: use.target.message.id, resolved: resolver.resolved };
	}
	if (use.targetUserId !== undefined) {
		resolver.user(use.targetUserId);
		return { ...base, target_id: use.targetUserId, resolved: resolver.resolved };
	}
	const definitions = (command.options ?? []) as readonly OptionDefinition[];
	const options = nested(input.path.slice(1), definitions, (found) => optionJson(resolver, found, use));
	return { ...base, options, resolved: resolver.resolved };
}
