/** Identity macros of persona texts. */

/** The names that macros stand for. */
export interface MacroNames {
	readonly persona: string;
	readonly user: string;
}

const IDENTITY_MACRO = /\{\{(?:char|bot|user)\}\}|\{(?:char|bot|user)\}|<(?:BOT|USER)>/gi;

/** Replaces `{{char}}`, `{char}`, `{bot}`, `<BOT>` by the persona's name and `{{user}}`, `{user}`, `<USER>` by the person's, in any case. */
export function resolveIdentityMacros(text: string, names: MacroNames): string {
	return text.replace(IDENTITY_MACRO, (macro) => (/user/i.test(macro) ? names.user : names.persona));
}
