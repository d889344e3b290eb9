/** Our commands in Discord's own form, with its localizations. */
import {
	type APIApplicationCommandBasicOption,
	type APIApplicationCommandSubcommandGroupOption,
	type APIApplicationCommandSubcommandOption,
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	type LocalizationMap,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
	type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { LocalizedText } from '#domain/localized-text';
import type { Command, CommandOption, MessageCommand, Subcommand } from '#ports/command';
import { assertCommandLimits } from './command-limits.ts';

/** The JSON of one slash command. */
export type CommandJson = RESTPostAPIChatInputApplicationCommandsJSONBody;

/** All commands as one bulk registration; throws when one of them breaks a limit of Discord's. */
export function commandsJson(commands: readonly Command[]): readonly CommandJson[] {
	const json = commands.map(commandJson);
	assertCommandLimits(json);
	return json;
}

/** A message command in Discord's own form. */
export type MessageCommandJson = RESTPostAPIContextMenuApplicationCommandsJSONBody;

/** The message commands of the same registration. */
export function messageCommandsJson(commands: readonly MessageCommand[]): readonly MessageCommandJson[] {
	return commands.map(({ name }) => ({
		type: ApplicationCommandType.Message,
		name: name.en,
		name_localizations: localizations(name),
		contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
		integration_types: [ApplicationIntegrationType.GuildInstall],
	}));
}

/** A command whose only subcommand has no name, or the command's own, is given without a subcommand. */
export function isFlat(command: Command): boolean {
	const [only, ...others] = command.subcommands;
	return only !== undefined && others.length === 0 && (only.name === '' || only.name === command.name);
}

function commandJson(command: Command): CommandJson {
	const flat = isFlat(command) ? command.subcommands[0] : undefined;
	return {
		type: ApplicationCommandType.ChatInput,
		name: command.name,
		...described(command.description),
		options: flat ? flat.options.map(optionJson) : subcommandsJson(command.subcommands),
		contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
		integration_types: [ApplicationIntegrationType.GuildInstall],
	};
}

type SubcommandJson = APIApplicationCommandSubcommandOption | APIApplicationCommandSubcommandGroupOption;

/** Subcommands in their order; a group stands where its first one does. */
function subcommandsJson(subcommands: readonly Subcommand[]): SubcommandJson[] {
	const groups = new Set(subcommands.map(({ group }) => group?.name));
	return [...groups].flatMap((name): SubcommandJson[] => {
		const members = subcommands.filter(({ group }) => group?.name === name);
		const group = members[0]?.group;
		if (group === undefined) return members.map(subcommandJson);
		const type = ApplicationCommandOptionType.SubcommandGroup as const;
		return [{ type, name: group.name, ...described(group.description), options: members.map(subcommandJson) }];
	});
}

function subcommandJson(subcommand: Subcommand) {
	return {
		type: ApplicationCommandOptionType.Subcommand as const,
		name: subcommand.name,
		...described(subcommand.description),
		options: subcommand.options.map(optionJson),
	};
}

function optionJson(option: CommandOption): APIApplicationCommandBasicOption {
	const base = { name: option.name, ...described(option.description), required: option.required };
	if (option.kind === 'attachment') return { ...base, type: ApplicationCommandOptionType.Attachment };
	if (option.kind === 'user') return { ...base, type: ApplicationCommandOptionType.User };
	const limited = {
		...base,
		type: ApplicationCommandOptionType.String as const,
		...(option.lengthMax === undefined ? {} : { max_length: option.lengthMax }),
	};
	if (option.autocomplete) return { ...limited, autocomplete: true };
	if (!option.choices) return limited;
	const choices = option.choices.map(({ value, label }) => ({
		value,
		name: label.en,
		name_localizations: localizations(label),
	}));
	return { ...limited, choices };
}

function described(text: LocalizedText) {
	return { description: text.en, description_localizations: localizations(text) };
}

/** English is the default text; Discord's languages that we do not speak show it too. */
function localizations(text: LocalizedText): LocalizationMap {
	return { ja: text.ja, 'pt-BR': text['pt-BR'] };
}
