/** Which tokenizer family counts for a model on this machine. */
import type { Profile } from './profile.ts';
import { allProfiles } from './profile-of.ts';

/** The best family of the model that is at hand, or null when none is. */
export function servingFamily(profile: Profile, isLoaded: (family: string) => boolean): string | null {
	return profile.tokenizerFamilies.find(isLoaded) ?? null;
}

/** The family without which the model cannot be used at all, and which set-up therefore has to provide. */
export function requiredFamily(profile: Profile): string {
	return profile.tokenizerFamilies.at(-1) ?? profile.tokenizerFamilies[0];
}

/** The required families of the models that no family at hand counts for, each once. */
export function unservedFamilies(isLoaded: (family: string) => boolean): readonly string[] {
	const unserved = allProfiles().filter((profile) => servingFamily(profile, isLoaded) === null);
	return [...new Set(unserved.map(requiredFamily))];
}
