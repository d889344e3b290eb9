/** Identity macros of persona texts. */

/** The names that macros stand for. */
export interface MacroNames {
	readonly persona: string;
	readonly user: string;
}

const IDENTITY_MACRO =
	/\{\{(?:char|bot|user(?:_formatted|_term)?)\}\}|\{(?:char|bot|user(?:_formatted|_term)?)\}|<(?:BOT|USER)>/gi;

/**
 * Replaces `{{char}}`, `{char}`, `{bot}`, `<BOT>` by the persona's name and `{{user}}`, `{user}`, `<USER>` by the person's, in
 * any case. `{user_formatted}` and `{user_term}` are other words for the person.
 */
export function resolveIdentityMacros(text: string, names: MacroNames): string {
	return text.replace(IDENTITY_MACRO, (macro) => (/user/i.test(macro) ? names.user : names.persona));
}

const RANDOM_MACRO = /\{\{random(::|:)([^{}]{1,2000})\}\}/gi;

/**
 * Replaces each `{{random:a,b}}` and `{{random::a::b}}` by one of its choices. `roll` gives a number below its argument,
 * once for each occurrence, so that one word may stand in several places and differ.
 */
export function resolveRandomMacros(text: string, roll: (choices: number) => number): string {
	return text.replace(RANDOM_MACRO, (_whole, mark: string, list: string) => {
		const choices = list.split(mark === '::' ? '::' : ',').map((choice) => choice.trim());
		return choices[roll(choices.length)] ?? '';
	});
}
