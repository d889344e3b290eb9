/** Finds names that were meant to be other ones. */
import { similarName } from './similar-name.ts';

/** Names that differ in a number, beside the known ones. */
export interface NameFamily {
	readonly member: RegExp;
	/** Whatever begins so was meant to be a member. */
	readonly beginning: RegExp;
	readonly example: string;
}

/** A slip, and the name that was meant. */
export interface MisspeltName {
	readonly name: string;
	readonly meant: string;
}

/** Names with something more or less than a known one. */
export function misspeltNames(
	names: readonly string[],
	known: readonly string[],
	family: NameFamily,
): readonly MisspeltName[] {
	return names.flatMap((name) => {
		if (family.member.test(name)) return [];
		const isOutcast = family.beginning.test(name) && !known.includes(name);
		const meant = similarName(name, known) ?? (isOutcast ? family.example : null);
		return meant === null ? [] : [{ name, meant }];
	});
}
