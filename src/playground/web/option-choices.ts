/** What an option of a slash command can be given, as lines to choose from. */
import type { CommandOption } from './command-paths.ts';
import type { PageState } from './page-state.ts';

/** A line to choose: what is shown, and what is sent. */
export interface OptionChoice {
	readonly name: string;
	readonly value: string | number | boolean;
}

const optionTypes = { truth: 5, person: 6, channel: 7, role: 8, personOrRole: 9 } as const;

function named(things: readonly { readonly id: string; readonly name: string }[], sign: string): OptionChoice[] {
	return things.map(({ id, name }) => ({ name: `${sign}${name}`, value: id }));
}

/** The choices that need no question to the bot; none for free text. */
export function fixedChoices(option: CommandOption, state: PageState): OptionChoice[] {
	const guildId = state.channel?.guildId ?? null;
	const roles = state.guilds.find((guild) => guild.id === guildId)?.roles ?? [];
	switch (option.type) {
		case optionTypes.truth:
			return [
				{ name: 'True', value: true },
				{ name: 'False', value: false },
			];
		case optionTypes.person:
			return named(state.people, '@');
		case optionTypes.channel:
			return named(state.channelsOf(guildId), '#');
		case optionTypes.role:
			return named(roles, '@');
		case optionTypes.personOrRole:
			return [...named(state.people, '@'), ...named(roles, '@')];
		default:
			return [...option.choices];
	}
}

/** The choices that hold what was typed. */
export function narrowed(choices: readonly OptionChoice[], typed: string): OptionChoice[] {
	const wanted = typed.trim().toLowerCase();
	return choices.filter(({ name }) => name.toLowerCase().includes(wanted));
}

/** The value that a typed text stands for: a choice of that name, a number where one is asked for, else the text. */
export function typedValue(
	option: CommandOption,
	typed: string,
	choices: readonly OptionChoice[],
): OptionChoice['value'] {
	const chosen = choices.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
	if (chosen !== undefined) return chosen.value;
	const isNumber = option.type === 4 || option.type === 10;
	return isNumber && typed.trim() !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}
